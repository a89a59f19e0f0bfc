"""A score sheet as a workbook: running totals are formulas, and a chart shows how they ran."""

from __future__ import annotations

import io
from dataclasses import dataclass

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from pbem.exports.words import heads, trump_word, won_by
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


@dataclass(frozen=True, slots=True)
class _Styles:
    title: Format
    head: Format
    made: Format
    total: Format


class _Page:
    """The one page of the workbook."""

    def __init__(self, book: Workbook, sheet: Sheet, said: Speech) -> None:
        self._sheet, self._said, self._book = sheet, said, book
        self._heads = heads(said)
        self._page: Worksheet = book.add_worksheet(begun(self._heads.points))
        self._style = _Styles(
            title=book.add_format({"bold": True, "font_size": 16}),
            head=book.add_format({"bold": True, "bottom": 1, "align": "center"}),
            made=book.add_format({"bg_color": "#DDEFE3"}),
            total=book.add_format({"bold": True, "right": 1}),
        )

    @property
    def _width(self) -> int:
        """The columns of one player."""
        return 5 if self._sheet.corrected else 4

    def _total_column(self, seat: int) -> int:
        return _FACTS + (seat + 1) * self._width - 1

    def write(self) -> None:
        """Write heads, deals and chart."""
        page, sheet, style = self._page, self._sheet, self._style
        page.write_string(0, 0, sheet.game, style.title)
        self._write_heads()
        for at, line in enumerate(sheet.lines):
            self._write_line(_TOP + at, line)
        below = _TOP + len(sheet.lines) + 1
        if sheet.winners is not None:
            winners = [sheet.names[seat] for seat in sheet.winners]
            page.write_string(below, 0, won_by(winners, self._said), style.title)
        if sheet.finished:
            self._draw(below + 2)
        page.freeze_panes(_TOP, _FACTS)
        page.set_landscape()
        page.set_paper(9)
        page.fit_to_pages(1, 0)

    def _write_heads(self) -> None:
        page, head, style = self._page, self._heads, self._style.head
        for at, fact in enumerate((head.deal, head.cards, head.dealer, head.trump)):
            page.write_string(_TOP - 1, at, fact, style)
        page.set_column(2, 3, 12)
        own = [head.bid, head.tricks, head.points, head.total]
        if self._sheet.corrected:
            own.insert(3, head.besides)
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
        made = self._style.made if score.made else None
        page.write_number(row, first + 2, score.points, made)
        if self._sheet.corrected:
            page.write_number(row, first + 3, score.besides)
        last = self._total_column(seat)
        terms = [xl_rowcol_to_cell(row, column) for column in range(first + 2, last)]
        if row > _TOP:
            terms.insert(0, xl_rowcol_to_cell(row - 1, last))
        page.write_formula(row, last, f"={'+'.join(terms)}", self._style.total, score.total)

    def _draw(self, row: int) -> None:
        """Draw the totals of every player over the deals."""
        chart = self._book.add_chart({"type": "line"})
        first, last = _TOP, _TOP + len(self._sheet.finished) - 1
        tab = self._page.get_name()
        for seat in range(len(self._sheet.names)):
            column = self._total_column(seat)
            chart.add_series(
                {
                    "name": [tab, _TOP - 2, _FACTS + seat * self._width],
                    "categories": [tab, first, 0, last, 0],
                    "values": [tab, first, column, last, column],
                    "marker": {"type": "automatic"},
                }
            )
        chart.set_x_axis({"name": self._heads.deal})
        chart.set_y_axis({"name": self._heads.total})
        chart.set_size({"width": 900, "height": 420})
        self._page.insert_chart(row, 0, chart)
