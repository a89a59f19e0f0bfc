"""An evening at a table with real cards, whose scores somebody keeps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from engine import Rules, Seat
from engine.deal_end import is_over
from engine.ending import totals
from engine.kept import KeptDeal, points_kept


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What is written down of it.

    `deals` are in their order, and the last may be under way; `names` are by seat, and the first
    deals first. `over_at` is when it was over first, `league` the one it counts for, if any does.
    """

    id: int
    name: str
    keeper: int | None
    preset: str
    rules: Rules
    names: tuple[str, ...]
    deals: tuple[KeptDeal, ...] = ()
    ended: bool = False
    over_at: datetime | None = None
    league: int | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """The points of each deal that is over, by seat."""
        return points_kept(self.rules, self.players, self.deals)

    @property
    def over(self) -> bool:
        """Whether no more deals come: all were played, or it was ended before."""
        points = self.points
        reached = totals(self.rules.end, self.rules.target, points, self.players)
        return self.ended or is_over(self.rules, self.players, points, reached)

    @property
    def next_deal(self) -> int:
        """The number of the deal that is played, or comes next."""
        return len(self.points) + 1

    @property
    def bids_known(self) -> bool:
        """Whether the bids of the next deal are written down, and its tricks are not."""
        return len(self.deals) == self.next_deal

    @property
    def last_deal(self) -> int:
        """The number of the last deal that can be written down: once the evening is over, one that
        was bid and is not scored.
        """
        return self.next_deal - (self.over and not self.bids_known)

    def size(self, number: int) -> int:
        """The cards of a deal."""
        return self.rules.size(number, self.players)

    def dealer(self, number: int) -> Seat:
        """Who deals."""
        return Seat((number - 1) % self.players)

    def written(self, number: int, deal: KeptDeal) -> ScoreSheet:
        """The same with a deal written down, or written anew."""
        return replace(self, deals=(*self.deals[: number - 1], deal, *self.deals[number:]))
