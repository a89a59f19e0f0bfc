"""`review`: how a player bid and chose in the deals of a game, told once all are looked back at."""

from __future__ import annotations

from datetime import datetime

from engine.game_review import GameReview
from pbem.commands.player.row import BEGUN, Done, LetterBack, Row, SeatContext, refuse
from pbem.context import Context
from pbem.context.known import Known, as_known, sealed
from pbem.context.services import Services
from pbem.domain.outcomes import Told
from pbem.domain.vocabulary import Why
from pbem.lanes import Lane, LaneStopped
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.reviewed import Reviewed
from pbem.logs import log
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import say
from pbem.orders.model import Request
from pbem.results.coaching import look_back_at
from pbem.results.reviews import DealEnd, game_review, own_ends
from pbem.store.database import DatabaseUnavailable, Session
from pbem.store.events import load_log
from pbem.store.game_reviews import (
    GameReviewWanted,
    found_in,
    game_told,
    keep_found_for_game,
    next_game_wanted,
    want_game,
)
from pbem.store.games import load_table
from pbem.store.locks import take_games


def review(ctx: SeatContext, _order: Request) -> Done:
    """How the player bid and chose in all deals that are over, and were played by nobody else.

    What is not looked back at yet is, and then it is told.
    """
    if sealed(ctx.session, ctx.table, ctx.now):
        return refuse(ctx, Why.SEALED)
    seen = as_known(ctx.services, ctx.session, ctx.table, ctx.now, ctx.seat)
    wanted = GameReviewWanted(ctx.table.id, ctx.seat, ctx.inbound, ctx.nth)
    deals = _own(ctx.session, seen, wanted)
    if not deals:
        return refuse(ctx, Why.NO_DEAL_PLAYED)
    found = found_in(ctx.session, ctx.table.id)
    if any((one.ended, ctx.seat) not in found for one in deals):
        want_game(ctx.session, wanted)
        ctx.services.reviews_wanted.set()
        return Done(Told("review"))
    told = game_review(seen.game, deals, ctx.seat, found)
    return Done(Told("review"), LetterBack(lambda reader: Reviewed.of(reader, told)))


def _own(session: Session, seen: Known, wanted: GameReviewWanted) -> list[DealEnd]:
    return own_ends(load_log(session, wanted.game)[: seen.entries], wanted.seat)


def review_next(services: Services, now: datetime, lane: Lane) -> bool:
    """Look back at the next deal of a game that somebody wants reviewed, or tell, once all are;
    False if nobody does.

    No transaction is open while a deal is worked out. What is stopped has still to be told.
    """
    with services.db.begin() as session:
        wanted = next_game_wanted(session)
        if wanted is None:
            return False
        seen = as_known(services, session, load_table(session, wanted.game), now, wanted.seat)
        deals = _own(session, seen, wanted)
        found = found_in(session, wanted.game)
        left = [one for one in deals if (one.ended, wanted.seat) not in found]
        entries = load_log(session, wanted.game)
    try:
        if left:
            deal, ended = left[0]
            log_of_it = [one.entry for one in entries[: ended + 1]]
            seed = f"{wanted.game} {ended}"
            looked = lane(look_back_at, log_of_it, wanted.seat, deal, seed)
            with services.db.begin() as session:
                take_games(session, [wanted.game])
                keep_found_for_game(session, wanted, deal, ended, looked)
            return True
        with services.db.begin() as session:
            take_games(session, [wanted.game])
            if deals:
                told = game_review(seen.game, deals, wanted.seat, found)
                _tell(Context(services, session, now, wanted.inbound), wanted, told)
            game_told(session, wanted)
    except DatabaseUnavailable:
        raise
    except LaneStopped:
        return False
    except Exception as problem:
        # Whatever it was, the others who ask do not wait for it.
        log.error("no review", game=wanted.game, seat=wanted.seat, error=repr(problem))
        with services.db.begin() as session:
            game_told(session, wanted)
    return True


def _tell(ctx: Context, wanted: GameReviewWanted, told: GameReview) -> None:
    at = moment_for(ctx, load_table(ctx.session, wanted.game), wanted.seat)
    say(at, wanted.seat, lambda reader: Reviewed.of(reader, told), wanted.inbound, wanted.nth)


ROWS = (
    Row(
        *("review", review, BEGUN),
        below=True,
        line=HelpLine("how you bid in all deals, your habits, your best and your worst decision"),
    ),
)
