"""The letter to who keeps the scores of a table with real cards."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.context import Context
from pbem.domain.model import Player
from pbem.domain.score_lines import LineOutcome
from pbem.domain.score_sheet import ScoreSheet
from pbem.domain.strangers import Unwritten
from pbem.exports.sheet_files import ATTACHED, sheet_file
from pbem.letters.page import Attachment
from pbem.letters.pages.scores import DealToCome, PlayerScore, ScoresKept
from pbem.letters.race import place
from pbem.letters.speech import speech
from pbem.letters.taps import taps_of
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify
from pbem.results.finished import file_name
from pbem.results.kept_sheet import sheet_of
from pbem.results.sheet import Sheet
from pbem.store.codes import mint


def send_scores(
    ctx: Context,
    kept: ScoreSheet,
    keeper: Player,
    told: Sequence[LineOutcome],
    unique: str,
    inbound: int | None = None,
) -> Unwritten | None:
    """What came of some lines and how all stand, with the sheet as files once no deal comes; why
    it is not written, if its reader has not agreed to it.
    """
    code = mint(ctx.session, ctx.services.addresses, Purpose.SCORES, kept.id)
    sheet, rules = sheet_of(kept), kept.rules
    page = ScoresKept(
        taps_of(code, kept.name, keeper.language),
        game=kept.name,
        told=tuple(told),
        names=kept.names,
        rules=rules,
        sizes=rules.sizes(kept.players),
        scores=_by_place(sheet),
        deal=len(sheet.lines),
        winners=tuple(kept.names[seat] for seat in sheet.winners or ()),
        next=_next(kept),
        late=kept.next_deal if kept.over and kept.bids_known else 0,
    )
    files = _files(ctx, kept, sheet, keeper) if kept.over and sheet.lines else ()
    return notify(ctx, page, keeper, unique, inbound=inbound, attached=files)


def _next(kept: ScoreSheet) -> DealToCome | None:
    if kept.over:
        return None
    number = kept.next_deal
    dealer = kept.names[kept.dealer(number)]
    return DealToCome(number, kept.size(number), dealer, bids_known=kept.bids_known)


def _by_place(sheet: Sheet) -> tuple[PlayerScore, ...]:
    """How each player stands after the last deal, the best first; nobody before the first."""
    if not sheet.lines:
        return ()
    scores = (
        PlayerScore(place(total, sheet.totals), name, total, one.bid, one.taken, one.points)
        for name, total, one in zip(sheet.names, sheet.totals, sheet.lines[-1].scores, strict=True)
    )
    return tuple(sorted(scores, key=lambda one: one.place))


def _files(ctx: Context, kept: ScoreSheet, sheet: Sheet, keeper: Player) -> tuple[Attachment, ...]:
    said, plain = speech(keeper.language), file_name(kept.name)
    rules = ctx.services.templates.rules(kept.rules, kept.players, said.code)
    return tuple(
        Attachment(f"{plain}{kind}", sheet_file(kind, sheet, rules, said), mime)
        for kind, mime in ATTACHED.items()
    )
