"""Who sent a mail, and what it is about: its code, and the address it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Seat
from pbem.hearing import Place
from pbem.house import House
from pbem.reading.mail import Mail
from pbem.reading.tokens import Purpose, Token
from pbem.store import questions
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.inbound import Inbound
from pbem.telling import SEATS


@dataclass(frozen=True, slots=True)
class Known:
    """The player who was asked there."""

    place: Place


@dataclass(frozen=True, slots=True)
class Nobody:
    """Nobody who may answer: why not, and the game the mail was about if there is one."""

    why: str
    game: int | None = None


def who_sent(house: House, session: Session, inbound: Inbound, mail: Mail) -> Known | Nobody:
    """Whose answer a mail is."""
    token = house.addresses.first_token([inbound.recipient, *mail.recipients])
    if token is None:
        return Nobody("no answer address of ours")
    place = _named(session, token)
    if place is None:
        return Nobody("its answer address names nothing")
    if mail.sender != place.table.players[place.seat].address:
        return Nobody("not from the player's address", place.table.id)
    return Known(place)


def _named(session: Session, token: Token) -> Place | None:
    """What a token names: a question, or a seat without one."""
    if token.purpose is Purpose.QUESTION:
        question = questions.question(session, token.number)
        if question is None:
            return None
        return Place(load_table(session, question.game), question.seat, question)
    if token.purpose is Purpose.SEAT:
        number, seat = divmod(token.number, SEATS)
        return Place(load_table(session, number), Seat(seat), None)
    return None
