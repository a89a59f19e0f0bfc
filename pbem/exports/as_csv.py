"""Score sheets and lists as CSV, for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from pbem.exports.listing import Cell, Figure, Listing
from pbem.exports.words import heads, trump_word
from pbem.letters.speech import Speech
from pbem.results.sheet import SeatScore, Sheet

_STARTS = "=+-@\t\r\n"
"""What makes a spreadsheet take text for a formula."""


def csv_of(sheet: Sheet, said: Speech) -> bytes:
    """The sheet, a row a deal."""
    names, head = sheet.names, heads(said)
    heads_of_one = head.own(corrected=sheet.corrected)
    own = (harmless(f"{name} {what}") for name in names for what in heads_of_one)
    rows: list[list[object]] = [[*head.facts, *own]]
    for line in sheet.lines:
        facts = [line.number, line.size, harmless(names[line.dealer]), trump_word(line, said)]
        rows.append([*facts, *(cell for s in line.scores for cell in _cells(s, sheet))])
    return _written(rows)


def listing_csv(listing: Listing) -> bytes:
    """The list with its heads; numbers bare."""
    return _written([listing.heads, *(map(_bare, row) for row in listing.rows)])


def _bare(cell: Cell) -> str | int:
    if isinstance(cell, Figure):
        return cell.number
    return harmless(cell) if isinstance(cell, str) else cell


def _written(rows: Iterable[Iterable[object]]) -> bytes:
    """Rows in UTF-8, marked as such because spreadsheets guess wrong without it."""
    written = io.StringIO(newline="")
    csv.writer(written).writerows(rows)
    return written.getvalue().encode("utf-8-sig")


def _cells(score: SeatScore, sheet: Sheet) -> Iterator[int | None]:
    yield from (score.bid, score.taken, score.points)
    if sheet.corrected:
        yield None if score.points is None else score.besides
    yield score.total


def harmless(text: str) -> str:
    """Text that no spreadsheet runs as a formula: one that begins like it gets a quote before.

    >>> harmless("=1+1"), harmless("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{text}" if text.startswith(tuple(_STARTS)) else text
