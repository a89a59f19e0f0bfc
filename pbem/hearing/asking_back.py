"""Orders that cannot be undone: the registered address is asked whether they are meant."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.hearing.answer import Answer
from pbem.house import House
from pbem.letters import compose
from pbem.reading.tokens import Purpose
from pbem.store import asked_back, moves, people
from pbem.store.database import Session
from pbem.table import outcomes
from pbem.table.model import Player, Stage
from pbem.table.powers import Grave
from pbem.table.vocabulary import Why
from pbem.telling.teller import teller_for

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_MOST_MOVES_A_DAY = 3


def ask_back(given: Answer, what: Grave, detail: str) -> outcomes.AskedBack | outcomes.Refused:
    """Ask a player whether that is meant, under a code that is good for nothing else; what became
    of the order. Asked twice, it is the same question.
    """
    if why := _why_not(given, what, detail):
        line = given.reading.line
        given.reply(lambda reader, asked: compose.refused(reader, line, why, asked))
        return outcomes.Refused(why)
    asked = asked_back.ask(
        given.session,
        player=given.player.id,
        game=given.table.id,
        what=what,
        detail=detail,
        now=given.now,
    )
    teller = teller_for(given.house, given.session, given.table, given.seat, given.now)
    teller.say_at(
        given.seat,
        lambda reader: compose.are_you_sure(reader, what, detail),
        (Purpose.CONFIRM_ACT, asked.id),
        given.inbound,
    )
    return outcomes.AskedBack(what)


def _why_not(given: Answer, what: Grave, detail: str) -> Why | None:
    """Why there is nothing to ask; None if there is."""
    if what is Grave.HAND_OVER:
        plays = given.table.stage is Stage.PLAYING and given.seat not in given.table.kept
        return None if plays else Why.NOT_PLAYING
    if what is Grave.ADDRESS:
        return why_not_there(given.house, given.session, given.player, detail, given.now)
    return None


def why_not_there(
    house: House, session: Session, player: Player, new: str, now: datetime
) -> Why | None:
    """Why a player's mails cannot go to an address; None if they can."""
    if new == player.address:
        return Why.ADDRESS_ALREADY
    if not new.isascii() or house.addresses.is_ours(new):
        return Why.ADDRESS_NOT_POSSIBLE
    if people.owner(session, new) not in (None, player.id):
        return Why.ADDRESS_NOT_POSSIBLE
    if moves.asked_by(session, player.id, now - _DAY) >= _MOST_MOVES_A_DAY:
        return Why.ADDRESS_TOO_OFTEN
    return Why.ADDRESS_TOO_OFTEN if moves.asked_for(session, new, now - _WEEK) else None


def tell_words(given: Answer, number: int, words: str) -> None:
    """Tell a player what was said to the table in his name, where anybody could have said it."""
    teller = teller_for(given.house, given.session, given.table, given.seat, given.now)
    teller.say_at(
        given.seat,
        lambda reader: compose.said_for_you(reader, words),
        (Purpose.UNSAY, number),
        given.inbound,
    )
