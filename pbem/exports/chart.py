"""How the totals of a game ran, as lines on a chart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from pbem.letters.badges import SEAT_COLOURS
from pbem.results.sheet import Sheet

_DASHED = 6
"""From this seat on lines have dashes, so that those of like colours are told apart."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A total on the scale, and how far down it stands."""

    y: float
    total: int


@dataclass(frozen=True, slots=True)
class Run:
    """One player's line: its corners, across and down, and where it ends."""

    name: str
    colour: str
    dashes: str
    corners: tuple[tuple[float, float], ...]
    total: int

    @property
    def points(self) -> str:
        """The corners as SVG writes them."""
        return " ".join(f"{x},{y}" for x, y in self.corners)


@dataclass(frozen=True, slots=True)
class Chart:
    """The lines of all players on one scale."""

    width: int
    height: int
    left: int
    marks: tuple[Mark, ...]
    lines: tuple[Run, ...]


def chart_of(sheet: Sheet, width: int = 720, height: int = 320, left: int = 48) -> Chart:
    """The totals after each deal, from nothing on."""
    totals = [
        (0, *(line.scores[seat].total or 0 for line in sheet.finished))
        for seat in range(len(sheet.names))
    ]
    every = [total for run in totals for total in run]
    low, high = min(every), max(every)
    step = step_for(high - low)
    scale = range(low // step * step, high + step, step)
    edge, last = 12, max(1, len(sheet.finished))

    def down(total: int) -> float:
        share = (total - scale[0]) / max(1, scale[-1] - scale[0])
        return round(height - edge - share * (height - 2 * edge), 1)

    def across(deal: int) -> float:
        return round(left + deal / last * (width - left - edge), 1)

    lines = tuple(
        Run(
            sheet.names[seat],
            SEAT_COLOURS[seat % len(SEAT_COLOURS)].rim,
            "9 5" if seat >= _DASHED else "",
            tuple((across(deal), down(total)) for deal, total in enumerate(run)),
            run[-1],
        )
        for seat, run in enumerate(totals)
    )
    marks = tuple(Mark(down(total), total) for total in scale)
    return Chart(width, height, left, marks, lines)


def step_for(span: int) -> int:
    """The distance of the marks on a scale, so that there are ten at most: 1, 2, 5, 10, 20 ...

    >>> step_for(7), step_for(87), step_for(450)
    (1, 10, 50)
    """
    steps: Iterator[int] = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    return next(step for step in steps if span <= 10 * step)
