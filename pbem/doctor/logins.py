"""Logins at providers by OAuth: whether they still hold, how old they are, what may end them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbem.doctor.finding import Finding, bad, counted, good
from pbem.oauth.access import LOG_IN, Access

_RULES = {
    "microsoft": "Microsoft ends one that is not used for 90 days, and when the password changes",
    "google": (
        "Google ends one after 7 days while the client is in `Testing`, after six months without"
        " use, and when the password changes"
    ),
    None: "its provider tells when it ends",
}
"""What providers publish (November 2026); no day can be told beforehand."""


def logins(accounts: list[Access], now: datetime) -> Iterator[Finding]:
    """How each login is, without asking anybody."""
    for access in accounts:
        grant = access.grant
        if grant is None:
            yield bad(f"nobody has logged in as {access.user}", LOG_IN)
            continue
        if access.file.file.stat().st_mode & 0o077:
            yield bad(
                f"others on this machine can read {access.file.file}",
                f"chmod 600 {access.file.file}",
            )
        if grant.ended_at is not None:
            yield bad(
                f"the login of {access.user} ended {grant.ended_at:%d %b %H:%M} UTC: {grant.why}",
                f"{LOG_IN} anew; games wait until then, and the time is given back",
            )
            continue
        yield good(
            f"the login of {access.user} is {_age(now - grant.granted_at)} old, renewed"
            f" {_age(now - grant.renewed_at)} ago; {_RULES[access.settings.provider]}"
        )


def _age(time: timedelta) -> str:
    for unit, length in (("day", timedelta(days=1)), ("hour", timedelta(hours=1))):
        if time >= length:
            return counted(time // length, unit)
    return counted(max(0, time // timedelta(minutes=1)), "minute")
