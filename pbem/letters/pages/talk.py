"""Letters about what is said at a table: in whose name, to whom, and what somebody minds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from pbem.letters.page import GameNotice, Page, Trait
from pbem.letters.pages.operators import server_offer
from pbem.letters.parts import Offer
from pbem.letters.reader import Reader
from pbem.orders.keywords import Ask
from pbem.orders.server_orders import ServerOrder


@dataclass(frozen=True, slots=True)
class SaidForYou(Page, asks=Ask.INVITATION, traits=Trait.OWN_CODE | Trait.APART):
    """What was said to the table in the reader's name, and how to take it back."""

    words: str


@dataclass(frozen=True, slots=True)
class Silenced(Page, traits=Trait.REFUSES):
    """Words of the reader's to the table, which an organiser keeps from it `until` then."""

    words: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Muted(Page):
    """Whether what one of the others says is left out of the reader's letters, and the way back."""

    name: str
    muted: bool
    back: Offer

    @classmethod
    def of(cls, reader: Reader, name: str, *, muted: bool) -> Self:
        """Somebody who is muted from now on, or no more."""
        return cls(reader.frame, name, muted, (unmuting if muted else _muting)(reader, name))


@dataclass(frozen=True, slots=True)
class Reported(Page):
    """That the organiser gets to read what was said, or the operator, with the way to mute it.

    With `enough` so much was reported in a day that nobody was written to.
    """

    name: str
    operator: bool
    enough: bool
    mute: Offer

    @classmethod
    def of(cls, reader: Reader, name: str, *, operator: bool, enough: bool) -> Self:
        """What somebody has said is reported."""
        return cls(reader.frame, name, operator, enough, _muting(reader, name))


@dataclass(frozen=True, slots=True)
class TalkReported(GameNotice, traits=Trait.ORDERS):
    """What was said at a table lately, shown `by` one of its players who minds what somebody says.

    `said` are the moments, names and words, the newest last. `address` is that of who said it,
    where the letter goes to the operator; it is empty in one to the organiser.
    """

    zone: str
    by: str
    name: str
    said: tuple[tuple[datetime, str, str], ...]
    address: str = ""

    @property
    def silence(self) -> str:
        """The order that keeps from the table what was reported."""
        return f"silence {self.name} 3 days"

    @property
    def block(self) -> Offer:
        """The order by which the operator lets who said it in no more."""
        return server_offer(self.taps, ServerOrder.BLOCK, self.address)


def unmuting(reader: Reader, name: str) -> Offer:
    """The tap that lets somebody's words into the reader's letters again."""
    return _muting(reader, name, "unmute")


def _muting(reader: Reader, name: str, word: str = "mute") -> Offer:
    line = f"{reader.speech.say('requests', word)} {name}"
    return Offer(line, reader.taps.to(f"{word} {name}", line))
