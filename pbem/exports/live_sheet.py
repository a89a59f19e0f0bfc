"""An empty score sheet that reckons by itself, as a workbook for a table with real cards.

Bids and tricks are typed in; points, totals, places and the next dealer are formulas, and what
cannot be is said beside the deal. The way of scoring can be chosen while the game is played.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from engine import Preset, Rules
from engine.bidding import BidMode
from engine.ending import End
from engine.formula import Scoring
from engine.play import Direction
from engine.scoring import SCORES, Bonus, Score
from pbem.exports.as_xlsx import OPTIONS
from pbem.exports.cell_formulas import Cells, points_formula
from pbem.exports.deals_to_fill import deals_to_fill, titled
from pbem.exports.live_layout import (
    AMISS,
    BID,
    CHOSEN,
    DEALER,
    FACTS,
    HEADS,
    NAMES,
    PLACES,
    POINTS,
    SCORING,
    TOP,
    TOTAL,
    TRUMP,
    Layout,
    Styles,
)
from pbem.exports.live_lookup import draw_totals, streak_formula, write_lookup
from pbem.exports.live_words import LiveWords, amiss_formula
from pbem.exports.words import heads, rules_title
from pbem.letters.speech import Speech
from pbem.letters.words import begun
from pbem.results.shown import CannotExport

_WIDE = 75
"""So wide is a page of sentences, in signs: it fits on paper."""


@dataclass(frozen=True, slots=True)
class ScoringChoice:
    """A way of scoring that can be chosen, and how it is told."""

    score: Score | Scoring
    told: str


def scores_of(rules: Rules) -> list[Score | Scoring]:
    """The ways of scoring to choose from, that of the rules first; CannotExport if a deal's points
    depend on more than its bids and tricks.
    """
    if rules.end in (End.EXACT_TARGET, End.RUBBER) or rules.bonus is Bonus.PREMIUM or rules.lock:
        raise CannotExport(
            "the points of this game depend on more than the bids and tricks of a deal, so no"
            " workbook reckons them; an empty PDF can be printed for it"
        )
    return [rules.score, *(score for score in SCORES if score is not rules.score)]


def live_xlsx(
    preset: Preset,
    names: Sequence[str],
    ways: Sequence[ScoringChoice],
    rules: Sequence[str],
    said: Speech,
) -> bytes:
    """The workbook for a table of these names, each of which can be changed in it.

    `ways` begin with the one of the preset; `rules` are its rules in words. PlayersError if so
    many cannot play.
    """
    written = io.BytesIO()
    with xlsxwriter.Workbook(written, OPTIONS) as book:
        _Page(book, preset, names, ways, said).write()
        for title, lines in (
            (rules_title(said), rules),
            (LiveWords.of(said).scorings, [way.told for way in ways]),
        ):
            page = book.add_worksheet(title)
            wrapped = book.add_format({"text_wrap": True, "valign": "top"})
            page.set_column(0, 0, _WIDE)
            page.set_paper(9)
            page.fit_to_pages(1, 0)
            for at, line in enumerate(lines):
                page.set_row(at, 15 * (1 + len(line) // _WIDE))
                page.write_string(at, 0, line, wrapped)
    return written.getvalue()


class _Page:
    """The page that is filled in."""

    def __init__(
        self,
        book: Workbook,
        preset: Preset,
        names: Sequence[str],
        ways: Sequence[ScoringChoice],
        said: Speech,
    ) -> None:
        self._book, self._preset, self._names, self._ways = book, preset, names, ways
        self._rules = preset.rules
        self._heads, self._words = heads(said), LiveWords.of(said)
        self._sizes = deals_to_fill(preset.rules, len(names))
        self._layout = Layout(len(names), len(self._sizes))
        self._page: Worksheet = book.add_worksheet(begun(self._heads.points))
        self._style = Styles(book)

    def write(self) -> None:
        """Write heads, deals, what they look up, and the chart."""
        page = self._page
        self._write_heads()
        for at, size in enumerate(self._sizes):
            self._write_deal(TOP + at, at + 1, size)
        counts = [self._counts(at) for at in range(len(self._sizes))] if self._streaks else []
        write_lookup(self._book, page.get_name(), self._words.scorings, self._layout, counts)
        draw_totals(self._book, self._layout, self._heads)
        page.freeze_panes(TOP, DEALER)
        page.protect(options={"format_columns": True, "format_rows": True})
        page.set_landscape()
        page.set_paper(9)
        page.fit_to_pages(1, 0)

    @property
    def _streaks(self) -> bool:
        return self._rules.bonus is Bonus.STREAKS

    def _counts(self, at: int) -> bool:
        """Whether a deal counts for bids made in a row: neither one card nor the most."""
        return self._streaks and self._sizes[at] not in (1, max(self._sizes))

    def _write_heads(self) -> None:
        page, head, style, layout = self._page, self._heads, self._style, self._layout
        page.write_string(0, 0, titled(self._preset), style.title)
        page.write_string(SCORING, 0, self._words.scorings, style.plain_head)
        page.merge_range(
            *(SCORING, DEALER, SCORING, layout.column(len(self._names) - 1, TOTAL)),
            self._ways[0].told,
            style.chosen,
        )
        listed = f"='{self._words.scorings}'!$A$1:$A${len(self._ways)}"
        page.data_validation(
            *(SCORING, DEALER, SCORING, DEALER), {"validate": "list", "source": listed}
        )
        for at, fact in enumerate((*head.facts, self._words.check)):
            page.write_string(HEADS, at, fact, style.head)
        page.set_column(0, 1, 6)
        page.set_column(DEALER, TRUMP, 11)
        page.set_column(AMISS, AMISS, 22)
        page.write_string(PLACES, FACTS - 1, self._words.place, style.right)
        for seat, name in enumerate(self._names):
            first, last = layout.column(seat, BID), layout.column(seat, TOTAL)
            page.merge_range(NAMES, first, NAMES, last, name, style.name)
            page.merge_range(PLACES, first, PLACES, first + 1, "", style.place)
            page.write_formula(PLACES, first, self._place(seat), style.place, 1)
            page.merge_range(PLACES, first + 2, PLACES, last, "", style.sum)
            sum_ = f"=SUM({layout.down(seat, POINTS, layout.last)})"
            page.write_formula(PLACES, first + 2, sum_, style.sum, 0)
            for at, what in enumerate(head.own()):
                page.write_string(HEADS, first + at, what, style.head)
            page.set_column(first, last, 6.5)

    def _place(self, seat: int) -> str:
        """A formula: one more than there are seats with more points."""
        sums = [self._layout.at(PLACES, one, POINTS) for one in range(len(self._names))]
        others = (one for at, one in enumerate(sums) if at != seat)
        return "=1+" + "+".join(f"({other}>{sums[seat]})" for other in others)

    def _write_deal(self, row: int, number: int, size: int) -> None:
        page, style = self._page, self._style
        rules = self._rules.for_deal(number, len(self._names))
        page.write_number(row, 0, number, style.plain)
        page.write_number(row, 1, size, style.plain)
        self._write_dealer(row)
        page.write_blank(row, TRUMP, None, style.typed)
        amiss = amiss_formula(self._layout.cells(row, 0), rules, size, self._words)
        page.write_formula(row, AMISS, f"={amiss}", style.plain, "")
        wrong = {"type": "text", "criteria": "containing", "value": "!", "format": style.wrong}
        page.conditional_format(row, AMISS, row, AMISS, wrong)
        for seat in range(len(self._names)):
            self._write_seat(row, seat, rules, size)

    def _write_dealer(self, row: int) -> None:
        """The first dealer is chosen; then the deal goes round."""
        page, style, names = self._page, self._style, self._layout.names
        if row == TOP:
            page.write_blank(row, DEALER, None, style.typed)
            page.data_validation(
                row, DEALER, row, DEALER, {"validate": "list", "source": f"={names}"}
            )
            return
        step = 1 if self._rules.direction is Direction.CLOCKWISE else len(self._names) - 1
        before = f"MATCH({xl_rowcol_to_cell(row - 1, DEALER)},{names},0)"
        after = f'=IFERROR(INDEX({names},MOD({before}-1+{step},{len(self._names)})+1),"")'
        page.write_formula(row, DEALER, after, style.plain, "")

    def _write_seat(self, row: int, seat: int, rules: Rules, size: int) -> None:
        page, style, layout = self._page, self._style, self._layout
        bid, taken, points, total = (layout.column(seat, what) for what in range(4))
        cells = layout.cells(row, seat)
        allowed = {"validate": "integer", "criteria": "between", "minimum": 0, "maximum": size}
        for column in (bid, taken):
            page.write_blank(row, column, None, style.typed)
            page.data_validation(row, column, row, column, allowed)
        if rules.bid_mode is BidMode.ZERO:
            page.write_number(row, bid, 0, style.plain)
        elif rules.bid_mode is BidMode.NONE:
            page.write_blank(row, bid, None, style.plain)
        else:
            for sign, how in (("=", style.kept), ("<>", style.missed)):
                holds = f"=AND(COUNT({cells.bid},{cells.taken})=2,{cells.bid}{sign}{cells.taken})"
                criteria = {"type": "formula", "criteria": holds, "format": how}
                page.conditional_format(row, bid, row, bid, criteria)
        page.write_formula(row, points, self._points(row, seat, rules, cells), style.plain, "")
        mine = layout.at(row, seat, POINTS)
        sum_ = f'=IF({mine}="","",SUM({layout.down(seat, POINTS, row)}))'
        page.write_formula(row, total, sum_, style.total, "")

    def _points(self, row: int, seat: int, rules: Rules, cells: Cells) -> str:
        """A formula: the points of a seat for a deal, nothing before all is known."""
        points = points_formula(rules.score, cells)
        if rules.score == self._rules.score:
            some = (points_formula(way.score, cells) for way in self._ways)
            points = f"CHOOSE({CHOSEN},{','.join(some)})"
        if self._counts(row - TOP):
            points = f"{points}+{streak_formula(self._layout, row, seat)}"
        if rules.times > 1:
            points = f"{rules.times}*({points})"
        known = cells.takens if rules.bid_mode is BidMode.NONE else (*cells.bids, *cells.takens)
        return f'=IF(COUNT({",".join(known)})<{len(known)},"",{points})'
