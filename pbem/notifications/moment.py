"""A moment of a game: what letters of one transaction are written from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import Game, Seat
from pbem.context import Context
from pbem.context.known import as_known, not_begun
from pbem.domain.model import Table
from pbem.store.events import held_until, load_log
from pbem.turns.plans import StandingOrders


@dataclass(frozen=True, slots=True)
class Moment:
    """Asks and tells the players of one game within one transaction.

    `length` is that of the log, `turn` the first entry of the turn being told, `hold` how long its
    letters wait before they leave; with `hiding`, `game` is that of only so many entries of the
    log as the reader may know. `knows` is the seat that learns nothing new from the turn,
    because all of it was its own doing: its letter need not wait. The question to the seat that
    `reads` tells how its answer was read. `orders` are those now standing; without them they are
    looked up. `by` is the player whose order it is that somebody is written to, none if it is the
    operator's.
    """

    ctx: Context
    table: Table
    game: Game
    length: int
    turn: int | None = None
    hold: timedelta = timedelta(0)
    hiding: int | None = None
    knows: Seat | None = None
    went_back: datetime | None = None
    moved: datetime | None = None
    orders: StandingOrders | None = None
    reads: Seat | None = None
    by: int | None = None


def moment_for(
    ctx: Context,
    table: Table,
    seat: Seat | None,
    *,
    latest: Game | None = None,
    orders: StandingOrders | None = None,
) -> Moment:
    """Who writes letters to a seat about the table as that seat may know it; for None, to who sits
    nowhere and knows what all may.

    `latest` is the game of this very moment, where the transaction has changed it; `orders` are
    those standing, where they are known.
    """
    if not table.begun:
        return Moment(ctx, table, not_begun(table), 0)
    seen = as_known(ctx.services, ctx.session, table, ctx.now, seat, latest=latest)
    hiding = seen.entries if seen.hiding else None
    return Moment(ctx, table, seen.game, seen.entries, hiding=hiding, orders=orders)


def moment_now(ctx: Context, table: Table, *, by: int | None = None) -> Moment:
    """Who asks the players anew at this moment; what is held back from them waits as it must."""
    if not table.begun:
        return Moment(ctx, table, not_begun(table), 0, by=by)
    game, length = ctx.services.games.game(ctx.session, table.id)
    until = held_until(ctx.session, table.id)
    [last] = load_log(ctx.session, table.id, since=length - 1)
    hold = max(until - ctx.now, timedelta(0)) if until else timedelta(0)
    return Moment(ctx, table, game, length, turn=last.turn, hold=hold, by=by)
