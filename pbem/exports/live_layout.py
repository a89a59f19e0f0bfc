"""Where everything stands in a workbook that reckons by itself, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook

from pbem.exports.cell_formulas import Cells

FACTS = 5
"""The columns before those of the first player: deal, cards, dealer, trump, what is amiss."""

DEALER, TRUMP, AMISS = 2, 3, 4
BID, TAKEN, POINTS, TOTAL = range(4)
"""The columns of a player, from the first of hers."""

WIDTH = 4
SCORING, NAMES, PLACES, HEADS, TOP = 1, 2, 3, 4, 5
"""The rows above the deals, from the second on, and that of the first deal."""

LOOKUP = "lookup"
"""The hidden page: the way of scoring by its number, the names side by side, what is drawn."""

CHOSEN = f"{LOOKUP}!$A$1"


@dataclass(frozen=True, slots=True)
class Layout:
    """Cells by seat and row; all rows and columns count from 0, as xlsxwriter has it."""

    players: int
    deals: int

    @property
    def last(self) -> int:
        """The row of the last deal."""
        return TOP + self.deals - 1

    def column(self, seat: int, what: int) -> int:
        """A column of a seat: its bids, tricks, points or totals."""
        return FACTS + seat * WIDTH + what

    def at(self, row: int, seat: int, what: int) -> str:
        """A cell of a seat, by its name."""
        return str(xl_rowcol_to_cell(row, self.column(seat, what), col_abs=True))

    def down(self, seat: int, what: int, to: int) -> str:
        """The cells of a seat's column from the first deal to one."""
        name = xl_col_to_name(self.column(seat, what), col_abs=True)
        return f"{name}${TOP + 1}:{name}{to + 1}"

    def cells(self, row: int, seat: int) -> Cells:
        """What the points of a seat depend on, in a deal."""
        bids, takens = (
            tuple(self.at(row, other, what) for other in range(self.players))
            for what in (BID, TAKEN)
        )
        return Cells(bids[seat], takens[seat], f"$B{row + 1}", bids, takens)

    def run(self, row: int, seat: int) -> str:
        """On the hidden page: how many bids in a row a seat has made, below zero missed."""
        return str(xl_rowcol_to_cell(row, 1 + self.players + seat))

    @property
    def names(self) -> str:
        """The names side by side, on the hidden page."""
        return f"{LOOKUP}!$B$1:${xl_col_to_name(self.players)}$1"


class Styles:
    """How cells look; what is typed in has a frame and is not locked."""

    def __init__(self, book: Workbook) -> None:
        centred: dict[str, Any] = {"align": "center"}
        typed: dict[str, Any] = {**centred, "border": 1, "border_color": "#B7C4BC", "locked": False}
        self.title = book.add_format({"bold": True, "font_size": 16})
        self.head = book.add_format({**centred, "bold": True, "bottom": 1})
        self.plain_head = book.add_format({"bold": True})
        self.right = book.add_format({"bold": True, "align": "right"})
        self.name = book.add_format({**typed, "bold": True, "bg_color": "#E8F0EB"})
        self.place = book.add_format({**centred, "num_format": '0"."'})
        self.sum = book.add_format({**centred, "bold": True, "font_size": 14})
        self.plain = book.add_format(centred)
        self.typed = book.add_format(typed)
        self.chosen = book.add_format({"border": 1, "border_color": "#B7C4BC", "locked": False})
        self.total = book.add_format({**centred, "bold": True, "right": 1})
        self.wrong = book.add_format({"bold": True, "font_color": "#B00020"})
        self.kept = book.add_format({"bg_color": "#DDEFE3"})
        self.missed = book.add_format({"bg_color": "#000000", "font_color": "#FFFFFF"})
