"""The race of a game: how all stand, and how long their bars are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbem.letters.badges import Seated

if TYPE_CHECKING:
    from pbem.letters.deals import ScoreLine


@dataclass(frozen=True, slots=True)
class Standing(Seated):
    """How a player stands: for the bar, `share` of the leader's way, 0 to 100.

    Of that, `gained` came with a bid that was made in the last deal.
    """

    place: int
    you: bool
    total: int
    share: int
    gained: int = 0


def race_of(lines: Sequence[ScoreLine]) -> tuple[Standing, ...]:
    """How all stand after a deal, whoever leads first."""
    totals = [line.total for line in lines]
    return tuple(
        Standing(
            line.badge,
            place(line.total, totals),
            line.you,
            line.total,
            share(line.total, totals),
            _gained(line, totals),
        )
        for line in sorted(lines, key=lambda line: -line.total)
    )


def _gained(line: ScoreLine, totals: Sequence[int]) -> int:
    """How much of the bar came with a bid made in this deal."""
    before = share(line.total - line.points, totals)
    return max(0, share(line.total, totals) - before) if line.made else 0


def place(total: int, totals: Sequence[int]) -> int:
    """Where a total stands among all: 1 for the highest; who are equal share a place."""
    return 1 + sum(other > total for other in totals)


def share(total: int, totals: Sequence[int]) -> int:
    """How much of the best a total is, 0 to 100, from nothing on or from the worst below that.

    >>> share(30, [60, 30, 0]), share(10, [40, 10, -20])
    (50, 50)
    """
    floor = min(0, *totals)
    return round(100 * max(0, total - floor) / max(1, max(totals) - floor))
