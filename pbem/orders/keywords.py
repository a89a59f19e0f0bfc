"""What is asked for by a word: wishes, settings, policies."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Ask(StrEnum):
    """What a question asks for."""

    INVITATION = "invitation"
    BID = "bid"
    LAY = "lay"
    TRUMP = "trump"
    PLAY = "play"


class Policy(StrEnum):
    """The four exact ways to leave a card to the server."""

    LOW = "low"
    HIGH = "high"
    DUCK = "duck"
    WIN = "win"


class When(StrEnum):
    """The state a house policy is bound to."""

    MADE = "made"
    MISSED = "missed"
    NEED_ALL = "need_all"


class Watchers(StrEnum):
    """Whether others may watch a game, and whether they read what its players say, too."""

    NO = "no"
    ALLOWED = "allowed"
    TALK = "talk"


DIGEST_DAY, DIGEST_HOUR = 0, 8
"""When organisers are written to who name no day of the week (0 is Monday) and no hour."""


class Key(StrEnum):
    """A setting of a player."""

    MAILS = "mails"
    RESULTS = "results"
    ACK = "ack"
    REMINDERS = "reminders"
    QUIET = "quiet"
    LANGUAGE = "language"
    TIME_ZONE = "time_zone"
    NAME = "name"
    ADDRESS = "address"
    PUBLIC = "public"
    CARDS = "cards"
    COLOURS = "colours"
    FORMAT = "format"
    PRINT = "print"
    CALENDAR = "calendar"
    TALK = "talk"
    SUBJECT = "subject"
    EXPLAIN = "explain"
    NOTATION = "notation"


VALUES: Mapping[Key, tuple[str, ...]] = {
    Key.MAILS: ("normal", "daily", "all"),
    Key.RESULTS: ("next", "now"),
    Key.ACK: ("odd", "all", "none"),
    Key.CARDS: ("symbols", "words", "letters"),
    Key.COLOURS: ("four", "two"),
    Key.FORMAT: ("both", "text"),
    Key.PRINT: ("usual", "large"),
    Key.CALENDAR: ("off", "on"),
    Key.TALK: ("on", "off"),
    Key.SUBJECT: ("each", "deal"),
    Key.EXPLAIN: ("on", "off"),
    Key.NOTATION: ("own", "english"),
    Key.PUBLIC: ("initials", "name", "hidden"),
}
"""The settings that have one of a few values, the usual one first."""
