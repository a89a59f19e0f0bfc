"""Orders: one instruction each, as a player meant it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import Card


class Ask(StrEnum):
    """What a question asks for."""

    INVITATION = "invitation"
    BID = "bid"
    LAY = "lay"
    TRUMP = "trump"
    PLAY = "play"


class Wish(StrEnum):
    """Something asked of the server, at any time."""

    STATUS = "status"
    HELP = "help"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Bid:
    """A number of tricks."""

    tricks: int

    def __str__(self) -> str:
        return str(self.tricks)


@dataclass(frozen=True, slots=True)
class Play:
    """A card."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Join:
    """Yes or no to an invitation."""

    yes: bool

    def __str__(self) -> str:
        return "yes" if self.yes else "no"


@dataclass(frozen=True, slots=True)
class Request:
    """A wish; it answers no question."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that could not be read; an empty one when there was nothing to read."""

    line: str


Order = Bid | Play | Join | Request | Unread
