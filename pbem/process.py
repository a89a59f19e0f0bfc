"""The second stage: the next mail, or the next passed deadline, thought through in one commit.

Everything a mail brings about - events, questions, answers, the mail being done - is written
together or not at all.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from engine import Seat, view
from engine.players import usual
from pbem.answering import Answer, take
from pbem.house import House, packs
from pbem.logs import log
from pbem.orders.context import Context
from pbem.orders.model import Ask
from pbem.orders.parse import after_tag, read_answer
from pbem.orders.words import LANGUAGES
from pbem.reading.mail import read_mail, sent_texts
from pbem.reading.text import text_that_counts
from pbem.reading.tokens import Purpose, Token
from pbem.store import outbox, questions
from pbem.store.database import Session, Trouble
from pbem.store.games import load_table
from pbem.store.inbound import (
    MOST_ATTEMPTS,
    Inbound,
    close_inbound,
    next_inbound,
    note_failure,
    park_inbound,
    uncount,
)
from pbem.table.asking import in_game, said, stands
from pbem.table.model import Actor, Closed, Question, Stage, Table
from pbem.table.turn import act
from pbem.telling import SEATS
from pbem.turns import carry_out


def process_next(house: House, now: datetime) -> bool:
    """Think one stored mail through; False when none waits.

    A mail that failed three times is parked with its bytes kept, and the next one gets its turn.
    Trouble when the database cannot do it now.
    """
    with house.db.begin() as session:
        inbound = next_inbound(session)
        if inbound is None:
            return False
        if inbound.attempts > MOST_ATTEMPTS:
            why = f"failed three times{f': {inbound.failed}' if inbound.failed else ''}"
            park_inbound(session, inbound.id, fate=why, now=now)
            log.error("mail parked", inbound=inbound.id)
            return True
    try:
        with house.db.begin() as session:
            fate, game = _fate(house, session, inbound, now)
            close_inbound(session, inbound.id, fate=fate, now=now, game=game)
    except Trouble:
        # Not the mail's fault: it does not count, and no other mail would fare better now.
        with suppress(Trouble), house.db.begin() as session:
            uncount(session, inbound.id)
        raise
    except Exception as problem:
        # Ours, not the player's: the mail stays, and comes up again until it is parked.
        with suppress(Trouble), house.db.begin() as session:
            note_failure(session, inbound.id, type(problem).__name__)
        log.exception("mail failed", inbound=inbound.id, attempt=inbound.attempts)
        return True
    log.info("mail processed", inbound=inbound.id, fate=fate, game=game)
    return True


def process_deadline(house: House, now: datetime, heard: datetime | None = None) -> bool:
    """Answer for the player whose deadline passed first; False when everybody has time.

    All mail that came before `heard` is processed, so no later deadline has passed yet.
    """
    with house.db.begin() as session:
        missed = questions.next_due(session, heard or now)
        if missed is None:
            return False
        table = load_table(session, missed.game)
        game, length = house.folded.game(session, table.id)
        if not stands(missed, game, length):
            questions.close(session, missed.id, Closed.VOID)
            return True
        chosen = usual(view(game, missed.seat))
        outcome = act(
            game,
            chosen,
            Actor.DEADLINE,
            packs(house, session, table, game.rules),
        )
        questions.close(session, missed.id, Closed.MISSED, said(chosen))
        carry_out(house, session, table, outcome, length, now)
    log.info("deadline missed", game=table.id, seat=missed.seat)
    return True


def _fate(
    house: House, session: Session, inbound: Inbound, now: datetime
) -> tuple[str, int | None]:
    """Do what a mail asks; what became of it in words, and the game it was about."""
    mail = read_mail(inbound.raw, None if inbound.source == "imap" else inbound.mail_from)
    token = house.addresses.first_token([inbound.recipient, *mail.recipients])
    if mail.robot:
        return f"not acted on: {mail.robot}", None
    if token is None:
        return "not acted on: no answer address of ours", None
    found = _asked(session, token)
    if found is None:
        return "not acted on: its answer address names nothing", None
    table, seat, question = found
    player = table.players[seat]
    if mail.sender != player.address:
        return "not acted on: not from the player's address", table.id
    quotable = outbox.answered(
        session,
        table.id,
        seat,
        question=question.id if question else None,
        message_ids=mail.answers,
    )
    lines = text_that_counts(mail.body, [text for raw in quotable for text in sent_texts(raw)])
    context = _context(house, session, table, seat, question, now)
    if not lines:
        # A tap writes its subject in English code.
        lines = tuple(filter(None, [after_tag(mail.subject)]))
        context = replace(context, language="en")
    reading = read_answer(lines, context, {table.name: context})[0]
    given = Answer(house, session, table, seat, question, reading, inbound.id, now)
    return take(given), table.id


def _asked(session: Session, token: Token) -> tuple[Table, Seat, Question | None] | None:
    """The table and seat a token names, and the question if it names one."""
    if token.purpose is Purpose.QUESTION:
        question = questions.question(session, token.number)
        if question is None:
            return None
        return load_table(session, question.game), question.seat, question
    if token.purpose is Purpose.SEAT:
        number, seat = divmod(token.number, SEATS)
        return load_table(session, number), Seat(seat), None
    return None


def _context(
    house: House,
    session: Session,
    table: Table,
    seat: Seat,
    question: Question | None,
    now: datetime,
) -> Context:
    """What a seat's answer is read against: its question, or else what the table is busy with."""
    player = table.players[seat]
    nothing = Context(
        ask=question.ask if question else Ask.INVITATION,
        language=player.language if player.language in LANGUAGES else "en",
        bound=question is not None,
        closed=question is not None and question.closed is not None,
        notation=player.notation,
        doubt=question.doubt if question else None,
        today=now.astimezone(ZoneInfo(player.zone)).date(),
    )
    if table.stage is Stage.INVITING:
        return nothing
    game, _ = house.folded.game(session, table.id)
    return in_game(nothing, game, seat, question)
