"""`why`: what a player should have done in a deal that is over, told once it is worked out."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from pbem.commands.player.row import BEGUN, Done, LetterBack, Row, SeatContext, refuse, say_found
from pbem.context import Context
from pbem.context.known import as_known, sealed
from pbem.context.services import Services
from pbem.domain.outcomes import Told
from pbem.domain.vocabulary import Why
from pbem.lanes import Lane, LaneStopped
from pbem.letters.pages.coached import Coached
from pbem.letters.pages.helping import HelpLine
from pbem.logs import log
from pbem.orders.model import Request
from pbem.results.coaching import look_back_at, review_of, seed_of
from pbem.results.reviews import ends
from pbem.store.database import DatabaseUnavailable
from pbem.store.deal_reviews import (
    ReviewWanted,
    found_for,
    give_up,
    keep_found,
    next_wanted,
    want,
)
from pbem.store.events import load_log
from pbem.store.locks import take_games


def why(ctx: SeatContext, order: Request) -> Done:
    """What could have been done in a deal, the last that is over or one with a number.

    What is not worked out yet is told as soon as it is.
    """
    seen = as_known(ctx.services, ctx.session, ctx.table, ctx.now, ctx.seat)
    over = len(seen.game.deals)
    deal = int(order.topic) if order.topic else over
    if sealed(ctx.session, ctx.table, ctx.now):
        return refuse(ctx, Why.SEALED)
    if not 0 < deal <= over:
        return refuse(ctx, Why.DEAL_NOT_OVER)
    ended = ends(load_log(ctx.session, ctx.table.id))[deal - 1].ended
    found = found_for(ctx.session, ctx.table.id, ended, ctx.seat)
    if found is not None:
        return Done(Told("why"), LetterBack(partial(Coached.of, review=review_of(found))))
    want(ctx.session, ReviewWanted(ctx.table.id, ended, ctx.seat, deal, ctx.inbound, ctx.nth))
    ctx.services.reviews_wanted.set()
    return Done(Told("why"))


def coach_next(services: Services, now: datetime, lane: Lane) -> bool:
    """Work out the next deal that somebody asks about, and tell; False if nobody does.

    No transaction is open while it is worked out. What is stopped has still to be told.
    """
    with services.db.begin() as session:
        wanted = next_wanted(session)
        if wanted is None:
            return False
        entries = load_log(session, wanted.game)
    seed = seed_of(wanted.game, wanted.deal)
    told = [one.entry for one in entries[: wanted.ended + 1]]
    try:
        found = lane(look_back_at, told, wanted.seat, wanted.deal, seed)
        page = partial(Coached.of, review=review_of(found))
        with services.db.begin() as session:
            take_games(session, [wanted.game])
            keep_found(session, wanted, found)
            ctx = Context(services, session, now, wanted.inbound)
            say_found(ctx, wanted.game, wanted.seat, page, wanted.inbound, wanted.nth)
    except DatabaseUnavailable:
        raise
    except LaneStopped:
        return False
    except Exception as problem:
        # Whatever it was, the others who ask do not wait for it.
        log.error("no coach", game=wanted.game, deal=wanted.deal, error=repr(problem))
        with services.db.begin() as session:
            give_up(session, wanted)
    return True


ROWS = (
    Row(
        *("why", why, BEGUN),
        below=True,
        line=HelpLine("what you could have done in a deal that is over", after="4"),
    ),
)
