"""Why there is no access token; whoever sends or reads mail hears of it."""

from __future__ import annotations


class NoToken(Exception):
    """There is no access token; the message says why in one sentence."""


class TokenServerDown(NoToken):
    """The authorization server is not there, or says what is no answer: it may work later."""


class LoginEnded(NoToken):
    """What was granted is granted no more, or never was: only a person can log in anew."""
