"""The hidden page of a workbook that reckons by itself, and the chart that is drawn from it."""

from __future__ import annotations

from collections.abc import Sequence

from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook

from engine.scoring import STREAK, STREAK_POINTS
from pbem.exports.as_xlsx import chart_of_totals
from pbem.exports.live_layout import LOOKUP, NAMES, SCORING, TOP, TOTAL, Layout
from pbem.exports.words import Heads


def write_lookup(
    book: Workbook, page: str, scorings: str, layout: Layout, counts: Sequence[bool]
) -> None:
    """Write the hidden page; `page` and `scorings` are the names of the others.

    `counts` tells of each deal whether it counts for bids made in a row; empty if nobody counts.
    """
    hidden = book.add_worksheet(LOOKUP)
    hidden.hide()
    chosen = f"=IFERROR(MATCH('{page}'!$C${SCORING + 1},'{scorings}'!$A:$A,0),1)"
    hidden.write_formula(0, 0, chosen, None, 1)
    for seat in range(layout.players):
        name = xl_rowcol_to_cell(NAMES, layout.column(seat, 0), row_abs=True, col_abs=True)
        hidden.write_formula(0, 1 + seat, f"='{page}'!{name}&\"\"")
    for at in range(layout.deals):
        row = TOP + at
        hidden.write_number(row, 0, at + 1)
        for seat in range(layout.players):
            total = f"'{page}'!{layout.at(row, seat, TOTAL)}"
            hidden.write_formula(row, 1 + seat, f'=IF({total}="",NA(),{total})', None, "#N/A")
            if counts:
                run = _run(page, layout, row, seat, counts=counts[at])
                hidden.write_formula(row, 1 + layout.players + seat, run, None, 0)


def _run(page: str, layout: Layout, row: int, seat: int, *, counts: bool) -> str:
    """A formula: so many bids made in a row, or below zero missed; after five it begins anew."""
    before = layout.run(row - 1, seat) if row > TOP else "0"
    if not counts:
        return f"={before}"
    cells = layout.cells(row, seat)
    bid, taken = (f"'{page}'!{cell}" for cell in (cells.bid, cells.taken))
    run = f"IF(ABS({before})={STREAK},0,{before})"
    made = f"IF({bid}={taken},MAX({run},0)+1,MIN({run},0)-1)"
    return f"=IF(COUNT({bid},{taken})<2,{before},{made})"


def streak_formula(layout: Layout, row: int, seat: int) -> str:
    """What a row of bids made or missed brings in the deal that ends it."""
    run = f"{LOOKUP}!{layout.run(row, seat)}"
    return f"IF({run}={STREAK},{STREAK_POINTS},IF({run}=-{STREAK},-{STREAK_POINTS},0))"


def draw_totals(book: Workbook, layout: Layout, heads: Heads) -> None:
    """Draw the totals of all players over the deals, below the deals."""
    lines = [((0, column), column) for column in range(1, 1 + layout.players)]
    chart = chart_of_totals(book, LOOKUP, (TOP, layout.last), lines, heads)
    chart.show_na_as_empty_cell()
    chart.show_blanks_as("span")  # What is not played yet is no fall to zero.
    book.worksheets()[0].insert_chart(layout.last + 2, 0, chart)
