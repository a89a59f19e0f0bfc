"""What becomes of a mail: who sent it decides who hears it."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from pbem.commands.player import confirm
from pbem.commands.player.address_change import confirmed, objected
from pbem.commands.player.run import run
from pbem.context import Context
from pbem.hearing.said import all_heard, write_back
from pbem.hearing.senders import (
    Claim,
    Nobody,
    Sent,
    Uncoded,
    keep_tables,
    origin_of,
    place_at,
    who_sent,
)
from pbem.hearing.uncoded import ask_again
from pbem.house import House
from pbem.inbound.registration import ask_to_confirm, registered
from pbem.inbound.unverified import answered, was_that_you
from pbem.letters import compose
from pbem.letters.pages import Page
from pbem.letters.rounds import Reader
from pbem.orders.spans import absence_in
from pbem.orders.subjects import deal_of
from pbem.organiser import handing
from pbem.organiser.mailing import commanded
from pbem.organiser.rolling import consented
from pbem.reading.identity import Deed
from pbem.reading.mail import Mail, read_mail
from pbem.reading.robots import Kind
from pbem.reading.tokens import Purpose
from pbem.store import clocks
from pbem.store.database import Session
from pbem.store.frequency import answers_since
from pbem.store.inbound import Inbound, set_player
from pbem.table.deadlines import Span
from pbem.table.model import Stage
from pbem.table.outcomes import AskedBack, NotActed, Outcomes, at
from pbem.table.vocabulary import Back, Why, WhyNot
from pbem.telling.returned import asked_to_write_again, note_robot, write_again

_MONTH = timedelta(days=30)


def route(house: House, session: Session, inbound: Inbound, now: datetime) -> Outcomes:
    """Do what a mail asks."""
    mail = read_mail(inbound.raw, None if inbound.source == "imap" else inbound.mail_from)
    keep_tables(house, session, inbound, mail)
    if mail.robot:
        if mail.robot.kind in (Kind.AWAY, Kind.AUTOMATIC):
            note_player(house, session, inbound)
            offer_absence(house, session, inbound, mail, now)
        return note_robot(house, session, inbound, mail, now)
    if asked := asked_to_write_again(house, session, inbound, mail, now):
        return asked
    origin = origin_of(house, session, inbound, mail)
    if ordered := commanded(house, session, inbound, mail, origin, now):
        return ordered
    match who_sent(house, session, origin):
        case Nobody(why, besides):
            asked_in = ask_to_confirm(house, session, inbound, mail, now)
            return at(None, asked_in or NotActed(why, besides))
        case Uncoded(player, why):
            asked_in = ask_to_confirm(house, session, inbound, mail, now)
            again = asked_in or ask_again(house, session, inbound.id, player, why, now)
            return at(None, again)
        case Claim() as claim:
            return _claimed(house, session, inbound, mail, claim, now)
        case sent:
            return _done(house, session, inbound, mail, sent, now)


def note_player(house: House, session: Session, inbound: Inbound) -> None:
    """Write down whose mail it is by the address it came to, for a mail that says nothing else."""
    place = place_at(house, session, inbound.recipient)
    if place is not None:
        set_player(session, inbound.id, place.player.id)


def offer_absence(
    house: House, session: Session, inbound: Inbound, mail: Mail, now: datetime
) -> None:
    """Offer to note the days away that an automatic answer tells of, once in a month.

    The answer itself is never answered: the player reads the offer whenever he does.
    """
    place = place_at(house, session, inbound.recipient)
    if place is None or place.table.stage is not Stage.PLAYING:
        return
    player = place.player
    if answers_since(session, now - _MONTH, player=player.id, kind="away_offer"):
        return
    today = now.astimezone(ZoneInfo(player.zone)).date()
    found = absence_in(mail.body, player.language, today)
    if found is None or any(found.last in span for span in player.away):
        return
    away = Span(found.first, found.last)
    page = partial(compose.away_offer, away=away)
    write_back(house, session, inbound, place, now, page)


def _claimed(
    house: House, session: Session, inbound: Inbound, mail: Mail, claim: Claim, now: datetime
) -> Outcomes:
    """Take an answer to a question that is about no game."""
    number = claim.token.number
    if claim.token.purpose is Purpose.CONFIRM_ADDRESS:
        return confirmed(house, session, inbound, mail, number, now)
    if claim.token.purpose is Purpose.OBJECT_ADDRESS:
        return objected(house, session, inbound, mail, number, now)
    if claim.token.purpose is Purpose.REGISTER:
        return registered(house, session, inbound, mail, number, now)
    if claim.player is None:
        return at(None, NotActed(WhyNot.NOBODY))
    if claim.token.purpose is Purpose.CONSENT:
        return consented(house, session, inbound, mail, number, claim.player, now)
    if claim.token.purpose is Purpose.CONFIRM_ACT:
        return confirm.confirmed(house, session, inbound, mail, number, claim.player, now)
    if claim.token.purpose is Purpose.TAKE_SEAT:
        return handing.answered(house, session, inbound, mail, number, claim.player, now)
    if claim.token.purpose is Purpose.KEEP_SEAT:
        return handing.kept(house, session, inbound, mail, number, claim.player, now)
    if claim.token.purpose is Purpose.UNSAY:
        return confirm.unsaid(house, session, inbound, mail, number, claim.player, now)
    return answered(house, session, inbound, mail, number, claim.player, now)


def _done(
    house: House, session: Session, inbound: Inbound, mail: Mail, sent: Sent, now: datetime
) -> Outcomes:
    """Do with a mail what may be done with it."""
    game = sent.place.table.id
    if sent.deed is not Deed.DROP:
        set_player(session, inbound.id, sent.place.player.id)
    match sent.deed:
        case Deed.ACT | Deed.ACT_LOW as deed:
            clocks.hear(session, sent.place.player.id, mail.offset, now)
            write_again(house, session, sent.place.player.address, now)
            said = all_heard(house, session, mail, sent.place, now)
            return run(
                Context(house, session, now, inbound.id),
                sent.place,
                said,
                meant_for=deal_of(mail.subject),
                low=deed is Deed.ACT_LOW,
            )
        case Deed.ASK_WHICH:
            write_back(house, session, inbound, sent.place, now, _two_questions)
            return at(game, AskedBack(Back.QUESTIONS))
        case Deed.HOLD:
            held = was_that_you(house, session, inbound, mail, sent.place, sent.address, now)
            return at(game, held)
        case Deed.DROP:
            return at(game, NotActed(sent.why))


def _two_questions(reader: Reader) -> Page:
    return compose.refused(reader, "", Why.TWO_QUESTIONS)
