"""Mails with a player's code that may not be the player's: the registered address is asked."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Literal

from pbem.commands.player.address_change import ask_all_anew
from pbem.commands.player.run import answers, run
from pbem.commands.read import MailPlace, read, read_first
from pbem.context import Context
from pbem.domain import outcomes
from pbem.domain.outcomes import (
    AskedAgain,
    Changed,
    NotActed,
    Outcome,
    Outcomes,
    Said,
    Unchanged,
    at,
)
from pbem.domain.seats import seat_number
from pbem.domain.strangers import DAY
from pbem.domain.vocabulary import Already, Back, Change, To, WhyNot
from pbem.letters.answered import yes_or_no
from pbem.letters.pages.accounts import SenderNoted, WasThatYou
from pbem.mail.codes import Purpose
from pbem.mail.mail import Mail, read_mail
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import say_at
from pbem.orders.model import Order, Unread
from pbem.orders.subjects import deal_of
from pbem.store import people, questions, unverified
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, stored
from pbem.store.unverified import HeldMail


def was_that_you(
    ctx: Context, inbound: Inbound, mail: Mail, place: MailPlace, address: str
) -> Outcome:
    """Hold a mail, and ask the player whether it is his: once a day for each address, and about
    codes of closed questions once a day at all.
    """
    player, old = place.player, _is_closed(place)
    if unverified.asked_since(ctx.session, player.id, None if old else address, ctx.now - DAY):
        return NotActed(WhyNot.ASKED_LATELY)
    number = unverified.hold(
        ctx.session,
        player=player.id,
        game=place.table.id,
        seat=place.seat,
        question=place.question.id if place.question else None,
        inbound=inbound.id,
        address=address,
        now=ctx.now,
    )
    _ask(ctx, place, number, address, read_first(ctx, mail, place).order, inbound)
    return outcomes.Held(address)


def answered(ctx: Context, inbound: Inbound, mail: Mail, number: int, player: int) -> Outcomes:
    """Do what a player says about a held mail; what became of it, and the game it was about."""
    held = unverified.held(ctx.session, number)
    if held is None or held.player != player:
        return at(None, NotActed(WhyNot.OTHERS_CODE))
    place = _place_of(ctx.session, held)
    if held.closed is not None:
        return at(held.game, Unchanged(Already.ANSWERED))
    said = yes_or_no(mail, place.player.language)
    if said is None:
        kept = stored(ctx.session, held.inbound)
        order = read_first(ctx, read_mail(kept.raw), place).order if kept else Unread("")
        _ask(ctx, place, number, held.address, order, inbound)
        return at(held.game, AskedAgain(Back.SENDER))
    unverified.close_held(ctx.session, number, "yes" if said else "no")
    if not said:
        ask_all_anew(ctx, place.player.id)
        _tell(ctx, _place_of(ctx.session, held), held, inbound, "no")
        return at(held.game, Changed(Change.SENDER_REFUSED, held.address))
    return at(held.game, Said(True, To.SENDER, held.address)) + _accepted(ctx, place, held, inbound)


def _accepted(ctx: Context, place: MailPlace, held: HeldMail, inbound: Inbound) -> Outcomes:
    """Let the player answer from that address from now on, and do what the mail asked."""
    if people.owner(ctx.session, held.address) is None:
        people.add_alias(ctx.session, held.player, held.address, ctx.now)
    kept = stored(ctx.session, held.inbound)
    mail = read_mail(kept.raw) if kept else None
    told = read(ctx, mail, place) if mail else ()
    late = _is_closed(place) and any(answers(place.table, one.order) for one in told)
    if kept is None or mail is None or late:
        _tell(ctx, place, held, inbound, "late")
        return at(held.game, Unchanged(Already.CLOSED))
    _tell(ctx, place, held, inbound, "yes")
    return run(replace(ctx, inbound=kept.id), place, told, meant_for=deal_of(mail.subject))


def _is_closed(place: MailPlace) -> bool:
    return place.question is not None and place.question.closed is not None


def _place_of(session: Session, held: HeldMail) -> MailPlace:
    asked = None if held.question is None else questions.question(session, held.question)
    return MailPlace(load_table(session, held.game), held.seat, asked)


def _ask(
    ctx: Context, place: MailPlace, number: int, address: str, order: Order, inbound: Inbound
) -> None:
    page = partial(WasThatYou.of, address=address, order=order)
    at = moment_for(ctx, place.table, place.seat)
    say_at(at, place.seat, page, (Purpose.WAS_THAT_YOU, number), inbound.id)


def _tell(
    ctx: Context,
    place: MailPlace,
    held: HeldMail,
    inbound: Inbound,
    what: Literal["yes", "no", "late"],
) -> None:
    """A word back, whatever becomes of the question that is open: so with the seat's own code."""
    page = partial(SenderNoted.of, address=held.address, what=what)
    number = seat_number(load_table(ctx.session, place.table.id), place.seat)
    at = moment_for(ctx, place.table, place.seat)
    say_at(at, place.seat, page, (Purpose.SEAT, number), inbound.id)
