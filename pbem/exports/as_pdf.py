"""A score sheet to print, with the rules in words on its back; also an empty one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pymupdf_fonts
from fpdf import FPDF, FontFace
from fpdf.enums import Align

from engine import Preset
from pbem.exports.fonts import FONT, SIGNS, in_font, printable
from pbem.exports.words import heads, trump_word, won_by
from pbem.letters.speech import Speech
from pbem.letters.words import begun
from pbem.results.sheet import SeatScore, Sheet, SheetLine

_FACTS = (11, 11, 17)
"""The widths of the columns deal, cards and trump; all lengths are in millimetres."""

_MARGIN = 12
_LOW, _HIGH = 5.5, 10.0
_SIZE, _SMALL = 9.0, 5.0
_UPRIGHT = 5
"""So many players fit on an upright page."""

_ROWS = 24
"""So many rows has an empty sheet of a game that ends with a target."""


@dataclass(frozen=True, slots=True)
class Form:
    """What is printed: strings only. A row has three facts, and three cells a player."""

    title: str
    names: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: str
    rules_title: str
    rules: tuple[str, ...]


def filled(sheet: Sheet, rules: Sequence[str], said: Speech) -> Form:
    """The form of a game that was played, or is."""
    names = tuple(printable(name, seat) for seat, name in enumerate(sheet.names))
    winners = [names[seat] for seat in sheet.winners or ()]
    rows = tuple(
        (
            *(str(line.number), str(line.size), trump_word(line, said)),
            *(cell for score in line.scores for cell in _cells(score, line)),
        )
        for line in sheet.lines
    )
    foot = won_by(winners, said) if winners else ""
    title = in_font(sheet.game)
    return Form(title, names, _heads(said), rows, foot, _rules_title(said), tuple(rules))


def blank(preset: Preset, players: int, words: Sequence[str], said: Speech) -> Form:
    """An empty form for a table without computers; RulesError if so many cannot play."""
    rules = preset.rules
    sizes = rules.sizes(players)
    fixed = rules.deal_count(players) is not None
    count = len(sizes) if fixed else _ROWS
    rows = tuple(
        (str(n + 1), str(sizes[n % len(sizes)]), "", *[""] * (3 * players)) for n in range(count)
    )
    title, names = f"Oh Hell! · {preset.name.replace('_', ' ')}", ("",) * players
    return Form(title, names, _heads(said), rows, "", _rules_title(said), tuple(words))


def pdf_of(form: Form) -> bytes:
    """The form as a PDF: the sheet, then the rules on a page that is its back."""
    with TemporaryDirectory() as folder:
        pdf = Paper(len(form.names), Path(folder))
        pdf.set_title(form.title)
        pdf.add_page()
        pdf.heading(form.title)
        pdf.scores(form)
        if form.foot:
            pdf.ln(4)
            pdf.line_of(form.foot, 11, "B")
        if pdf.page % 2 == 0:
            pdf.add_page()  # so that the rules are on the back of the last sheet
        pdf.add_page()
        pdf.heading(f"{form.title}: {form.rules_title}")
        for sentence in form.rules:
            pdf.line_of(sentence, 11, "")
            pdf.ln(2)
        return bytes(pdf.output())


class Paper(FPDF):
    """A4 paper, upright or across, in a font that is embedded."""

    def __init__(self, players: int, folder: Path) -> None:
        super().__init__("portrait" if players <= _UPRIGHT else "landscape", "mm", "A4")
        self.set_margin(_MARGIN)
        self.set_auto_page_break(True, _MARGIN)
        for style, name in (("", "figo"), ("B", "figbo")):
            file = folder / f"{name}.ttf"
            file.write_bytes(pymupdf_fonts.fontbuffers[name]())
            self.add_font(FONT, style, file)
        signs = folder / "signs.ttf"
        signs.write_bytes(pymupdf_fonts.fontbuffers[SIGNS]())
        self.add_font(SIGNS, "", signs)
        self.set_fallback_fonts([SIGNS], exact_match=False)

    def regular(self, size: float) -> None:
        """Write neither bold nor in another size from now on."""
        self.set_font(FONT, "", size)

    def line_of(self, text: str, size: float, style: str) -> None:
        """Write a line, or more if it is long."""
        self.set_font(FONT, style, size)
        self.multi_cell(0, size * 0.5, text, align=Align.L, new_x="LMARGIN", new_y="NEXT")

    def _size_for(self, words: Sequence[str], width: float) -> float:
        """The size in which each word fits a column, if that can still be read."""
        self.set_font(FONT, "B", _SIZE)
        widest = max(self.get_string_width(word) for word in words) + 2 * self.c_margin + 0.1
        return max(_SMALL, min(_SIZE, _SIZE * width / widest))

    def _row_height(self, rows: int) -> float:
        """As high as rows may be to fill the page, if that is neither too high nor too low."""
        return max(_LOW, min(_HIGH, (self.eph - self.get_y()) / rows))

    def heading(self, text: str) -> None:
        """Write what the page is about."""
        self.line_of(text, 18, "B")
        self.ln(4)

    def scores(self, form: Form) -> None:
        """Write the table of deals, its heads again on each page."""
        players = len(form.names)
        own = (self.epw - sum(_FACTS)) / players / 3
        self.c_margin = 0.5
        self.set_font(FONT, "", self._size_for(form.heads[3:], own))
        with self.table(
            col_widths=(*_FACTS, *[own] * (3 * players)),
            text_align=Align.C,
            line_height=5,
            min_row_height=self._row_height(len(form.rows) + 2),
            num_heading_rows=2,
            headings_style=FontFace(emphasis="BOLD", fill_color=(232, 240, 235)),
            padding=0,
        ) as table:
            top = table.row()
            top.cell("", colspan=len(_FACTS))
            for seat, name in enumerate(form.names):
                top.cell(printable(name, seat), colspan=3)
            heads = table.row()
            for head in (*form.heads[:3], *form.heads[3:] * players):
                heads.cell(head)
            for cells in form.rows:
                row = table.row()
                for cell in cells:
                    row.cell(cell)


def _heads(said: Speech) -> tuple[str, ...]:
    head = heads(said)
    return (head.deal, head.cards, head.trump, head.bid, head.tricks, head.total)


def _rules_title(said: Speech) -> str:
    # NOTE: Stands above the rules of a game in words.
    return begun(said.messages.pgettext("title", "the rules"))


def _cells(score: SeatScore, line: SheetLine) -> tuple[str, str, str]:
    told = [score.bid, score.taken if line.over or score.taken else None, score.total]
    bid, taken, total = ("" if number is None else str(number) for number in told)
    return bid, taken, total
