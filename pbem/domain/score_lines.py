"""What a line does to the sheet of a real table, or why it does nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from engine import Seat
from engine.kept import KeptDeal, bid_for_all, bids_open
from pbem.domain.score_sheet import ScoreSheet
from pbem.orders.scores import AnyLine, EndLine, Scored, ScoreLine, ShowLine, UnreadLine, whose


class LineKind(StrEnum):
    """What came of a line."""

    BIDS = "bids"
    SCORED = "scored"
    CHANGED = "changed"
    ENDED = "ended"
    SHOWN = "shown"
    UNREAD = "unread"
    NO_DEAL = "no deal"
    NOBODY = "nobody"
    TWICE = "twice"
    MISSING = "missing"
    BID_OR_TRICKS = "bid or tricks"
    WRONG_BID = "wrong bid"
    HOOK = "hook"
    TRICKS = "tricks"


_TAKEN = frozenset(
    {LineKind.BIDS, LineKind.SCORED, LineKind.CHANGED, LineKind.ENDED, LineKind.SHOWN}
)


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """What came of one line, and which it was; `deal` is the one it is about.

    `names` are those that are missing, or that could have been meant by the first; `n` is the
    number that cannot be, `m` the one there should have been.
    """

    line: str
    kind: LineKind
    deal: int = 0
    names: tuple[str, ...] = ()
    n: int = 0
    m: int = 0

    @property
    def done(self) -> bool:
        """Whether the line was taken."""
        return self.kind in _TAKEN


def take_down(sheet: ScoreSheet, line: AnyLine) -> tuple[ScoreSheet, LineOutcome]:
    """The sheet after a line, and what came of that; as it was where the line cannot be.

    A name with two numbers tells bid and tricks; with one the bid, or the tricks where the bids of
    the deal are known. A player who is not named keeps what was written down before.
    """
    match line:
        case EndLine(written):
            return replace(sheet, ended=True), LineOutcome(written, LineKind.ENDED)
        case ShowLine(written):
            return sheet, LineOutcome(written, LineKind.SHOWN)
        case UnreadLine(written):
            return sheet, LineOutcome(written, LineKind.UNREAD)
        case ScoreLine():
            return _scored(sheet, line)
        case _:
            assert_never(line)


class _WrongError(Exception):
    """Why a line cannot be."""

    def __init__(self, kind: LineKind, names: tuple[str, ...] = (), n: int = 0, m: int = 0) -> None:
        super().__init__(kind)
        self.kind, self.names, self.n, self.m = kind, names, n, m


def _scored(sheet: ScoreSheet, line: ScoreLine) -> tuple[ScoreSheet, LineOutcome]:
    number = sheet.next_deal if line.deal is None else line.deal
    told = LineOutcome(line.written, LineKind.BIDS, number)
    try:
        before, deal = _deal(sheet, number, line)
    except _WrongError as wrong:
        return sheet, replace(told, kind=wrong.kind, names=wrong.names, n=wrong.n, m=wrong.m)
    if deal.taken:
        told = replace(told, kind=LineKind.CHANGED if before and before.taken else LineKind.SCORED)
    return sheet.written(number, deal), told


def _deal(sheet: ScoreSheet, number: int, line: ScoreLine) -> tuple[KeptDeal | None, KeptDeal]:
    """A deal as it was written down, and as it is to be; _WrongError if it cannot be."""
    last = sheet.last_deal
    if not 1 <= number <= last:
        raise _WrongError(LineKind.NO_DEAL, n=number, m=last)
    before = sheet.deals[number - 1] if number <= len(sheet.deals) else None
    said = _by_seat(sheet, line)
    bids, taken = _told(sheet, number, before, said)
    if absent := tuple(name for seat, name in enumerate(sheet.names) if seat not in bids):
        raise _WrongError(LineKind.MISSING, absent)
    deal = KeptDeal(tuple(bids[Seat(seat)] for seat in range(sheet.players)))
    _check_bids(sheet, number, deal.bids)
    if taken:
        if absent := tuple(name for seat, name in enumerate(sheet.names) if seat not in taken):
            raise _WrongError(LineKind.MISSING, absent)
        size = sheet.size(number)
        deal = replace(deal, taken=tuple(taken[Seat(seat)] for seat in range(sheet.players)))
        if sum(deal.taken) != size:
            raise _WrongError(LineKind.TRICKS, n=sum(deal.taken), m=size)
    return before, deal


def _by_seat(sheet: ScoreSheet, line: ScoreLine) -> dict[Seat, Scored]:
    said: dict[Seat, Scored] = {}
    for one in line.scores:
        name = whose(one.name, sheet.names)
        if name is None:
            raise _WrongError(LineKind.NOBODY, (one.name, *sheet.names))
        seat = Seat(sheet.names.index(name))
        if seat in said:
            raise _WrongError(LineKind.TWICE, (name,))
        said[seat] = one
    return said


def _told(
    sheet: ScoreSheet, number: int, before: KeptDeal | None, said: Mapping[Seat, Scored]
) -> tuple[dict[Seat, int | None], dict[Seat, int]]:
    """The bids and the tricks of a deal by what is said now, over what was before."""
    fixed = bid_for_all(sheet.rules, number, sheet.players)
    known = fixed or (before.bids if before else ())
    bids: dict[Seat, int | None] = dict(zip(map(Seat, range(sheet.players)), known, strict=False))
    written = before.taken if before else ()
    taken: dict[Seat, int] = dict(zip(map(Seat, range(sheet.players)), written, strict=False))
    single = [one.tricks is None for one in said.values()]
    if any(single) and (not all(single) or (taken and not fixed)):
        raise _WrongError(LineKind.BID_OR_TRICKS)
    for seat, one in said.items():
        if one.tricks is not None:
            bids[seat] = fixed[seat] if fixed else one.first
            taken[seat] = one.tricks
        elif known:
            taken[seat] = one.first
        else:
            bids[seat] = one.first
    return bids, taken


def _check_bids(sheet: ScoreSheet, number: int, bids: tuple[int | None, ...]) -> None:
    if bid_for_all(sheet.rules, number, sheet.players):
        return
    size, made = sheet.size(number), [bid or 0 for bid in bids]
    for name, bid in zip(sheet.names, made, strict=True):
        if not min(sheet.rules.bid_min, size) <= bid <= size:
            raise _WrongError(LineKind.WRONG_BID, (name,), n=bid, m=size)
    if made[-1] not in bids_open(sheet.rules, number, made[:-1]):
        raise _WrongError(LineKind.HOOK, m=size)
