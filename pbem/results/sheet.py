"""The score sheet of a game: what everybody may know of its deals, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise, zip_longest

from engine import DealStage, DealView, Rules, Seat, Suit, View
from engine.ending import Points, totals
from engine.kept import KeptDeal


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What one seat did in a deal.

    `bid` is None where it has none, or none that everybody may know; `points` and `total` are None
    while the deal is played. `besides` is what the total gains beyond the points, or loses: the
    bonus for a game of a rubber, or what counts back from a target that was overshot.
    """

    bid: int | None
    taken: int
    points: int | None = None
    besides: int = 0
    total: int | None = None

    @property
    def made(self) -> bool:
        """Whether exactly the bid was taken, once the deal is over."""
        return self.points is not None and self.bid == self.taken

    @property
    def missed(self) -> bool:
        """Whether there was a bid and it was not made; who had none has missed none."""
        return self.points is not None and self.bid not in (None, self.taken)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One deal; `scores` are by seat. `trump` is None without a trump, and while there is none yet:
    `trump_fixed` tells which. `day` is when it was scored, where that is known.
    """

    number: int
    size: int
    dealer: Seat
    trump: Suit | None
    trump_fixed: bool
    scores: tuple[SeatScore, ...]
    day: date | None = None

    @property
    def over(self) -> bool:
        """Whether the deal has been scored."""
        return all(score.points is not None for score in self.scores)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game's score sheet; everything by seat but the lines. `winners` are None until the end."""

    game: str
    names: tuple[str, ...]
    lines: tuple[SheetLine, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...] | None
    payments: tuple[str, ...]

    @property
    def finished(self) -> tuple[SheetLine, ...]:
        """The deals that have been scored."""
        return tuple(line for line in self.lines if line.over)

    @property
    def corrected(self) -> bool:
        """Whether a total ever gains or loses more than the points of a deal."""
        return any(score.besides for line in self.lines for score in line.scores)


def score_sheet(game: str, names: Sequence[str], seen: View, days: Sequence[date] = ()) -> Sheet:
    """The score sheet of a game as a spectator sees it; ValueError for the view of a seat.

    `days` are when its deals were scored, in their order; none where that is not known.
    """
    if seen.seat is not None:
        raise ValueError("a score sheet shows what a spectator sees")
    points = [deal.points or () for deal in seen.past]
    scores = seat_scores(seen.rules, seen.players, seen.past, points)
    lines = [_line(deal, each) for deal, each in zip(seen.past, scores, strict=True)]
    if (running := seen.deal) is not None:
        pairs = zip(running.bids, running.taken, strict=True)
        lines.append(_line(running, tuple(SeatScore(bid, taken) for bid, taken in pairs)))
    dated = (replace(line, day=day) for line, day in zip_longest(lines, days[: len(lines)]))
    return Sheet(game, tuple(names), tuple(dated), seen.totals, seen.winners, seen.payments)


def seat_scores(
    rules: Rules, players: int, deals: Sequence[DealView | KeptDeal], points: Points
) -> list[tuple[SeatScore, ...]]:
    """What the seats did in each of the first deals, for which these points were given."""
    found = []
    reached = [
        totals(rules.end, rules.target, points[:at], players) for at in range(len(points) + 1)
    ]
    for deal, brought, (before, after) in zip(deals, points, pairwise(reached), strict=False):
        besides = (now - was - more for was, more, now in zip(before, brought, after, strict=True))
        parts = zip(deal.bids, deal.taken, brought, besides, after, strict=True)
        found.append(tuple(SeatScore(*part) for part in parts))
    return found


def _line(deal: DealView, scores: tuple[SeatScore, ...]) -> SheetLine:
    fixed = deal.trump is not None or deal.stage is DealStage.PLAY or deal.points is not None
    return SheetLine(deal.number, deal.size, deal.dealer, deal.trump, fixed, scores)
