"""Pauses that the players agree on: one proposes some days, and all others have to say yes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

from engine import Seat
from pbem.commands.organiser.desk import Desk
from pbem.commands.organiser.timing import skip_days
from pbem.commands.player.row import Done, LetterBack, Row, SeatContext, refuse
from pbem.context import Context
from pbem.domain.deadlines import Span
from pbem.domain.model import Stage, Table
from pbem.domain.outcomes import Changed, Said
from pbem.domain.vocabulary import Change, To, Why
from pbem.letters.page import Page
from pbem.letters.pages.pause import PauseKind, PausePoll
from pbem.letters.reader import Reader
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import tell
from pbem.notifications.organisers import tell_organiser
from pbem.orders.model import AgreePause, Pause
from pbem.store import pause
from pbem.store.games import load_table
from pbem.store.locks import take_games
from pbem.store.pause import PauseWish


def propose_pause(ctx: SeatContext, order: Pause) -> Done:
    """Ask all others whether the table shall pause; where there is nobody else, it does."""
    table = ctx.table
    take_games(ctx.session, [table.id])
    if not _plays(ctx):
        return refuse(ctx, Why.NOT_PLAYING)
    today = ctx.now.astimezone(ZoneInfo(ctx.player.zone)).date()
    if order.first is not None and order.first < today:
        return refuse(ctx, Why.PAST_DAYS)
    if order.days > table.pause_left:
        return refuse(ctx, Why.PAUSE_TOO_LONG)
    wish = pause.propose(ctx.session, table.id, ctx.seat, order.first, order.days, ctx.now)
    waits = wish.waits_for(table)
    if not waits:
        return _begin(ctx, table, wish)
    _tell(ctx, waits, wish, "proposed")
    return Done(Changed(Change.PAUSE_PROPOSED), LetterBack(_page(ctx, wish, "asked")))


def agree_to_pause(ctx: SeatContext, order: AgreePause) -> Done:
    """Say yes or no to a pause that another has proposed; it begins with the last yes."""
    take_games(ctx.session, [ctx.table.id])
    wish = pause.pause_wish(ctx.session, ctx.table.id)
    if not _plays(ctx):
        return refuse(ctx, Why.NOT_PLAYING)
    if wish is None or wish.seat == ctx.seat:
        return refuse(ctx, Why.NO_PAUSE)
    if not order.yes:
        pause.end(ctx.session, wish.id, "refused")
        others = {wish.seat, *wish.agreed, *wish.waits_for(ctx.table)} - {ctx.seat, *ctx.table.kept}
        _tell(ctx, sorted(others), wish, "refused")
        return Done(Said(False, To.PAUSE), LetterBack(_page(ctx, wish, "declined")))
    wish = pause.agree(ctx.session, wish.id, ctx.seat)
    if not wish.waits_for(ctx.table):
        return _begin(ctx, ctx.table, wish)
    return Done(Changed(Change.PAUSE_AGREED), LetterBack(_page(ctx, wish, "agreed")))


def _plays(ctx: SeatContext) -> bool:
    return ctx.table.stage is Stage.PLAYING and ctx.seat not in ctx.table.kept


def _begin(ctx: Context, table: Table, wish: PauseWish) -> Done:
    """Let the days of a proposal that all agree to not count; all are told, the organiser too."""
    first = wish.first or ctx.now.astimezone(ZoneInfo(table.organiser.zone)).date() + timedelta(1)
    span = Span(first, first + timedelta(wish.days - 1))
    pause.end(ctx.session, wish.id, "agreed")
    pause.count_pause(ctx.session, table.id, wish.days)
    desk = Desk(
        ctx.services, ctx.session, ctx.now, number=table.id, line="pause", unique=f"pause{wish.id}"
    )
    told = skip_days(desk, span)
    tell_organiser(ctx, load_table(ctx.session, table.id), told, f"pause{wish.id}")
    return Done(Changed(Change.PAUSED))


def _tell(ctx: SeatContext, seats: list[Seat], wish: PauseWish, what: PauseKind) -> None:
    """Tell others of a proposal, or of a no to it."""
    for seat in seats:
        tell(
            moment_for(ctx, ctx.table, seat),
            seat,
            _page(ctx, wish, what),
            f"pause{wish.id}.{what}",
            asking=True,
        )


def _page(ctx: SeatContext, wish: PauseWish, what: PauseKind) -> Callable[[Reader], Page]:
    return lambda reader: PausePoll(
        reader.frame,
        what,
        name=ctx.player.name,
        first=wish.first,
        days=wish.days,
        waits=tuple(reader.names[seat] for seat in wish.waits_for(reader.table)),
    )


ROWS = (Row(Pause, propose_pause, below=True), Row(AgreePause, agree_to_pause, below=True))
