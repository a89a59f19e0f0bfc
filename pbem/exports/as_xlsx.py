"""A score sheet as a workbook: running totals are formulas, and a chart shows how they ran."""

from __future__ import annotations

import io
from collections.abc import Iterable

import xlsxwriter
from xlsxwriter.chart_line import ChartLine
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from pbem.exports.words import Heads, heads, trump_word, won_by
from pbem.letters.speech import Speech
from pbem.letters.words import begun
from pbem.results.sheet import SeatScore, Sheet, SheetLine

_FACTS = 4
"""The columns before those of the first player: deal, cards, dealer, trump."""

_TOP = 4
"""The rows above the first deal: the game, a free one, the players, the heads of the columns."""

OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
"""How a workbook is written: in memory, and no text becomes anything else."""


def xlsx_of(sheet: Sheet, said: Speech) -> bytes:
    """The sheet as the bytes of a workbook, with every formula's value beside it."""
    written = io.BytesIO()
    with xlsxwriter.Workbook(written, OPTIONS) as book:
        _Page(book, sheet, said).write()
    return written.getvalue()


class _Page:
    """The one page of the workbook."""

    def __init__(self, book: Workbook, sheet: Sheet, said: Speech) -> None:
        self._sheet, self._said, self._book = sheet, said, book
        self._heads = heads(said)
        self._page: Worksheet = book.add_worksheet(begun(self._heads.points))
        self._title = book.add_format({"bold": True, "font_size": 16})
        self._head = book.add_format({"bold": True, "bottom": 1, "align": "center"})
        self._made = book.add_format({"bg_color": "#DDEFE3"})
        self._total = book.add_format({"bold": True, "right": 1})

    @property
    def _width(self) -> int:
        """The columns of one player."""
        return 5 if self._sheet.corrected else 4

    def _total_column(self, seat: int) -> int:
        return _FACTS + (seat + 1) * self._width - 1

    def write(self) -> None:
        """Write heads, deals and chart."""
        page, sheet = self._page, self._sheet
        page.write_string(0, 0, sheet.game, self._title)
        self._write_heads()
        for at, line in enumerate(sheet.lines):
            self._write_line(_TOP + at, line)
        below = _TOP + len(sheet.lines) + 1
        if sheet.winners is not None:
            winners = [sheet.names[seat] for seat in sheet.winners]
            page.write_string(below, 0, won_by(winners, self._said), self._title)
        if sheet.finished:
            self._draw(below + 2)
        page.freeze_panes(_TOP, _FACTS)
        page.set_landscape()
        page.set_paper(9)
        page.fit_to_pages(1, 0)

    def _write_heads(self) -> None:
        page, head, style = self._page, self._heads, self._head
        for at, fact in enumerate(head.facts):
            page.write_string(_TOP - 1, at, fact, style)
        page.set_column(2, 3, 12)
        own = head.own(corrected=self._sheet.corrected)
        for seat, name in enumerate(self._sheet.names):
            first, last = _FACTS + seat * self._width, self._total_column(seat)
            page.merge_range(_TOP - 2, first, _TOP - 2, last, "", style)
            page.write_string(_TOP - 2, first, name, style)
            for at, what in enumerate(own):
                page.write_string(_TOP - 1, first + at, what, style)
            page.set_column(first, last, 8)

    def _write_line(self, row: int, line: SheetLine) -> None:
        page = self._page
        page.write_number(row, 0, line.number)
        page.write_number(row, 1, line.size)
        page.write_string(row, 2, self._sheet.names[line.dealer])
        page.write_string(row, 3, trump_word(line, self._said))
        for seat, score in enumerate(line.scores):
            self._write_score(row, seat, score)

    def _write_score(self, row: int, seat: int, score: SeatScore) -> None:
        page, first = self._page, _FACTS + seat * self._width
        if score.bid is not None:
            page.write_number(row, first, score.bid)
        page.write_number(row, first + 1, score.taken)
        if score.points is None or score.total is None:
            return
        made = self._made if score.made else None
        page.write_number(row, first + 2, score.points, made)
        if self._sheet.corrected:
            page.write_number(row, first + 3, score.besides)
        last = self._total_column(seat)
        terms = [xl_rowcol_to_cell(row, column) for column in range(first + 2, last)]
        if row > _TOP:
            terms.insert(0, xl_rowcol_to_cell(row - 1, last))
        page.write_formula(row, last, f"={'+'.join(terms)}", self._total, score.total)

    def _draw(self, row: int) -> None:
        """Draw the totals of every player over the deals."""
        lines = [
            ((_TOP - 2, _FACTS + seat * self._width), self._total_column(seat))
            for seat in range(len(self._sheet.names))
        ]
        last = _TOP + len(self._sheet.finished) - 1
        chart = chart_of_totals(self._book, self._page.get_name(), (_TOP, last), lines, self._heads)
        self._page.insert_chart(row, 0, chart)


def chart_of_totals(
    book: Workbook,
    page: str,
    deals: tuple[int, int],
    lines: Iterable[tuple[tuple[int, int], int]],
    heads: Heads,
) -> ChartLine:
    """A chart of the rows of a page from the first deal to the last, whose numbers stand in the
    first column; of each line the cell of its name is given, and the column of its totals.
    """
    chart = book.add_chart({"type": "line"})
    first, last = deals
    for name, column in lines:
        chart.add_series(
            {
                "name": [page, *name],
                "categories": [page, first, 0, last, 0],
                "values": [page, first, column, last, column],
                "marker": {"type": "automatic"},
            }
        )
    chart.set_x_axis({"name": heads.deal})
    chart.set_y_axis({"name": heads.total})
    chart.set_size({"width": 900, "height": 420})
    return chart
