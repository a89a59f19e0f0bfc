"""Seats that change hands: the newcomer is asked first, and is shown nothing before a yes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from engine import Seat
from pbem.commands.organiser.desk import Desk, NotDone
from pbem.commands.read import lines_of, yes_or_no
from pbem.context import Context
from pbem.context.known import shown_log
from pbem.context.services import Services
from pbem.domain import outcomes
from pbem.domain.asking import Waited
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Stage, Table
from pbem.domain.outcomes import AskedAgain, Changed, NotActed, Outcomes, Unchanged
from pbem.domain.seat_offers import KEEPS, LAPSES, Now, Step, next_step
from pbem.domain.strangers import Unwritten
from pbem.domain.vocabulary import Already, Back, Change, WhyNot
from pbem.games.seats import hand_over, leave
from pbem.games.start import begin_if_ready
from pbem.letters.pages.people import SeatChange, SeatKind
from pbem.letters.speech import speech
from pbem.letters.taps import taps_of
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail
from pbem.notifications.mailer import notify
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import tell
from pbem.notifications.organisers import tell_organiser
from pbem.notifications.questions import change_hands
from pbem.orders.answers import Join
from pbem.orders.keywords import Ask, Wish
from pbem.orders.model import Request
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from pbem.store import people, questions, seat_offers
from pbem.store.audit_log import Announced, announce
from pbem.store.codes import mint
from pbem.store.database import Session
from pbem.store.firsts import agree, has_agreed
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, set_player
from pbem.store.locks import take_games
from pbem.store.people import has_stopped
from pbem.store.roles import organisers
from pbem.store.seat_offers import SeatOffer
from pbem.store.seats import seat_player


def offer(
    desk: Desk, table: Table, seat: Seat, newcomer: Player, *, dropped: bool, moved: bool = False
) -> CommandOutcome:
    """Ask somebody to take a seat, and tell who sits there, and the table."""
    holder = table.players[seat]
    if seat_offers.asked_since(desk.session, table.id, newcomer.id, desk.now - LAPSES):
        raise NotDone(CommandKind.ASKED_LATELY, name=newcomer.name, game=table.name)
    asked = seat_offers.offer_seat(
        desk.session,
        game=table.id,
        holder=holder.id,
        newcomer=newcomer.id,
        moved=moved,
        dropped=dropped or seat in table.left,
        now=desk.now,
    )
    by = desk.who.id if desk.who else None
    if why := _write(desk, asked, "asked", newcomer, desk.unique, by=by):
        raise NotDone(CommandKind.NOT_WRITTEN, unwritten=(replace(why, name=newcomer.name),))
    if not asked.dropped and not has_stopped(desk.session, holder.id):
        _write(desk, asked, "holder", holder, desk.unique)
    what = "may_move" if moved else "seat_asked"
    announce(desk.session, table.id, Announced(what, newcomer.name, holder.name), desk.now)
    now_kept = CommandKind.SEAT_OFFERED_NOW if asked.dropped else CommandKind.SEAT_OFFERED
    kind = CommandKind.MOVE_OFFERED if moved else now_kept
    other = newcomer.address if moved else newcomer.name
    undo = f"replace {holder.name} with {holder.name}"
    return CommandOutcome(kind, game=table.name, name=holder.name, other=other, undo=undo)


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
            _write(ctx, asked, "asked", player, "along")


def withdraw(desk: Desk, table: Table, holder: Player) -> bool:
    """Ask nobody any more to take a seat; False if nobody was asked."""
    open_ = seat_offers.open_offers(desk.session, table.id)
    asked = next((one for one in open_ if one.holder == holder.id), None)
    if asked is None:
        return False
    seat_offers.change(desk.session, asked.id, closed="other")
    newcomer = people.player(desk.session, asked.newcomer)
    _write(desk, asked, "gone", newcomer, desk.unique)
    return True


def answered(ctx: Context, inbound: Inbound, mail: Mail, number: int, player: int) -> Outcomes:
    """Do what somebody says who was asked to take a seat; what became of it, and the game."""
    asked = seat_offers.seat_offer(ctx.session, number)
    if asked is None or asked.newcomer != player:
        return outcomes.at(None, NotActed(WhyNot.OTHERS_CODE))
    take_games(ctx.session, [asked.game])
    set_player(ctx.session, inbound.id, player)
    newcomer = people.player(ctx.session, player)
    if asked.closed is not None or asked.said_at is not None:
        if asked.closed not in (None, "taken"):
            _write(ctx, asked, "gone", newcomer, f"in{inbound.id}", inbound.id)
        return outcomes.at(asked.game, Unchanged(Already.ANSWERED))
    said = yes_or_no(mail, newcomer.language)
    if said is None:
        _write(ctx, asked, "asked", newcomer, f"in{inbound.id}", inbound.id)
        return outcomes.at(asked.game, AskedAgain(Back.SEAT))
    if not said:
        seat_offers.change(ctx.session, asked.id, closed="declined")
        table, seat = _seat(ctx.session, asked)
        if asked.as_of and seat is not None:
            leave(ctx, table, seat)
        _tell_organiser(ctx, asked, CommandKind.SEAT_DECLINED)
        return outcomes.at(asked.game, Changed(Change.SEAT_DECLINED))
    agree(ctx.session, player, ctx.now)
    asked = seat_offers.change(ctx.session, asked.id, said_at=ctx.now)
    if not advance(ctx, asked) or _is_open(ctx.session, asked):
        _write(ctx, asked, "waits", newcomer, f"in{inbound.id}", inbound.id)
        return outcomes.at(asked.game, Changed(Change.SEAT_WAITS))
    return outcomes.at(asked.game, Changed(Change.SEAT))


def kept(ctx: Context, inbound: Inbound, mail: Mail, number: int, player: int) -> Outcomes:
    """Let who sits there keep a seat that another was asked to take; what became of it."""
    asked = seat_offers.seat_offer(ctx.session, number)
    if asked is None or asked.holder != player:
        return outcomes.at(None, NotActed(WhyNot.OTHERS_CODE))
    take_games(ctx.session, [asked.game])
    set_player(ctx.session, inbound.id, player)
    if asked.closed is not None or asked.from_deal is not None:
        return outcomes.at(asked.game, Unchanged(Already.ANSWERED))
    if ctx.now > asked.asked_at + KEEPS:
        return outcomes.at(asked.game, NotActed(WhyNot.TOO_LATE))
    holder = people.player(ctx.session, player)
    lines, language = lines_of(mail, [], holder.language)
    order = read_answer(lines, Expected(Ask.INVITATION, language))[0].order
    match order:
        case Request(wish=Wish.HERE | Wish.BACK | Wish.STAY) | Join(True):
            pass
        case _:
            return outcomes.at(asked.game, NotActed(WhyNot.UNCLEAR))
    seat_offers.change(ctx.session, asked.id, closed="kept")
    table, seat = _seat(ctx.session, asked)
    if seat is not None and seat in table.kept:
        hand_over(ctx, table, seat, kept=False)
    _write(ctx, asked, "stays", holder, f"in{inbound.id}", inbound.id)
    _write(ctx, asked, "gone", people.player(ctx.session, asked.newcomer), "kept")
    _tell_organiser(ctx, asked, CommandKind.SEAT_KEPT)
    return outcomes.at(asked.game, Changed(Change.SEAT_KEPT))


def seat_next(services: Services, now: datetime) -> bool:
    """Bring the first seat on that can change hands now, or is offered no more; False if none."""
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        return any(advance(ctx, one) for one in seat_offers.open_offers(session))


def advance(ctx: Context, asked: SeatOffer) -> bool:
    """Do with an offered seat what its time has come for; False if that is nothing."""
    take_games(ctx.session, [asked.game])
    table, seat = _seat(ctx.session, asked)
    match next_step(asked, _now(ctx, table, seat)):
        case Step.NOTHING:
            return False
        case Step.OVER:
            seat_offers.change(ctx.session, asked.id, closed="over")
            _write(ctx, asked, "gone", people.player(ctx.session, asked.newcomer), "over")
        case Step.LAPSE:
            seat_offers.change(ctx.session, asked.id, closed="lapsed")
            _tell_organiser(ctx, asked, CommandKind.SEAT_LAPSED)
        case Step.WAIT_FOR_DEAL:
            assert seat is not None
            game, _ = ctx.services.games.game(ctx.session, table.id)
            seat_offers.change(ctx.session, asked.id, from_deal=len(game.deals) + 2)
            _tell_replaced(ctx, asked, table, seat)
            hand_over(ctx, table, seat, kept=True, left=True)
        case Step.TAKE:
            assert seat is not None
            _take(ctx, asked, table, seat)
    return True


def _take(ctx: Context, asked: SeatOffer, table: Table, seat: Seat) -> None:
    holder, newcomer = table.players[seat], people.player(ctx.session, asked.newcomer)
    desk = Desk(ctx.services, ctx.session, ctx.now, number=table.id, unique=f"seat{asked.id}")
    if asked.as_of:
        seat_offers.change(ctx.session, asked.id, closed="taken")
        _go_on(desk, table, seat, asked.as_of)
        return
    if asked.from_deal is None:
        _tell_replaced(ctx, asked, table, seat)
    seat_player(ctx.session, table.id, seat, newcomer.id, ctx.now)
    seat_offers.change(ctx.session, asked.id, closed="taken")
    what = "moved" if asked.moved else "seat"
    announce(ctx.session, table.id, Announced(what, newcomer.name, holder.name), ctx.now)
    table = load_table(ctx.session, table.id)
    if table.begun:
        tell(
            moment_for(ctx, table, seat),
            seat,
            lambda reader: compose.take_seat(reader, holder.name),
            desk.unique,
        )
        change_hands(desk.moment(), seat)
    else:
        begin_if_ready(ctx, table)
    _tell_organiser(ctx, asked, CommandKind.REPLACED)


def _go_on(desk: Desk, table: Table, seat: Seat, as_of: datetime) -> None:
    """Ask who came along with a game, or tell how it stands where nothing is to be asked."""
    change_hands(replace(desk.moment(), moved=as_of), seat)
    if seat not in {one.seat for one in questions.open_questions(desk.session, table.id)}:
        tell(
            moment_for(desk, table, seat),
            seat,
            lambda reader: compose.status(reader, Waited()),
            desk.unique,
        )


def _tell_replaced(ctx: Context, asked: SeatOffer, table: Table, seat: Seat) -> None:
    """Tell who has sat there; not who has left by himself."""
    name = people.player(ctx.session, asked.newcomer).name
    desk = Desk(ctx.services, ctx.session, ctx.now, number=table.id, unique=f"seat{asked.id}")
    if not asked.moved:
        desk.tell([seat], "replaced", name=name)


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


def _seat(session: Session, asked: SeatOffer) -> tuple[Table, Seat | None]:
    table = load_table(session, asked.game)
    found = (Seat(at) for at, one in enumerate(table.players) if one.id == asked.holder)
    return table, next(found, None)


def _is_open(session: Session, asked: SeatOffer) -> bool:
    after = seat_offers.seat_offer(session, asked.id)
    return after is not None and after.closed is None


def _tell_organiser(ctx: Context, asked: SeatOffer, kind: CommandKind) -> None:
    table = load_table(ctx.session, asked.game)
    names = (people.player(ctx.session, one).name for one in (asked.holder, asked.newcomer))
    told = CommandOutcome(kind, game=table.name)
    told = replace(told, name=next(names), other=next(names))
    tell_organiser(ctx, table, told, f"seat{asked.id}.{kind}")


def _write(
    ctx: Context,
    asked: SeatOffer,
    what: SeatKind,
    to: Player,
    unique: str,
    inbound: int | None = None,
    by: int | None = None,
) -> Unwritten | None:
    table, said = load_table(ctx.session, asked.game), speech(to.language)
    keeps = to.id == asked.holder and asked.as_of is None
    purpose = Purpose.KEEP_SEAT if keeps else Purpose.TAKE_SEAT
    taps = taps_of(
        mint(ctx.session, ctx.services.addresses, purpose, asked.id), table.name, said.press_send
    )
    page = SeatChange(
        language=said.code,
        game=table.name,
        organiser=table.organiser.name,
        what=what,
        to=to.name,
        name=people.player(ctx.session, asked.holder).name,
        other=people.player(ctx.session, asked.newcomer).name,
        moved=asked.moved,
        answer_in=table.setup.answer_in,
        until=asked.asked_at + KEEPS,
        zone=to.zone,
        yes_tap=taps.to("yes", said.say("answers", "yes")),
        no_tap=taps.to("no", said.say("answers", "no")),
        here_tap=taps.to("here", said.say("requests", "here")),
        tag=taps.tag,
    )
    return notify(
        ctx,
        page,
        to,
        f"{unique}.seat{asked.id}.{what}",
        reply_to=taps.address,
        game=table,
        inbound=inbound,
        by=by,
    )
