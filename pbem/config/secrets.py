"""Which of the settings nobody else may read."""

from __future__ import annotations

import re

from pbem.config.settings import Settings


def secrets_in(settings: Settings) -> list[str]:
    """The names of the settings that are set and that nobody else may read."""
    found = []
    for name, account in (("imap", settings.imap), ("smarthost", settings.smarthost)):
        if account and account.password:
            found.append(f"{name}.password")
        if account and account.oauth and account.oauth.client_secret:
            found.append(f"{name}.oauth.client_secret")
    if re.match(r"[^:]+://[^/@]*:[^/@]*@", settings.database):
        found.append("the password of the database")
    return found
