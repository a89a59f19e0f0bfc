"""The letters about a table with real cards: to who keeps its scores, and to who was at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbem.context import Context
from pbem.domain.model import Player
from pbem.domain.score_lines import LineOutcome
from pbem.domain.score_sheet import ScoreSheet
from pbem.domain.strangers import Unwritten, WhyUnwritten
from pbem.exports.sheet_files import ATTACHED, sheet_file
from pbem.letters.page import Attachment
from pbem.letters.pages.scores import DealToCome, EveningOver, PlayerScore, ScoresKept
from pbem.letters.pages.standings import EveningRank
from pbem.letters.race import place
from pbem.letters.speech import speech
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify, taps_for
from pbem.results.evenings import Evening, evening_standings, evenings_of, kept_by
from pbem.results.finished import file_name
from pbem.results.kept_sheet import sheet_of
from pbem.results.sheet import Sheet
from pbem.store import people, score_seats
from pbem.store.leagues import league_name
from pbem.store.score_seats import ScoreSeat


@dataclass(frozen=True, slots=True)
class SheetsSent:
    """The names of those to whom a sheet was sent, and why it was not sent to others."""

    to: tuple[str, ...] = ()
    unwritten: tuple[Unwritten, ...] = ()


def send_scores(
    ctx: Context,
    kept: ScoreSheet,
    keeper: Player,
    told: Sequence[LineOutcome],
    unique: str,
    inbound: int | None = None,
    sent: SheetsSent = SheetsSent(),
) -> Unwritten | None:
    """What came of some lines and how all stand, with the sheet as files once no deal comes, and
    to whom else it was `sent`; why it is not written, if its reader has not agreed to it.
    """
    sheet, rules = sheet_of(kept), kept.rules
    page = ScoresKept(
        taps_for(ctx, Purpose.SCORES, kept.id, kept.name, keeper.language),
        game=kept.name,
        told=tuple(told),
        names=kept.names,
        rules=rules,
        sizes=rules.sizes(kept.players),
        scores=_by_place(sheet),
        deal=len(sheet.lines),
        winners=_winners(sheet),
        next=_next(kept),
        late=kept.next_deal if kept.over and kept.bids_known else 0,
        others=sent.to if kept.over else _others(ctx, kept),
        unwritten=sent.unwritten,
        zone=keeper.zone,
        evenings=_several(kept_by(ctx.session, keeper.id)) if kept.over else (),
        league=league_name(ctx.session, kept.league) if kept.league else "",
    )
    files = _files(ctx, kept, sheet, keeper) if kept.over and sheet.lines else ()
    return notify(ctx, page, keeper, unique, inbound=inbound, attached=files)


def send_sheets(ctx: Context, kept: ScoreSheet) -> SheetsSent:
    """The sheet of an evening that is over, to each at the table whose address is known and who has
    not got it, but the keeper.
    """
    sheet, to, unwritten = sheet_of(kept), [], []
    if not kept.over or not sheet.lines:
        return SheetsSent()
    for there in score_seats.seats_at(ctx.session, kept.id):
        if there.told or there.player == kept.keeper:
            continue
        player, page = _evening_over(ctx, kept, there, first=True)
        if people.has_stopped(ctx.session, player.id):
            why: Unwritten | None = Unwritten(WhyUnwritten.STOPPED)
        else:
            files = _files(ctx, kept, sheet, player)
            why = notify(ctx, page, player, f"sheet{there.id}", attached=files, by=kept.keeper)
        name = kept.names[there.seat]
        if why is None:
            score_seats.set_told(ctx.session, there.id, ctx.now)
            to.append(name)
        else:
            unwritten.append(replace(why, name=name))
    return SheetsSent(tuple(to), tuple(unwritten))


def send_evening(ctx: Context, kept: ScoreSheet, there: ScoreSeat, inbound: int) -> None:
    """How an evening ended, in answer to who was at it."""
    player, page = _evening_over(ctx, kept, there, first=False)
    notify(ctx, page, player, f"in{inbound}", inbound=inbound)


def _evening_over(
    ctx: Context, kept: ScoreSheet, there: ScoreSeat, *, first: bool
) -> tuple[Player, EveningOver]:
    player = people.player(ctx.session, there.player)
    sheet = sheet_of(kept)
    page = EveningOver(
        taps_for(ctx, Purpose.AT_TABLE, there.id, kept.name, player.language),
        game=kept.name,
        name=kept.names[there.seat],
        keeper=people.player(ctx.session, kept.keeper).name if kept.keeper else "",
        scores=_by_place(sheet),
        deal=len(sheet.lines),
        winners=_winners(sheet),
        first=first,
        confirmed=there.confirmed,
        evenings=_several(evenings_of(ctx.session, player.id)) if there.confirmed else (),
    )
    return player, page


def _several(evenings: Sequence[Evening]) -> tuple[EveningRank, ...]:
    """The standings of some evenings; none of one alone, whose sheet tells as much."""
    return evening_standings(evenings) if len(evenings) > 1 else ()


def _others(ctx: Context, kept: ScoreSheet) -> tuple[str, ...]:
    """Who gets the sheet beside the keeper once the evening is over."""
    there = score_seats.seats_at(ctx.session, kept.id)
    return tuple(kept.names[one.seat] for one in there if one.player != kept.keeper)


def _winners(sheet: Sheet) -> tuple[str, ...]:
    return tuple(sheet.names[seat] for seat in sheet.winners or ())


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


def _files(ctx: Context, kept: ScoreSheet, sheet: Sheet, reader: Player) -> tuple[Attachment, ...]:
    said, plain = speech(reader.language), file_name(kept.name)
    rules = ctx.services.templates.rules(kept.rules, kept.players, said.code)
    return tuple(
        Attachment(f"{plain}{kind}", sheet_file(kind, sheet, rules, said), mime)
        for kind, mime in ATTACHED.items()
    )
