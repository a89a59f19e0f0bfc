"""Letters about who plays: invited, there or away, in a pause, once more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from engine import Rules
from pbem.domain.deadlines import Span
from pbem.domain.powers import Grave
from pbem.letters.page import Notice, Page


@dataclass(frozen=True, slots=True)
class Invitation(Page):
    """To each player of a new game: would you like to play?"""

    others: tuple[str, ...]
    players: int
    rules: Rules
    sizes: tuple[int, ...]
    answer_in: int
    words: str
    yes_tap: str
    no_tap: str
    test_tap: str


@dataclass(frozen=True, slots=True)
class Noted(Page):
    """A short word back to an invitation: it was answered with `yes` or `no`, or, with `joined`,
    with a yes while others may still join.
    """

    what: str


PresenceKind = Literal[
    "still there",
    "kept",
    "away",
    "back",
    "was not away",
    "left",
    "handed over",
    "stays",
    "stopped",
    "forgotten",
]


@dataclass(frozen=True, slots=True)
class GameAway:
    """How one game takes days away: it waits for `waits` of `days`."""

    game: str
    waits: int
    days: int


@dataclass(frozen=True, slots=True)
class Presence(Page):
    """To who is silent, away, back or gone, and the word back.

    `missed` counts the deadlines missed in a row.
    """

    what: PresenceKind
    missed: int
    away: Span | None
    games: tuple[GameAway, ...]
    back_tap: str
    leave_tap: str


@dataclass(frozen=True, slots=True)
class AreYouSure(Page):
    """To who orders what is hard to take back: is that meant?

    `detail` is the new address, where one is named.
    """

    what: Grave
    detail: str
    yes_tap: str
    no_tap: str


@dataclass(frozen=True, slots=True)
class SaidForYou(Page):
    """What was said to the table in the reader's name, and how to take it back."""

    words: str
    no_tap: str


@dataclass(frozen=True, slots=True)
class AwayOffer(Page):
    """An automatic answer told of days away: `tap` tells the game of them."""

    away: Span
    tap: str


SeatKind = Literal["asked", "holder", "waits", "stays", "gone"]


@dataclass(frozen=True, slots=True)
class SeatChange(Notice):
    """A seat that `other` is asked to take, in the place of `name`: to either of them.

    With `moved` they are one person at two addresses; until `until` who sits there may keep it.
    """

    game: str
    organiser: str
    what: SeatKind
    to: str
    name: str
    other: str
    moved: bool
    answer_in: int
    until: datetime
    zone: str
    yes_tap: str
    no_tap: str
    here_tap: str
    tag: str


PauseKind = Literal["asked", "proposed", "agreed", "declined", "refused"]


@dataclass(frozen=True, slots=True)
class PausePoll(Page):
    """Shall the game pause for some days, from `first` on or once all agree? Or a word back.

    `name` has proposed it, or said no to it; `waits` are those who have still to agree.
    """

    what: PauseKind
    name: str
    first: date | None
    days: int
    waits: tuple[str, ...]
    yes_tap: str
    no_tap: str

    @property
    def last(self) -> date | None:
        """The last of the days, where the first is known."""
        return self.first and self.first + timedelta(self.days - 1)


RematchKind = Literal["proposed", "noted", "declined"]


@dataclass(frozen=True, slots=True)
class Rematch(Page):
    """Shall we play again? `name` has proposed it; or the word back to a yes or a no.

    `said` tells each player's `yes`, `no` or `nothing`; when `needed` of them have said yes a game
    is drafted, which is then called `following`.
    """

    what: RematchKind
    name: str
    said: tuple[tuple[str, str], ...]
    needed: int
    following: str
    yes_tap: str
    no_tap: str

    @property
    def possible(self) -> bool:
        """Whether enough may still say yes."""
        return sum(said != "no" for _, said in self.said) >= self.needed
