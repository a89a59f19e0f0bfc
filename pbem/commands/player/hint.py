"""`hint`: two choices that seem good to who is asked, where the table has agreed on hints."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from engine import view
from engine.hints import Hint, hint
from pbem.commands.player.row import BEGUN, Done, Row, SeatContext, refuse, say_found
from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.asking import stands
from pbem.domain.outcomes import Told
from pbem.domain.vocabulary import Why
from pbem.lanes import Lane, LaneStopped
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.hinted import Hinted
from pbem.logs import log
from pbem.notifications.moment import moment_for
from pbem.orders.model import Request
from pbem.results.coaching import seed_of
from pbem.store import questions
from pbem.store.hints import HintWanted, hint_told, next_hint, want_hint
from pbem.store.locks import take_games


def ask_for_hint(ctx: SeatContext, _order: Request) -> Done:
    """Two choices and why, told once they are worked out; only to who is asked now."""
    if not ctx.table.setup.hints:
        return refuse(ctx, Why.NO_HINTS)
    asked = questions.open_at(ctx.session, ctx.table.id, ctx.seat)
    at = moment_for(ctx, ctx.table, ctx.seat)
    if asked is None or at.hiding is not None or not stands(asked, at.game, at.length):
        return refuse(ctx, Why.NO_HINT_NOW)
    want_hint(ctx.session, HintWanted(asked.id, ctx.table.id, ctx.inbound, ctx.nth))
    ctx.services.reviews_wanted.set()
    return Done(Told("hint"))


def hint_next(services: Services, now: datetime, lane: Lane) -> bool:
    """Work out the next hint that is wanted, and tell it; False if none is.

    No transaction is open meanwhile. Who has answered by then needs none. What is stopped has still
    to be told.
    """
    with services.db.begin() as session:
        wanted = next_hint(session)
        if wanted is None:
            return False
        asked = questions.question(session, wanted.question)
        game, length = services.games.game(session, wanted.game)
    found: Hint | None = None
    try:
        if asked is not None and asked.closed is None and stands(asked, game, length):
            assert game.deal is not None
            seed = seed_of(wanted.game, game.deal.number)
            found = lane(hint, view(game, asked.seat), seed.encode())
    except LaneStopped:
        return False
    except Exception as problem:
        # Whatever it was, the others who ask do not wait for it.
        log.error("no hint", game=wanted.game, question=wanted.question, error=repr(problem))
    with services.db.begin() as session:
        take_games(session, [wanted.game])
        if found is not None and asked is not None and questions.still_open(session, asked):
            ctx = Context(services, session, now, wanted.inbound)
            page = partial(Hinted.of, hint=found)
            say_found(ctx, wanted.game, asked.seat, page, wanted.inbound, wanted.nth)
        hint_told(session, wanted)
    return True


ROWS = (
    Row(
        *("hint", ask_for_hint, BEGUN),
        line=HelpLine("two choices and why, where the table has agreed on hints"),
    ),
)
