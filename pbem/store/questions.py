"""Questions, in and out of their table: asked, open, closed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, select, update
from sqlmodel import Session, col

from engine import Card, Seat
from pbem.domain.model import Closed, Question
from pbem.orders.keywords import Ask
from pbem.orders.reading import Doubt
from pbem.store import lookups
from pbem.store.outbox import Sending
from pbem.store.rows import (
    any_row,
    at_seat,
    change_row,
    execute,
    first_row,
    insert_row,
    read_row,
    rows_of,
)
from pbem.store.tables.games import SeatRow
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import OutboxRow

ITS_SEAT = and_(
    col(SeatRow.game_id) == col(QuestionRow.game_id), col(SeatRow.seat) == col(QuestionRow.seat)
)
"""Ties a question to the seat that is asked."""

_OPEN = select(QuestionRow).where(
    col(QuestionRow.game_id) == bindparam("game"), col(QuestionRow.closed).is_(None)
)
_CLOSE = (
    update(QuestionRow)
    .where(col(QuestionRow.id) == bindparam("number"))
    .values(closed=bindparam("how"), closed_at=bindparam("now"), answer=bindparam("said"))
)


def ask(
    session: Session,
    *,
    game: int,
    seat: Seat,
    what: Ask,
    deal: int,
    trick: int,
    seq: int,
    now: datetime,
    due_at: datetime | None,
    remind_at: datetime | None = None,
    live: bool = False,
    hold: int | None = None,
) -> Question:
    """Write down a new open question."""
    number = insert_row(
        session,
        QuestionRow,
        game_id=game,
        seat=seat,
        ask=what.value,
        deal=deal,
        trick=trick,
        seq=seq,
        asked_at=now,
        due_at=due_at,
        remind_at=remind_at,
        closed=None,
        closed_at=None,
        answer=None,
        spare_from=None,
        spare=0,
        live=live,
        hold=hold,
        doubt=None,
    )
    return Question(number, game, seat, what, deal, trick, seq, now, due_at, live=live, hold=hold)


def question(session: Session, number: int) -> Question | None:
    """The question with this number, or None."""
    kept: Question | None = lookups.found(session, ("question", number))
    return kept or read_row(session, QuestionRow, number, question_of)


def keep_question(session: Session, row: QuestionRow) -> None:
    """Keep a question that was read with something else, until one is written."""
    lookups.keep(session, ("question", row.id), question_of(row), QuestionRow)


def still_open(session: Session, asked: Question) -> bool:
    """Whether a question has been neither closed nor given more time since it was read."""
    row = session.get_one(QuestionRow, asked.id)
    return row.closed is None and row.due_at == asked.due_at


@lookups.kept(QuestionRow)
def open_rows(session: Session, game: int) -> Sequence[Any]:
    """The rows of what is being asked in a game now, as plain values."""
    return rows_of(session, _OPEN, {"game": game})


def open_questions(session: Session, game: int) -> tuple[Question, ...]:
    """What is being asked in a game now."""
    return tuple(map(question_of, open_rows(session, game)))


def open_at(session: Session, game: int, seat: Seat) -> Question | None:
    """What a seat is being asked now; None if nothing."""
    return next((one for one in open_questions(session, game) if one.seat == seat), None)


def open_to(session: Session, player: int) -> list[Question]:
    """What a player is being asked now, in all games."""
    query = (
        select(QuestionRow)
        .join(SeatRow, ITS_SEAT)
        .where(col(SeatRow.player_id) == player, col(QuestionRow.closed).is_(None))
        .order_by(col(QuestionRow.id))
    )
    return [question_of(row) for row in session.scalars(query)]


def has_left(session: Session, number: int) -> bool:
    """Whether a mail that asks a question has left, or is just leaving."""
    return any_row(
        session,
        col(OutboxRow.question_id) == number,
        col(OutboxRow.state).in_((Sending.SENDING.value, Sending.SENT.value)),
    )


def oldest_open(session: Session, most: int) -> list[Question]:
    """The questions that have been open longest, at most so many, oldest first."""
    query = (
        select(QuestionRow)
        .where(col(QuestionRow.closed).is_(None))
        .order_by(col(QuestionRow.asked_at), col(QuestionRow.id))
        .limit(most)
    )
    return [question_of(row) for row in session.scalars(query)]


def close(
    session: Session, number: int, how: Closed, now: datetime, answer: str | None = None
) -> None:
    """End a question; what it was answered with is kept."""
    values = {"number": number, "how": how.value, "now": now, "said": answer}
    execute(session, _CLOSE, values)
    session.expire_all()


def last_answered(session: Session, game: int, seat: Seat) -> Question | None:
    """The last question a seat has answered; None if there is none."""
    query = (
        select(QuestionRow)
        .where(at_seat(QuestionRow, game, seat))
        .where(col(QuestionRow.closed) == Closed.ANSWERED.value)
        .order_by(col(QuestionRow.id).desc())
    )
    return first_row(session, query, question_of)


def set_doubt(session: Session, number: int, doubt: Doubt) -> None:
    """Write down what was asked back about an answer to a question."""
    told = {"text": doubt.text, "cards": [str(card) for card in doubt.cards]}
    change_row(session, QuestionRow, number, doubt=told)


def question_of(row: QuestionRow) -> Question:
    """A question, from its row."""
    return Question(
        id=row.id,
        game=row.game_id,
        seat=Seat(row.seat),
        ask=Ask(row.ask),
        deal=row.deal,
        trick=row.trick,
        seq=row.seq,
        asked_at=row.asked_at,
        due_at=row.due_at,
        closed=Closed(row.closed) if row.closed else None,
        answer=row.answer,
        doubt=_doubt(row),
        spare=row.spare,
        spare_from=row.spare_from,
        live=row.live,
        hold=row.hold,
    )


def _doubt(row: QuestionRow) -> Doubt | None:
    if row.doubt is None:
        return None
    return Doubt(row.doubt["text"], tuple(map(Card.parse, row.doubt["cards"])))
