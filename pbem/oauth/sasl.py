"""Logging in with a token: XOAUTH2 as Google and Microsoft describe it, OAUTHBEARER (RFC 7628)."""

from __future__ import annotations

import json
from collections.abc import Collection

from pbem.oauth.troubles import NoToken

_LAST = {"XOAUTH2": b"", "OAUTHBEARER": b"\1"}
"""Mechanisms, the best known one first, each with what a client says to a refusal."""


class TokenExchange:
    """One login, a challenge and a response at a time; IMAP and SMTP each carry them in their way.

    The first response is the token. What is challenged after that is the reason of a refusal, kept
    in words in `said`: RFC 7628 3.2.3 wants a response to it before the server ends the login.
    """

    def __init__(self, offered: Collection[str], user: str, token: str) -> None:
        """For the first known mechanism of those `offered`; NoToken if there is none."""
        known = [one for one in _LAST if one in offered]
        if not known:
            raise NoToken("the mail server takes no login by OAuth (XOAUTH2, OAUTHBEARER)")
        self.mechanism = known[0]
        self.said = ""
        self._user = user
        self._token = token
        self._begun = False

    def __call__(self, challenge: bytes) -> bytes:
        """The response to a challenge."""
        if self._begun:
            self.said = _told(challenge)
            return _LAST[self.mechanism]
        self._begun = True
        if self.mechanism == "XOAUTH2":
            head = f"user={self._user}"
        else:
            head = "n,a=" + self._user.replace("=", "=3D").replace(",", "=2C") + ","
        return f"{head}\1auth=Bearer {self._token}\1\1".encode()


def _told(challenge: bytes) -> str:
    """The reason of a refusal: of what RFC 7628 3.2.2 puts there, with what to do about it."""
    said = " ".join(challenge.decode("utf-8", "replace").split())
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        return said[:200]
    status = found.get("status") if isinstance(found, dict) else None
    why = f" ({str(status)[:40]})" if status else ""
    return f"it refuses the token{why}: `pbem login` if that goes on"
