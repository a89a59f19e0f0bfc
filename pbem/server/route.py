"""What becomes of a mail: who sent it decides who hears it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from pbem.hearing import confirming
from pbem.hearing.moving import confirmed, objected
from pbem.hearing.registering import ask_to_confirm, registered
from pbem.hearing.said import all_heard, as_may_know, hear, write_back
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
from pbem.hearing.strangers import answered, was_that_you
from pbem.hearing.uncoded import ask_again
from pbem.house import House
from pbem.letters import compose
from pbem.letters.pages import Page
from pbem.letters.rounds import Reader
from pbem.orders.context import Reading
from pbem.orders.model import (
    AgreePause,
    Join,
    Order,
    Pause,
    Request,
    Salt,
    Talk,
    Unread,
    Wish,
)
from pbem.orders.spans import absence_in
from pbem.organiser import handing
from pbem.organiser.league_table import asked_for_league, known_league
from pbem.organiser.mailing import commanded
from pbem.organiser.pausing import paused
from pbem.organiser.rematch import is_asked, wished
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
from pbem.table.model import Question, Stage
from pbem.table.outcomes import AskedBack, NotActed, Outcome, Outcomes, Refused, at
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
    page = partial(_away_offer, away=away)
    write_back(house, session, inbound, place, now, page)


def _away_offer(reader: Reader, _asked: Question | None, away: Span) -> Page:
    return compose.away_offer(reader, away)


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
        return confirming.confirmed(house, session, inbound, mail, number, claim.player, now)
    if claim.token.purpose is Purpose.TAKE_SEAT:
        return handing.answered(house, session, inbound, mail, number, claim.player, now)
    if claim.token.purpose is Purpose.KEEP_SEAT:
        return handing.kept(house, session, inbound, mail, number, claim.player, now)
    if claim.token.purpose is Purpose.UNSAY:
        return confirming.unsaid(house, session, inbound, mail, number, claim.player, now)
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
            low = deed is Deed.ACT_LOW
            clocks.hear(session, sent.place.player.id, mail.offset, now)
            write_again(house, session, sent.place.player.address, now)
            sent = replace(sent, place=as_may_know(session, sent.place, now))
            said = all_heard(house, session, mail, sent.place, now)
            order, words = _order_and_words(said)
            done = _beside_the_game(house, session, inbound, mail, sent, order, now, low=low)
            if done is None:
                return hear(house, session, inbound, mail, sent.place, said, now, low=low)
            if words and sent.place.table.stage is not Stage.OVER:
                hear(house, session, inbound, mail, sent.place, words, now, low=low)
            return at(game, done)
        case Deed.ASK_WHICH:
            write_back(house, session, inbound, sent.place, now, _two_questions)
            return at(game, AskedBack(Back.QUESTIONS))
        case Deed.HOLD:
            held = was_that_you(house, session, inbound, mail, sent.place, sent.address, now)
            return at(game, held)
        case Deed.DROP:
            return at(game, NotActed(sent.why))


def _order_and_words(said: Sequence[Reading]) -> tuple[Order, list[Reading]]:
    """The first thing that a mail asks for, and the words beside it, which count wherever."""
    words = [one for one in said if isinstance(one.order, Salt | Talk)]
    return next((one.order for one in said if one not in words), said[0].order), words


def _beside_the_game(
    house: House,
    session: Session,
    inbound: Inbound,
    mail: Mail,
    sent: Sent,
    order: Order,
    now: datetime,
    *,
    low: bool,
) -> Outcome | None:
    """Do an order that is no matter of the game alone; None for any other."""
    place = sent.place
    match order:
        case Unread() if mail.locked and not low:
            why = Why(mail.locked)
            write_back(house, session, inbound, place, now, partial(_locked, why=why))
            return Refused(why)
        case Request(Wish.REMATCH) if not low and not place.table.trial:
            return wished(house, session, inbound.id, place, now, yes=True)
        case Request(Wish.STANDINGS, name) if league := known_league(
            session, place.player.id, name
        ):
            return asked_for_league(house, session, league, place, inbound.id, now)
        case Join(yes) if not low and is_asked(session, place):
            return wished(house, session, inbound.id, place, now, yes=yes)
        case Pause() | AgreePause() if not low:
            return paused(house, session, inbound.id, place, order, now)
        case _:
            return None


def _locked(reader: Reader, asked: Question | None, why: Why) -> Page:
    return compose.refused(reader, "", why, asked)


def _two_questions(reader: Reader, asked: Question | None) -> Page:
    return compose.refused(reader, "", Why.TWO_QUESTIONS, asked)
