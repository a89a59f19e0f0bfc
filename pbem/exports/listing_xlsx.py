"""A list of columns as a workbook of one page, its heads in sight while one scrolls."""

from __future__ import annotations

import io
from datetime import UTC, datetime, time

import xlsxwriter
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from pbem.exports.as_xlsx import OPTIONS
from pbem.exports.listing import Cell, Figure, Listing

_HEADS = 3
"""The rows above the heads: the title, the day, a free one."""

_NARROW, _WIDE = 6, 40


def listing_xlsx(listing: Listing) -> bytes:
    """The list as the bytes of a workbook: numbers are numbers, whatever stands behind them."""
    written = io.BytesIO()
    with xlsxwriter.Workbook(written, OPTIONS) as book:
        book.set_properties(
            {"title": listing.title, "created": datetime.combine(listing.day, time(), UTC)}
        )
        page: Worksheet = book.add_worksheet()
        page.write_string(0, 0, listing.title, book.add_format({"bold": True, "font_size": 16}))
        page.write_string(1, 0, listing.dated)
        head = book.add_format({"bold": True, "bottom": 1})
        numbered = book.add_format({"bold": True, "bottom": 1, "align": "right"})
        for column, word in enumerate(listing.heads):
            is_number = listing.is_number(column)
            page.write_string(_HEADS, column, word, numbered if is_number else head)
            words = [word, *(str(row[column]) for row in listing.rows)]
            page.set_column(column, column, min(_WIDE, max(_NARROW, 2 + max(map(len, words)))))
        for at, row in enumerate(listing.rows, _HEADS + 1):
            for column, cell in enumerate(row):
                _write(book, page, at, column, cell)
        if listing.foot:
            page.write_string(_HEADS + len(listing.rows) + 2, 0, listing.foot)
        page.freeze_panes(_HEADS + 1, 0)
        page.repeat_rows(_HEADS)
        page.set_paper(9)
        page.fit_to_pages(1, 0)
    return written.getvalue()


def _write(book: Workbook, page: Worksheet, row: int, column: int, cell: Cell) -> None:
    match cell:
        case Figure(number, sign):
            signed = book.add_format({"num_format": f'0"{sign}"'}) if sign else None
            page.write_number(row, column, number, signed)
        case int():
            page.write_number(row, column, cell)
        case "":
            pass
        case _:
            page.write_string(row, column, cell)
