"""A score sheet to print, with the rules in words on its back; also an empty one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from fpdf import FPDF, FontFace
from fpdf.enums import Align

from engine import Preset
from pbem.exports.deals_to_fill import deals_to_fill, titled
from pbem.exports.fonts import FONT, SIGNS, font_bytes, in_font, printable
from pbem.exports.words import heads, rules_title, standings_line, trump_told, won_by
from pbem.letters.speech import Speech
from pbem.results.sheet import SeatScore, Sheet, SheetLine

_FACTS = (9, 10, 19, 20, 14)
"""The widths of the columns deal, cards, dealer, trump and date, which an empty sheet has not;
lengths are in millimetres.
"""

_MARGIN = 12
_LOW, _HIGH = 5.5, 10.0
"""How high a row may be."""

_SIZE, _SMALL = 10.0, 5.0
_UPRIGHT = 5
"""So many players fit on an upright page."""

HEAD = FontFace(emphasis="BOLD", fill_color=(232, 240, 235))
"""How the heads of columns look."""

_MISSED = FontFace(color=(255, 255, 255), fill_color=(0, 0, 0))
"""Missed bids are blacked out, as they are by hand; who looks closely can still read them."""

_TOTAL = FontFace(emphasis="BOLD")


@dataclass(frozen=True, slots=True)
class FormRow:
    """A deal on the form: its facts, four cells a player, and which seats missed their bids."""

    facts: tuple[str, ...]
    scores: tuple[tuple[str, ...], ...]
    missed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Form:
    """What is printed: strings only. `facts` are the heads of a deal's facts, `heads` those of one
    player's cells; `foot` are lines below the table.
    """

    title: str
    names: tuple[str, ...]
    facts: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[FormRow, ...]
    foot: tuple[str, ...]
    rules_title: str
    rules: tuple[str, ...]


def filled(sheet: Sheet, rules: Sequence[str], said: Speech) -> Form:
    """The form of a game that was played, or is."""
    names = tuple(printable(name, seat) for seat, name in enumerate(sheet.names))
    winners = [names[seat] for seat in sheet.winners or ()]
    rows = tuple(
        FormRow(
            (
                *(str(line.number), str(line.size), names[line.dealer], trump_told(line, said)),
                said.brief_date(line.day) if line.day else "",
            ),
            tuple(_cells(score, line) for score in line.scores),
            frozenset(seat for seat, score in enumerate(line.scores) if score.missed),
        )
        for line in sheet.lines
    )
    foot = (standings_line(names, sheet), won_by(winners, said) if winners else "")
    head = heads(said)
    return Form(
        title=in_font(sheet.game),
        names=names,
        facts=(*head.facts, head.date),
        heads=head.own(),
        rows=rows,
        foot=tuple(line for line in foot if line),
        rules_title=rules_title(said),
        rules=tuple(rules),
    )


def blank(
    preset: Preset, players: int, words: Sequence[str], said: Speech, names: Sequence[str] = ()
) -> Form:
    """An empty form for a table without computers; RulesError if so many cannot play.

    Without `names` there is room for them.
    """
    rows = tuple(
        FormRow((str(number), str(size), "", ""), (("",) * 4,) * players)
        for number, size in enumerate(deals_to_fill(preset.rules, players), 1)
    )
    seated = tuple(map(printable, names, range(players))) or ("",) * players
    head = heads(said)
    return Form(
        title=titled(preset),
        names=seated,
        facts=head.facts,
        heads=head.own(),
        rows=rows,
        foot=(),
        rules_title=rules_title(said),
        rules=tuple(words),
    )


def pdf_of(form: Form) -> bytes:
    """The form as a PDF: the sheet, then the rules on a page that is its back."""
    with paper(len(form.names)) as pdf:
        pdf.set_title(form.title)
        pdf.add_page()
        pdf.heading(form.title)
        pdf.scores(form)
        if form.foot:
            pdf.ln(4)
            for line in form.foot:
                pdf.line_of(line, 11, "B")
        if pdf.page % 2 == 0:
            pdf.add_page()  # so that the rules are on the back of the last sheet
        pdf.add_page()
        pdf.heading(f"{form.title}: {form.rules_title}")
        for sentence in form.rules:
            pdf.line_of(sentence, 11, "")
            pdf.ln(2)
        return bytes(pdf.output())


@contextmanager
def paper(players: int = 1) -> Iterator[Paper]:
    """Paper for so many players, as long as the files of its fonts are there: while the block runs.

    Without players it is upright.
    """
    with TemporaryDirectory() as folder:
        yield Paper(players, Path(folder))


class Paper(FPDF):
    """A4 paper, upright or across, in a font that is embedded."""

    def __init__(self, players: int, folder: Path) -> None:
        super().__init__("portrait" if players <= _UPRIGHT else "landscape", "mm", "A4")
        self.set_margin(_MARGIN)
        self.set_auto_page_break(True, _MARGIN)
        for family, style, name in ((FONT, "", "figo"), (FONT, "B", "figbo"), (SIGNS, "", SIGNS)):
            file = folder / f"{name}.ttf"
            file.write_bytes(font_bytes(name))
            self.add_font(family, style, file)
        self.set_fallback_fonts([SIGNS], exact_match=False)

    def line_of(self, text: str, size: float, style: str) -> None:
        """Write a line, or more if it is long."""
        self.set_font(FONT, style, size)
        self.multi_cell(0, size * 0.5, text, align=Align.L, new_x="LMARGIN", new_y="NEXT")

    def _size_for(self, words: Sequence[str], width: float) -> float:
        """The size in which each word fits a column, if that can still be read."""
        self.set_font(FONT, "B", _SIZE)
        widest = max(self.get_string_width(word) for word in words) + 2 * self.c_margin + 0.1
        return max(_SMALL, min(_SIZE, _SIZE * width / widest))

    def heading(self, text: str) -> None:
        """Write what the page is about."""
        self.line_of(text, 18, "B")
        self.ln(4)

    def scores(self, form: Form) -> None:
        """Write the table of deals, its heads again on each page."""
        players, own = len(form.names), len(form.heads)
        about = _FACTS[: len(form.facts)]
        width = (self.epw - sum(about)) / players / own
        self.c_margin = 0.5
        name = FontFace(size_pt=self._size_for(form.names, own * width))
        head = FontFace(size_pt=self._size_for(form.heads, width - 2 * self.c_margin))
        columns = zip(about, zip(*(deal.facts for deal in form.rows), strict=True), strict=True)
        fits = [FontFace(size_pt=self._size_for(facts, wide)) for wide, facts in columns]
        self.set_font(FONT, "", self._size_for(["-188"], width))
        fills_the_page = (self.eph - self.get_y()) / (len(form.rows) + 2)
        with self.table(
            col_widths=(*about, *[width] * (own * players)),
            text_align=Align.C,
            line_height=5,
            min_row_height=max(_LOW, min(_HIGH, fills_the_page)),
            num_heading_rows=2,
            headings_style=HEAD,
            padding=0,
        ) as table:
            top = table.row()
            top.cell("", colspan=len(about))
            for player in form.names:
                top.cell(player, colspan=own, style=name)
            heads = table.row()
            for fact, wide in zip(form.facts, about, strict=True):
                room = wide - 2 * self.c_margin
                heads.cell(fact, style=FontFace(size_pt=self._size_for([fact], room)))
            for cell in form.heads * players:
                heads.cell(cell, style=head)
            for deal in form.rows:
                row = table.row()
                for fact, fit in zip(deal.facts, fits, strict=True):
                    row.cell(fact, style=fit)
                for seat, (bid, taken, points, total) in enumerate(deal.scores):
                    row.cell(bid, style=_MISSED if seat in deal.missed else None)
                    row.cell(taken)
                    row.cell(points)
                    row.cell(total, style=_TOTAL)


def _cells(score: SeatScore, line: SheetLine) -> tuple[str, ...]:
    taken = score.taken if line.over or score.taken else None
    told = (score.bid, taken, score.points, score.total)
    return tuple("" if number is None else str(number) for number in told)
