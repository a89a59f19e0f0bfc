"""The letter to who keeps the scores of a table with real cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Rules
from pbem.domain.score_lines import LineKind, LineOutcome
from pbem.domain.strangers import Unwritten
from pbem.letters.page import GameNotice, Trait
from pbem.letters.pages.standings import EveningRank
from pbem.orders.keywords import Ask


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """How one player stands; what was bid, taken and won in the last deal that is over, if any."""

    place: int
    name: str
    total: int
    bid: int | None = None
    taken: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class DealToCome:
    """The deal that comes next, or is played while its bids are known."""

    number: int
    size: int
    dealer: str
    bids_known: bool


@dataclass(frozen=True, slots=True)
class ScoresKept(GameNotice, traits=Trait.FIRST | Trait.AT_THE_DOOR | Trait.ANY_ANSWER):
    """What came of each line, how all stand, the best first, and which deal comes `next`, if any.

    `deal` is the last that is over, 0 before the first; `late` is one that was bid when it all
    ended, and still lacks its tricks, 0 if there is none. `others` are those to whom the sheet
    is sent, too, or will be at the end; `unwritten` tells who was not written to, by the clock of
    `zone`. `evenings` are the standings of all there were, where those are several.
    It counts for a `league`, if one is named.
    """

    told: tuple[LineOutcome, ...]
    names: tuple[str, ...]
    rules: Rules
    sizes: tuple[int, ...]
    scores: tuple[PlayerScore, ...]
    deal: int
    next: DealToCome | None
    winners: tuple[str, ...] = ()
    late: int = 0
    others: tuple[str, ...] = ()
    unwritten: tuple[Unwritten, ...] = ()
    zone: str = "UTC"
    evenings: tuple[EveningRank, ...] = ()
    league: str = ""

    @property
    def begins(self) -> bool:
        """Whether nothing has been written down, nor tried."""
        return not self.told and not self.deal

    @property
    def over(self) -> bool:
        """Whether no deal comes any more."""
        return self.next is None

    @property
    def amiss(self) -> tuple[LineOutcome, ...]:
        """The lines that were not taken."""
        return tuple(one for one in self.told if not one.done)

    @property
    def taken(self) -> tuple[LineOutcome, ...]:
        """The lines that were, short of those that ask how it stands."""
        return tuple(one for one in self.told if one.done and one.kind is not LineKind.SHOWN)

    def form(self, word: str) -> str:
        """The line of the next deal, or of a late one, without its numbers, to be filled in, with a
        word for `deal`; empty if there is neither.
        """
        number = self.next.number if self.next else self.late
        sign = "/" if self.next and not self.next.bids_known else "="
        places = ", ".join(f"{name} {sign}" for name in self.names)
        return f"{word} {number}: {places}" if number else ""

    @property
    def example(self) -> str:
        """A line as it could be written for the next deal, without the bids where those are known:
        all but the first make theirs.
        """
        if self.next is None:
            return ""
        word = self.taps.said.order("deal")
        least, more = divmod(self.next.size, len(self.names))
        taken = [least + (seat < more) for seat in range(len(self.names))]
        if self.next.bids_known:
            tricks = ", ".join(f"{name} {n}" for name, n in zip(self.names, taken, strict=True))
            return f"{word} {self.next.number}: {tricks}"
        bids = [taken[0] - 1 if taken[0] > 1 else taken[0] + 1, *taken[1:]]
        parts = zip(self.names, bids, taken, strict=True)
        scores = ", ".join(f"{name} {bid}/{each}" for name, bid, each in parts)
        return f"{word} {self.next.number}: {scores}"


@dataclass(frozen=True, slots=True)
class EveningOver(GameNotice, asks=Ask.INVITATION, traits=Trait.FIRST):
    """How an evening ended, to who was at it as `name`; with its sheet, if it is `first` told, and
    the question whether the reader was there until that is `confirmed`.

    `keeper` has kept the scores; it is empty where that was the operator. `evenings` are the
    standings of all that the reader was at, where those are several.
    """

    name: str
    keeper: str
    scores: tuple[PlayerScore, ...]
    deal: int
    winners: tuple[str, ...]
    first: bool
    confirmed: bool
    evenings: tuple[EveningRank, ...] = ()
