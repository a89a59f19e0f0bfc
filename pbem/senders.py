"""Who sent a mail, and what it is about: its code, and the address it comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine import Seat
from pbem.hearing import Place
from pbem.house import House
from pbem.reading.addresses import Addresses
from pbem.reading.mail import Mail, answered_at
from pbem.reading.tokens import Purpose, Token
from pbem.store import outbox, questions
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.inbound import Inbound
from pbem.telling import SEATS


@dataclass(frozen=True, slots=True)
class Known:
    """The player who was asked there."""

    place: Place


@dataclass(frozen=True, slots=True)
class Unsure:
    """A player whose mail names several questions; `place` is the first of them."""

    place: Place


@dataclass(frozen=True, slots=True)
class Nobody:
    """Nobody who may answer: why not, and the game the mail was about if there is one."""

    why: str
    game: int | None = None


Sender = Known | Unsure | Nobody


def who_sent(house: House, session: Session, inbound: Inbound, mail: Mail) -> Sender:
    """Whose answer a mail is."""
    tokens = find_tokens(house, session, inbound.recipient, mail)
    if not tokens:
        return Nobody("it carries no code of ours")
    places = [place for token in tokens if (place := _named(session, token))]
    if not places:
        return Nobody("its code names nothing")
    own = [place for place in places if place.player.address == mail.sender]
    if not own:
        return Nobody("not from the player's address", places[0].table.id)
    return Known(own[0]) if len(places) == 1 else Unsure(own[0])


def find_tokens(house: House, session: Session, recipient: str, mail: Mail) -> tuple[Token, ...]:
    """The different tokens of the first place of a mail that holds any, the surest place first.

    What the servers on the way wrote is surer than what the mail program did, and an address surer
    than a text (EMAIL.md 2.2). Only addresses and a subject may hold several.
    """
    ours = house.addresses
    places: tuple[Callable[[], tuple[Token, ...]], ...] = (
        lambda: ours.tokens_in([recipient]),
        lambda: ours.tokens_in(mail.delivered),
        lambda: ours.tokens_in(mail.named),
        lambda: _answered(ours, session, mail.answers),
        lambda: ours.tags_in(mail.subject),
        lambda: tuple(filter(None, [ours.nearest_tag(mail.body)])),
    )
    return next(filter(None, (look() for look in places)), ())


def _answered(ours: Addresses, session: Session, message_ids: Sequence[str]) -> tuple[Token, ...]:
    """The token of the mail of ours that these Message-IDs name first."""
    for raw in outbox.named(session, message_ids):
        reply_to, subject = answered_at(raw)
        if tokens := ours.tokens_in([reply_to]) or ours.tags_in(subject):
            return tokens[:1]
    return ()


def _named(session: Session, token: Token) -> Place | None:
    """What a token names: a question, or a seat without one."""
    if token.purpose is Purpose.QUESTION:
        question = questions.question(session, token.number)
        if question is None:
            return None
        return Place(load_table(session, question.game), question.seat, question)
    if token.purpose is Purpose.SEAT:
        number, seat = divmod(token.number, SEATS)
        with suppress(LookupError):
            return Place(load_table(session, number), Seat(seat), None)
    return None
