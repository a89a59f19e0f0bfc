"""A list of columns as a PDF: a page of A4, or more, with the heads again on each."""

from __future__ import annotations

from datetime import UTC, datetime, time

from fpdf.enums import Align

from pbem.exports.as_pdf import HEAD, Paper, paper
from pbem.exports.fonts import FONT, in_font, printable
from pbem.exports.listing import Listing

_SIZE, _SMALL = 11.0, 6.0
_ROW = 8.0
_PADDING = 1.5
"""Lengths are in millimetres."""


def listing_pdf(listing: Listing) -> bytes:
    """The list below its title and its day, as wide as the page."""
    with paper() as pdf:
        pdf.set_title(listing.title)
        pdf.set_creation_date(datetime.combine(listing.day, time(), UTC))
        pdf.add_page()
        pdf.heading(in_font(listing.title))
        pdf.line_of(listing.dated, _SIZE, "")
        pdf.ln(4)
        _table(pdf, listing)
        if listing.foot:
            pdf.ln(4)
            pdf.line_of(listing.foot, _SIZE - 1, "")
        return bytes(pdf.output())


def _table(pdf: Paper, listing: Listing) -> None:
    rows = [
        [printable(cell, at) if isinstance(cell, str) else str(cell) for cell in row]
        for at, row in enumerate(listing.rows)
    ]
    pdf.set_font(FONT, "B", _SIZE)
    widths = [
        min(pdf.epw / 3, max(map(pdf.get_string_width, column)) + 2 * (_PADDING + pdf.c_margin))
        for column in zip(listing.heads, *rows, strict=True)
    ]
    pdf.set_font(FONT, "", max(_SMALL, min(_SIZE, _SIZE * pdf.epw / sum(widths))))
    with pdf.table(
        col_widths=tuple(widths),
        text_align=tuple(
            Align.R if listing.is_number(column) else Align.L for column in range(len(widths))
        ),
        line_height=5,
        min_row_height=_ROW,
        headings_style=HEAD,
        padding=(0, _PADDING),
    ) as table:
        table.row(listing.heads)
        for row in rows:
            table.row(row)
