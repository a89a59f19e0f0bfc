"""`review`: how a player bid and chose in the deals of a game, told once all are looked back at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine import Entry, Game, Seat
from pbem.commands.player.row import BEGUN, Done, LetterBack, Row, SeatContext, refuse, say_found
from pbem.context import Context
from pbem.context.known import as_known, sealed
from pbem.context.services import Services
from pbem.domain.model import Table
from pbem.domain.outcomes import Told
from pbem.domain.vocabulary import Why
from pbem.lanes import CannotWork, Lane, LaneStopped
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.reviewed import Reviewed
from pbem.letters.reader import Reader
from pbem.logs import log
from pbem.orders.model import Request
from pbem.results.coaching import Plain, look_back_at, luck_of_deal, seed_of
from pbem.results.reviews import DealEnd, Found, Lucks, ends, game_review, luck_in, own_ends
from pbem.store.database import DatabaseUnavailable
from pbem.store.events import load_log
from pbem.store.game_reviews import (
    GameReviewWanted,
    found_in,
    game_told,
    keep_found_for_game,
    keep_luck,
    lucks_in,
    next_game_wanted,
    want_game,
)
from pbem.store.games import load_table
from pbem.store.locks import take_games


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a game for a seat that wants it reviewed: the deals that are over, those of
    them that are its player's own, and what is kept of them.
    """

    game: Game
    seat: Seat
    over: Sequence[DealEnd]
    own: Sequence[DealEnd]
    found: Found
    lucks: Lucks

    @property
    def unseen(self) -> list[DealEnd]:
        """The deals still to be looked back at."""
        return [one for one in self.own if (one.ended, self.seat) not in self.found]

    @property
    def unplayed(self) -> list[DealEnd]:
        """The deals still to be played again, for what their cards were worth."""
        return [one for one in self.over if one.ended not in self.lucks]

    def page(self, reader: Reader) -> Reviewed:
        """What all of it comes to."""
        told = game_review(self.game, self.own, self.seat, self.found)
        return Reviewed.of(reader, told, luck_in(self.over, self.lucks))


def _known(ctx: Context, table: Table, seat: Seat) -> _Known:
    seen = as_known(ctx.services, ctx.session, table, ctx.now, seat)
    entries = load_log(ctx.session, table.id)[: seen.entries]
    return _Known(
        game=seen.game,
        seat=seat,
        over=ends(entries),
        own=own_ends(entries, seat),
        found=found_in(ctx.session, table.id),
        lucks=lucks_in(ctx.session, table.id),
    )


def review(ctx: SeatContext, _order: Request) -> Done:
    """How the player bid and chose in all deals that are over, and were played by nobody else.

    What is not looked back at yet is, and then it is told.
    """
    if sealed(ctx.session, ctx.table, ctx.now):
        return refuse(ctx, Why.SEALED)
    known = _known(ctx, ctx.table, ctx.seat)
    if not known.own:
        return refuse(ctx, Why.NO_DEAL_PLAYED)
    if known.unseen or known.unplayed:
        want_game(ctx.session, GameReviewWanted(ctx.table.id, ctx.seat, ctx.inbound, ctx.nth))
        ctx.services.reviews_wanted.set()
        return Done(Told("review"))
    return Done(Told("review"), LetterBack(known.page))


def review_next(services: Services, now: datetime, lane: Lane) -> bool:
    """Look back at the next deal of a game that somebody wants reviewed, or play one again, or
    tell, once all is done; False if nobody does.

    No transaction is open while a deal is worked out. What is stopped has still to be told.
    """
    with services.db.begin() as session:
        wanted = next_game_wanted(session)
        if wanted is None:
            return False
        table = load_table(session, wanted.game)
        known = _known(Context(services, session, now), table, wanted.seat)
        entries = [one.entry for one in load_log(session, wanted.game)]
    try:
        if known.unseen:
            deal, ended = known.unseen[0]
            seed = seed_of(wanted.game, deal)
            looked = lane(look_back_at, entries[: ended + 1], wanted.seat, deal, seed)
            with services.db.begin() as session:
                take_games(session, [wanted.game])
                keep_found_for_game(session, wanted, deal, ended, looked)
        elif known.own and known.unplayed:
            _play_again(services, lane, wanted.game, known.unplayed[0], entries)
        else:
            with services.db.begin() as session:
                take_games(session, [wanted.game])
                if known.own:
                    ctx = Context(services, session, now, wanted.inbound)
                    say_found(ctx, wanted.game, wanted.seat, known.page, wanted.inbound, wanted.nth)
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


def _play_again(
    services: Services, lane: Lane, game: int, one: DealEnd, entries: Sequence[Entry]
) -> None:
    """Work out what the cards of a deal were worth; where that cannot be, nothing is told of it."""
    found: Plain = {}
    try:
        told = entries[: one.ended + 1]
        found = lane(luck_of_deal, told, one.deal, seed_of(game, one.deal))
    except CannotWork as problem:
        log.error("no luck", game=game, deal=one.deal, error=str(problem))
    with services.db.begin() as session:
        take_games(session, [game])
        keep_luck(session, game, one.ended, found)


ROWS = (
    Row(
        *("review", review, BEGUN),
        below=True,
        line=HelpLine("how you bid in all deals, your habits, your best and your worst decision"),
    ),
)
