"""What is asked for by a word: wishes, settings, policies."""

from __future__ import annotations

from enum import StrEnum


class Ask(StrEnum):
    """What a question asks for."""

    INVITATION = "invitation"
    BID = "bid"
    LAY = "lay"
    TRUMP = "trump"
    PLAY = "play"


class Wish:
    """Names of what can be asked of the server at any time, where more than its own row needs them.

    Which there are is told by the lists of `[requests]` in the English words.
    """

    STATUS = "status"
    HELP = "help"
    LOG = "log"
    UNDO = "undo"
    STANDINGS = "standings"
    GAMES = "games"
    JOIN = "join"
    SETTINGS = "settings"
    BACK = "back"
    HERE = "here"
    LEAVE = "leave"
    STAY = "stay"
    HAND_OVER = "hand_over"
    UNSUBSCRIBE = "unsubscribe"
    STOP = "stop"
    FORGET_PLAN = "forget_plan"
    MY_DATA = "my_data"
    FORGET_ME = "forget_me"
    TEST = "test"
    REGISTER = "register"


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
    CARDS = "cards"
    COLOURS = "colours"
    FORMAT = "format"
    CALENDAR = "calendar"
    TALK = "talk"
    NOTATION = "notation"
