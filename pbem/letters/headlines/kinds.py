"""What a headline can tell: its kinds, and how much each is worth telling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from engine import Seat


class Kind(StrEnum):
    """A kind of fact, named as the macro of `templates/_headlines.txt` that says it."""

    EVERYBODY_MADE = auto()
    NOBODY_MADE = auto()
    ONLY_MADE = auto()
    ALL_BUT_ONE = auto()
    SAME_BID = auto()
    TOO_MANY = auto()
    TOO_FEW = auto()
    HOW_MANY_MADE = auto()

    ZERO_KEPT = auto()
    ZEROS_KEPT = auto()
    ALL_TAKEN = auto()
    BIG_BID = auto()
    OVERRUN = auto()
    SHORT = auto()
    EMPTY_HANDED = auto()
    ABOVE_WORTH = auto()
    BELOW_WORTH = auto()
    UNLUCKY = auto()

    LAST_TRICK_MADE = auto()
    LAST_TRICK_TOO_MANY = auto()
    LAST_TRICK_LOST = auto()
    ZERO_LOST_FIRST = auto()
    ZERO_LOST_LAST = auto()
    RUN = auto()
    EVERY_TRICK = auto()
    MOST_TRICKS = auto()
    LOW_CARD = auto()
    ACE_TRUMPED = auto()

    STREAK = auto()
    STREAK_ENDS = auto()
    FIRST_MISS = auto()
    DROUGHT_ENDS = auto()
    FIRST_MADE = auto()
    PERFECT = auto()

    BEST_START = auto()
    TAKES_LEAD = auto()
    ALONE_ON_TOP = auto()
    TIE_ON_TOP = auto()
    ALL_LEVEL = auto()
    PULLS_AWAY = auto()
    CLOSES_IN = auto()
    COMEBACK = auto()
    LEAD_HELD = auto()
    HALFWAY = auto()
    LEADS = auto()
    CLIMBS = auto()
    FALLS = auto()
    ALL_CLOSE = auto()
    BEST_DEAL = auto()
    MOST_POINTS = auto()
    FIRST_LOSS = auto()
    BELOW_ZERO = auto()
    ABOVE_ZERO = auto()
    HUNDRED = auto()

    DECIDED_LAST = auto()
    HELD_TO_THE_END = auto()
    PHOTO_FINISH = auto()
    NEVER_BEHIND = auto()
    WON_FROM_LAST = auto()


class Matter(Enum):
    """What a fact is about; the clauses of one headline are about two of them."""

    PLAY = auto()
    RUN = auto()
    SCORE = auto()


@dataclass(frozen=True, slots=True)
class Fact:
    """Something true of a finished deal: of whom, with up to two numbers of the kind's own.

    `more` is what this one is worth telling beyond others of its kind.
    """

    kind: Kind
    seats: tuple[Seat, ...] = ()
    n: int = 0
    of: int = 0
    more: int = 0

    @property
    def matter(self) -> Matter:
        """What it is about."""
        return _WORTH_TELLING[self.kind][0]

    @property
    def interest(self) -> int:
        """How much it is worth telling, of about 100."""
        return _WORTH_TELLING[self.kind][1] + self.more


def told_if(*facts: tuple[bool, Fact]) -> Iterator[Fact]:
    """Of facts that may be told each, those of which it is true."""
    return (fact for true, fact in facts if true)


_WORTH_TELLING = {
    Kind.EVERYBODY_MADE: (Matter.PLAY, 85),
    Kind.NOBODY_MADE: (Matter.PLAY, 80),
    Kind.ONLY_MADE: (Matter.PLAY, 58),
    Kind.ALL_BUT_ONE: (Matter.PLAY, 48),
    Kind.SAME_BID: (Matter.PLAY, 45),
    Kind.TOO_MANY: (Matter.PLAY, 38),
    Kind.TOO_FEW: (Matter.PLAY, 26),
    Kind.HOW_MANY_MADE: (Matter.PLAY, 0),
    Kind.ZERO_KEPT: (Matter.PLAY, 42),
    Kind.ZEROS_KEPT: (Matter.PLAY, 40),
    Kind.ALL_TAKEN: (Matter.PLAY, 90),
    Kind.BIG_BID: (Matter.PLAY, 45),
    Kind.OVERRUN: (Matter.PLAY, 46),
    Kind.SHORT: (Matter.PLAY, 48),
    Kind.EMPTY_HANDED: (Matter.PLAY, 50),
    Kind.ABOVE_WORTH: (Matter.PLAY, 70),
    Kind.BELOW_WORTH: (Matter.PLAY, 68),
    Kind.UNLUCKY: (Matter.PLAY, 44),
    Kind.LAST_TRICK_MADE: (Matter.PLAY, 44),
    Kind.LAST_TRICK_TOO_MANY: (Matter.PLAY, 52),
    Kind.LAST_TRICK_LOST: (Matter.PLAY, 50),
    Kind.ZERO_LOST_FIRST: (Matter.PLAY, 47),
    Kind.ZERO_LOST_LAST: (Matter.PLAY, 66),
    Kind.RUN: (Matter.PLAY, 25),
    Kind.EVERY_TRICK: (Matter.PLAY, 75),
    Kind.MOST_TRICKS: (Matter.PLAY, 4),
    Kind.LOW_CARD: (Matter.PLAY, 54),
    Kind.ACE_TRUMPED: (Matter.PLAY, 36),
    Kind.STREAK: (Matter.RUN, 40),
    Kind.STREAK_ENDS: (Matter.RUN, 52),
    Kind.FIRST_MISS: (Matter.RUN, 64),
    Kind.DROUGHT_ENDS: (Matter.RUN, 58),
    Kind.FIRST_MADE: (Matter.RUN, 62),
    Kind.PERFECT: (Matter.RUN, 54),
    Kind.BEST_START: (Matter.SCORE, 56),
    Kind.TAKES_LEAD: (Matter.SCORE, 76),
    Kind.ALONE_ON_TOP: (Matter.SCORE, 62),
    Kind.TIE_ON_TOP: (Matter.SCORE, 64),
    Kind.ALL_LEVEL: (Matter.SCORE, 78),
    Kind.PULLS_AWAY: (Matter.SCORE, 30),
    Kind.CLOSES_IN: (Matter.SCORE, 45),
    Kind.COMEBACK: (Matter.SCORE, 84),
    Kind.LEAD_HELD: (Matter.SCORE, 34),
    Kind.HALFWAY: (Matter.SCORE, 50),
    Kind.LEADS: (Matter.SCORE, 2),
    Kind.CLIMBS: (Matter.SCORE, 44),
    Kind.FALLS: (Matter.SCORE, 40),
    Kind.ALL_CLOSE: (Matter.SCORE, 50),
    Kind.BEST_DEAL: (Matter.SCORE, 56),
    Kind.MOST_POINTS: (Matter.SCORE, 10),
    Kind.FIRST_LOSS: (Matter.SCORE, 58),
    Kind.BELOW_ZERO: (Matter.SCORE, 50),
    Kind.ABOVE_ZERO: (Matter.SCORE, 54),
    Kind.HUNDRED: (Matter.SCORE, 50),
    Kind.DECIDED_LAST: (Matter.SCORE, 98),
    Kind.HELD_TO_THE_END: (Matter.SCORE, 60),
    Kind.PHOTO_FINISH: (Matter.SCORE, 88),
    Kind.NEVER_BEHIND: (Matter.SCORE, 82),
    Kind.WON_FROM_LAST: (Matter.SCORE, 95),
}
