"""Seats that change hands: the newcomer is asked first, and is shown nothing before a yes."""

from __future__ import annotations

from dataclasses import replace

from engine import Seat
from pbem.commands.organiser.desk import Desk, NotDone
from pbem.context import Context
from pbem.domain import outcomes
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Table
from pbem.domain.outcomes import AskedAgain, Changed, NotActed, Outcomes, Unchanged
from pbem.domain.seat_offers import KEEPS, LAPSES
from pbem.domain.vocabulary import Already, Back, Change, ToAll, WhyNot
from pbem.games.seat_offers import advance, is_open, seat_of
from pbem.games.seats import hand_over, leave
from pbem.letters.answered import lines_of, yes_or_no
from pbem.mail.mail import Mail
from pbem.notifications.seat_offers import tell_organisers, write
from pbem.orders.answers import Join
from pbem.orders.keywords import Ask
from pbem.orders.model import Request
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from pbem.store import people, seat_offers
from pbem.store.audit_log import Announced, announce
from pbem.store.consent import wants_mail
from pbem.store.inbound import Inbound, set_player
from pbem.store.locks import take_games
from pbem.store.people import has_stopped


def offer(desk: Desk, table: Table, seat: Seat, newcomer: Player, *, moved: bool) -> CommandOutcome:
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
        dropped=seat in table.dropped | table.left,
        now=desk.now,
    )
    if why := write(desk, asked, "asked", newcomer, desk.unique, by=desk.by):
        raise NotDone(CommandKind.NOT_WRITTEN, unwritten=(replace(why, name=newcomer.name),))
    if not asked.dropped and not has_stopped(desk.session, holder.id):
        write(desk, asked, "holder", holder, desk.unique)
    what = ToAll.MAY_MOVE if moved else ToAll.SEAT_ASKED
    announce(desk.session, table.id, Announced(what, newcomer.name, holder.name), desk.now)
    now_kept = CommandKind.SEAT_OFFERED_NOW if asked.dropped else CommandKind.SEAT_OFFERED
    kind = CommandKind.MOVE_OFFERED if moved else now_kept
    other = newcomer.address if moved else newcomer.name
    undo = f"replace {holder.name} with {holder.name}"
    return CommandOutcome(kind, game=table.name, name=holder.name, other=other, undo=undo)


def withdraw(desk: Desk, table: Table, holder: Player) -> bool:
    """Ask nobody any more to take a seat; False if nobody was asked."""
    open_ = seat_offers.open_offers(desk.session, table.id)
    asked = next((one for one in open_ if one.holder == holder.id), None)
    if asked is None:
        return False
    seat_offers.change(desk.session, asked.id, closed="other")
    write(desk, asked, "gone", people.player(desk.session, asked.newcomer), desk.unique)
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
            write(ctx, asked, "gone", newcomer, f"in{inbound.id}", inbound.id)
        return outcomes.at(asked.game, Unchanged(Already.ANSWERED))
    said = yes_or_no(mail, newcomer.language)
    if said is None:
        write(ctx, asked, "asked", newcomer, f"in{inbound.id}", inbound.id)
        return outcomes.at(asked.game, AskedAgain(Back.SEAT))
    if not said:
        seat_offers.change(ctx.session, asked.id, closed="declined")
        table, seat = seat_of(ctx.session, asked)
        if asked.as_of and seat is not None:
            leave(ctx, table, seat)
        tell_organisers(ctx, asked, CommandKind.SEAT_DECLINED)
        return outcomes.at(asked.game, Changed(Change.SEAT_DECLINED))
    wants_mail(ctx.session, player, ctx.now)
    asked = seat_offers.change(ctx.session, asked.id, said_at=ctx.now)
    if not advance(ctx, asked) or is_open(ctx.session, asked):
        write(ctx, asked, "waits", newcomer, f"in{inbound.id}", inbound.id)
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
        case Request(wish="here" | "back" | "stay") | Join(True):
            pass
        case _:
            return outcomes.at(asked.game, NotActed(WhyNot.UNCLEAR))
    seat_offers.change(ctx.session, asked.id, closed="kept")
    table, seat = seat_of(ctx.session, asked)
    if seat is not None and seat in table.kept:
        hand_over(ctx, table, seat, None)
    write(ctx, asked, "stays", holder, f"in{inbound.id}", inbound.id)
    write(ctx, asked, "gone", people.player(ctx.session, asked.newcomer), "kept")
    tell_organisers(ctx, asked, CommandKind.SEAT_KEPT)
    return outcomes.at(asked.game, Changed(Change.SEAT_KEPT))
