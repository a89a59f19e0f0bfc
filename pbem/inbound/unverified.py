"""Mails with a player's code that may not be the player's: the registered address is asked."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from pbem.commands.player.run import answers, run
from pbem.context import Context
from pbem.hearing.said import Place, all_heard, ask_all_anew, heard, yes_or_no
from pbem.house import House
from pbem.letters import compose
from pbem.letters.pages import Page
from pbem.letters.rounds import Reader
from pbem.orders.model import Order, Unread
from pbem.orders.subjects import deal_of
from pbem.reading.mail import Mail, read_mail
from pbem.reading.tokens import Purpose
from pbem.store import people, questions
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, stored
from pbem.store.people import Held
from pbem.table import outcomes
from pbem.table.outcomes import (
    AskedAgain,
    Changed,
    NotActed,
    Outcome,
    Outcomes,
    Said,
    Unchanged,
    at,
)
from pbem.table.seats import seat_number
from pbem.table.vocabulary import Already, Back, Change, To, WhyNot
from pbem.telling.teller import teller_for

_DAY = timedelta(days=1)


def was_that_you(
    house: House,
    session: Session,
    inbound: Inbound,
    mail: Mail,
    place: Place,
    address: str,
    now: datetime,
) -> Outcome:
    """Hold a mail, and ask the player whether it is his: once a day for each address, and about
    codes of closed questions once a day at all.
    """
    player, old = place.player, _is_closed(place)
    if people.asked_since(session, player.id, None if old else address, now - _DAY):
        return NotActed(WhyNot.ASKED_LATELY)
    number = people.hold(
        session,
        player=player.id,
        game=place.table.id,
        seat=place.seat,
        question=place.question.id if place.question else None,
        inbound=inbound.id,
        address=address,
        now=now,
    )
    order = heard(house, session, mail, place, now).order
    _ask(house, session, place, number, address, order, inbound, now)
    return outcomes.Held(address)


def answered(
    house: House,
    session: Session,
    inbound: Inbound,
    mail: Mail,
    number: int,
    player: int,
    now: datetime,
) -> Outcomes:
    """Do what a player says about a held mail; what became of it, and the game it was about."""
    held = people.held(session, number)
    if held is None or held.player != player:
        return at(None, NotActed(WhyNot.OTHERS_CODE))
    place = _place_of(session, held)
    if held.closed is not None:
        return at(held.game, Unchanged(Already.ANSWERED))
    said = yes_or_no(mail, place.player.language)
    if said is None:
        kept = stored(session, held.inbound)
        order = heard(house, session, read_mail(kept.raw), place, now).order if kept else Unread("")
        _ask(house, session, place, number, held.address, order, inbound, now)
        return at(held.game, AskedAgain(Back.SENDER))
    people.close_held(session, number, "yes" if said else "no")
    if not said:
        ask_all_anew(house, session, place.player.id, now)
        _tell(house, session, _place_of(session, held), held, inbound, now, "no")
        return at(held.game, Changed(Change.SENDER_REFUSED, held.address))
    yes = at(held.game, Said(True, To.SENDER, held.address))
    return yes + _accepted(house, session, place, held, inbound, now)


def _accepted(
    house: House, session: Session, place: Place, held: Held, inbound: Inbound, now: datetime
) -> Outcomes:
    """Let the player answer from that address from now on, and do what the mail asked."""
    if people.owner(session, held.address) is None:
        people.add_alias(session, held.player, held.address, now)
    kept = stored(session, held.inbound)
    mail = read_mail(kept.raw) if kept else None
    told = all_heard(house, session, mail, place, now) if mail else ()
    late = _is_closed(place) and any(answers(place.table, one.order) for one in told)
    if kept is None or mail is None or late:
        _tell(house, session, place, held, inbound, now, "late")
        return at(held.game, Unchanged(Already.CLOSED))
    _tell(house, session, place, held, inbound, now, "yes")
    ctx = Context(house, session, now, kept.id)
    return run(ctx, place, told, meant_for=deal_of(mail.subject))


def _is_closed(place: Place) -> bool:
    return place.question is not None and place.question.closed is not None


def _place_of(session: Session, held: Held) -> Place:
    asked = None if held.question is None else questions.question(session, held.question)
    return Place(load_table(session, held.game), held.seat, asked)


def _ask(
    house: House,
    session: Session,
    place: Place,
    number: int,
    address: str,
    order: Order,
    inbound: Inbound,
    now: datetime,
) -> None:
    def page(reader: Reader) -> Page:
        return compose.was_that_you(reader, address, order)

    about = (Purpose.WAS_THAT_YOU, number)
    teller = teller_for(house, session, place.table, place.seat, now)
    teller.say_at(place.seat, page, about, inbound.id)


def _tell(
    house: House,
    session: Session,
    place: Place,
    held: Held,
    inbound: Inbound,
    now: datetime,
    what: Literal["yes", "no", "late"],
) -> None:
    """A word back, whatever becomes of the question that is open: so with the seat's own code."""

    def page(reader: Reader) -> Page:
        return compose.sender_noted(reader, held.address, what)

    table = load_table(session, place.table.id)
    about = (Purpose.SEAT, seat_number(table, place.seat))
    teller = teller_for(house, session, place.table, place.seat, now)
    teller.say_at(place.seat, page, about, inbound.id)
