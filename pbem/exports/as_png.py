"""How the totals of a game ran, as a picture for those who want it with a mail."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import hypot

import pymupdf_fonts
from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont, truetype

from engine import Seat
from pbem.exports.chart import Chart, Run, chart_of
from pbem.exports.fonts import in_font, printable
from pbem.results.sheet import Sheet

_SCALE = 2
"""So many pixels of the picture for each of the chart."""

_FINE = 2
"""So much larger it is drawn, so that slanted lines are smooth once it is made small."""

_DRAWN = _SCALE * _FINE
"""So many pixels are drawn for each of the chart."""

_TOP, _TITLE, _AXIS, _ROW = 44, 18, 28, 26
"""The heights above the lines, of the title, below the lines, and of a row of names."""

_INK, _GREY, _RULE = "#1F2A25", "#55635B", "#D5DCD7"
_COLOURS = 128

Point = tuple[float, float]


def chart_png(sheet: Sheet, you: Seat | None = None) -> bytes:
    """The totals after each finished deal as a picture; the line of `you` is the broadest."""
    chart = chart_of(sheet)
    rows = _rows(sheet, chart)
    height = _TOP + chart.height + _AXIS + _ROW * len(rows) + 8
    size = (chart.width * _SCALE, height * _SCALE)
    picture = Image.new("RGB", (size[0] * _FINE, size[1] * _FINE), "white")
    pen = _Pen(picture)
    pen.write((chart.left, 10), in_font(sheet.game), _TITLE, _INK, bold=True)
    for mark in chart.marks:
        pen.line([(chart.left, _TOP + mark.y), (chart.width - 12, _TOP + mark.y)], _RULE, 1)
        pen.write((chart.left - 8, _TOP + mark.y), str(mark.total), 13, _GREY, anchor="rm")
    _number_deals(pen, chart)
    for seat in sorted(range(len(chart.lines)), key=lambda seat: seat == you):
        run = chart.lines[seat]
        pen.draw([(x, _TOP + y) for x, y in run.corners], run, 4 if seat == you else 2.5)
    down = _TOP + chart.height + _AXIS + _ROW / 2
    for number, row in enumerate(rows):
        for across, seat, name in row:
            at, run = down + number * _ROW, chart.lines[seat]
            pen.draw([(across, at), (across + 28, at)], run, 4 if seat == you else 2.5)
            pen.write((across + 36, at), name, 14, _INK, anchor="lm", bold=seat == you)
    file = io.BytesIO()
    small = picture.resize(size, Image.Resampling.LANCZOS).quantize(_COLOURS)
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


def _rows(sheet: Sheet, chart: Chart) -> list[list[tuple[float, int, str]]]:
    """Who has which line, with the total: places, seats and words, row by row."""
    rows: list[list[tuple[float, int, str]]] = [[]]
    across: float = chart.left
    for seat, run in enumerate(chart.lines):
        words = f"{printable(sheet.names[seat], seat)} {run.total}"
        wide = 36 + _font(14, bold=True).getlength(words) / _DRAWN + 24
        if rows[-1] and across + wide > chart.width:
            rows.append([])
            across = chart.left
        rows[-1].append((across, seat, words))
        across += wide
    return rows


def _number_deals(pen: _Pen, chart: Chart) -> None:
    """Write the numbers of the deals below the lines, as many as there is room for."""
    corners = chart.lines[0].corners
    every = -(-(len(corners) - 1) // 20)
    for deal, (x, _) in enumerate(corners):
        if deal and deal % every == 0:
            pen.write((x, _TOP + chart.height + 8), str(deal), 13, _GREY, anchor="mm")


class _Pen:
    """Draws in the measures of the chart."""

    def __init__(self, picture: Image.Image) -> None:
        self._paper = ImageDraw.Draw(picture)

    def line(self, corners: Sequence[Point], colour: str, width: float) -> None:
        """A line through some corners, round at each."""
        big = [(x * _DRAWN, y * _DRAWN) for x, y in corners]
        self._paper.line(big, colour, round(width * _DRAWN), joint="curve")

    def draw(self, corners: Sequence[Point], run: Run, width: float) -> None:
        """A player's line, with the dashes that tell it apart."""
        strokes: Iterable[Sequence[Point]] = [corners]
        if run.dashes:
            strokes = _dashes(corners, *map(float, run.dashes.split()))
        for stroke in strokes:
            self.line(stroke, run.colour, width)

    def write(
        self,
        at: Point,
        words: str,
        size: int,
        colour: str,
        *,
        anchor: str = "la",
        bold: bool = False,
    ) -> None:
        """Words at a place."""
        place = (at[0] * _DRAWN, at[1] * _DRAWN)
        self._paper.text(place, words, colour, _font(size, bold=bold), anchor)


def _dashes(corners: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """The strokes of a dashed line; they go on around its corners.

    >>> [[x for x, _ in dash] for dash in _dashes([(0, 0), (10, 0), (20, 0)], 9, 5)]
    [[0, 9.0], [14.0, 20]]
    """
    left, drawing = on, True
    dash: list[Point] = [corners[0]]
    for (x, y), (to_x, to_y) in pairwise(corners):
        length, gone = hypot(to_x - x, to_y - y), 0.0
        while length - gone > left:
            gone += left
            share = gone / length
            here = (x + share * (to_x - x), y + share * (to_y - y))
            if drawing:
                yield [*dash, here]
            dash, drawing = [here], not drawing
            left = on if drawing else off
        left -= length - gone
        dash.append((to_x, to_y))
    if drawing and len(dash) > 1:
        yield dash


@cache
def _font(size: int, *, bold: bool) -> FreeTypeFont:
    data = pymupdf_fonts.fontbuffers["figbo" if bold else "figo"]()
    return truetype(io.BytesIO(data), size * _DRAWN)
