"""Seats that change hands: once all is said, and the deal lets them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from engine import Level, Seat
from pbem.context import Context
from pbem.context.known import shown_log
from pbem.context.services import Services
from pbem.domain.asking import Waited
from pbem.domain.command_outcomes import CommandKind
from pbem.domain.model import Stage, Table
from pbem.domain.seat_offers import Now, OfferStep, next_step
from pbem.domain.vocabulary import ToAll
from pbem.games.seats import hand_over
from pbem.games.start import begin_if_ready
from pbem.letters.pages.status import GameNews, Status, TakeSeat
from pbem.notifications.moment import moment_for, moment_now
from pbem.notifications.notifier import tell
from pbem.notifications.questions import change_hands
from pbem.notifications.seat_offers import tell_organisers, write
from pbem.store import people, questions, seat_offers
from pbem.store.audit_log import Announced, announce
from pbem.store.consent import has_agreed
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.locks import take_games
from pbem.store.people import has_stopped
from pbem.store.roles import organisers
from pbem.store.seat_offers import SeatOffer
from pbem.store.seats import seat_player


def ask_along(ctx: Context, table: Table, as_of: datetime) -> None:
    """Ask who came along with a game from another server, and has agreed to nothing here.

    `as_of` is how the game stood there. Before a yes such a player is written nothing else.
    """
    for seat, player in enumerate(table.players):
        if seat not in table.left and not has_agreed(ctx.session, player.address, ctx.now):
            asked = seat_offers.offer_seat(
                ctx.session,
                game=table.id,
                holder=player.id,
                newcomer=player.id,
                moved=True,
                dropped=True,
                now=ctx.now,
                as_of=as_of,
            )
            write(ctx, asked, "asked", player, "along")


def seat_next(services: Services, now: datetime) -> bool:
    """Bring the first seat on that can change hands now, or is offered no more; False if none."""
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        return any(advance(ctx, one) for one in seat_offers.open_offers(session))


def advance(ctx: Context, asked: SeatOffer) -> bool:
    """Do with an offered seat what its time has come for; False if that is nothing."""
    take_games(ctx.session, [asked.game])
    table, seat = seat_of(ctx.session, asked)
    match next_step(asked, _now(ctx, table, seat)):
        case OfferStep.NOTHING:
            return False
        case OfferStep.OVER:
            seat_offers.change(ctx.session, asked.id, closed="over")
            write(ctx, asked, "gone", people.player(ctx.session, asked.newcomer), "over")
        case OfferStep.LAPSE:
            seat_offers.change(ctx.session, asked.id, closed="lapsed")
            tell_organisers(ctx, asked, CommandKind.SEAT_LAPSED)
        case OfferStep.WAIT_FOR_DEAL:
            assert seat is not None
            game, _ = ctx.services.games.game(ctx.session, table.id)
            seat_offers.change(ctx.session, asked.id, from_deal=len(game.deals) + 2)
            _tell_replaced(ctx, asked, table, seat)
            hand_over(ctx, table, seat, table.levels[seat] or Level.STEADY, left=True)
        case OfferStep.TAKE:
            assert seat is not None
            _take(ctx, asked, table, seat)
    return True


def _take(ctx: Context, asked: SeatOffer, table: Table, seat: Seat) -> None:
    holder, newcomer = table.players[seat], people.player(ctx.session, asked.newcomer)
    if asked.as_of:
        seat_offers.change(ctx.session, asked.id, closed="taken")
        _go_on(ctx, asked, table, seat, asked.as_of)
        return
    if asked.from_deal is None:
        _tell_replaced(ctx, asked, table, seat)
    seat_player(ctx.session, table.id, seat, newcomer.id, ctx.now)
    seat_offers.change(ctx.session, asked.id, closed="taken")
    what = ToAll.MOVED if asked.moved else ToAll.SEAT
    announce(ctx.session, table.id, Announced(what, newcomer.name, holder.name), ctx.now)
    table = load_table(ctx.session, table.id)
    if table.begun:
        tell(
            moment_for(ctx, table, seat),
            seat,
            lambda reader: TakeSeat.of(reader, holder.name),
            f"seat{asked.id}",
        )
        change_hands(moment_now(ctx, table), seat)
    else:
        begin_if_ready(ctx, table)
    tell_organisers(ctx, asked, CommandKind.REPLACED)


def _go_on(ctx: Context, asked: SeatOffer, table: Table, seat: Seat, as_of: datetime) -> None:
    """Ask who came along with a game, or tell how it stands where nothing is to be asked."""
    change_hands(replace(moment_now(ctx, table), moved=as_of), seat)
    if questions.open_at(ctx.session, table.id, seat) is None:
        tell(
            moment_for(ctx, table, seat),
            seat,
            lambda reader: Status.of(reader, Waited()),
            f"seat{asked.id}",
        )


def _tell_replaced(ctx: Context, asked: SeatOffer, table: Table, seat: Seat) -> None:
    """Tell who has sat there; not who has left by himself, or wants no mail."""
    if asked.moved or seat in table.left or has_stopped(ctx.session, asked.holder):
        return
    name = people.player(ctx.session, asked.newcomer).name
    tell(
        moment_for(ctx, table, seat),
        seat,
        lambda reader: GameNews(reader.frame, "replaced", name=name),
        f"seat{asked.id}.replaced",
    )


def _now(ctx: Context, table: Table, seat: Seat | None) -> Now:
    playing = table.stage is Stage.PLAYING
    others = {one.id for at, one in enumerate(table.players) if at != seat}
    return Now(
        ctx.now,
        over=seat is None or table.stage in (Stage.OVER, Stage.CANCELLED),
        deal=len(ctx.services.games.game(ctx.session, table.id)[0].deals) + 1 if playing else 0,
        hiding=playing and shown_log(ctx.session, table, ctx.now) is not None,
        watched=playing and bool(others & organisers(ctx.session, table.id)),
    )


def seat_of(session: Session, asked: SeatOffer) -> tuple[Table, Seat | None]:
    """The table of an offer, and the seat of who sits there now; None if he does no more."""
    table = load_table(session, asked.game)
    found = (Seat(at) for at, one in enumerate(table.players) if one.id == asked.holder)
    return table, next(found, None)


def is_open(session: Session, asked: SeatOffer) -> bool:
    """Whether an offer stands now."""
    after = seat_offers.seat_offer(session, asked.id)
    return after is not None and after.closed is None
