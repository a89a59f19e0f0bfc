"""How the cells of a workbook that reckons by itself look."""

from __future__ import annotations

from typing import Any

from xlsxwriter.workbook import Workbook


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
