"""Questions that leave together in one mail: they wait for it, and go with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, select, update
from sqlmodel import Session, col

from pbem.store.outbox import WAITING, Sending
from pbem.store.rows import value_of
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import OutboxRow

WAITS = 0
"""What `within` says of a question whose mail is not written yet."""

_NEXT = (
    select(col(OutboxRow.player_id))
    .where(
        col(OutboxRow.within) == WAITS,
        col(OutboxRow.state) == Sending.QUEUED.value,
        col(OutboxRow.due_at) <= bindparam("now"),
    )
    .order_by(col(OutboxRow.due_at), col(OutboxRow.id))
    .limit(1)
)


def next_to_gather(session: Session, now: datetime) -> int | None:
    """The number of the player whose questions are to leave together first; None if nobody's."""
    found: int | None = value_of(session, _NEXT, {"now": now})
    return found


def drop_answered(session: Session, player: int, now: datetime) -> None:
    """Keep from leaving what a player need not be asked any more."""
    closed = select(col(QuestionRow.id)).where(col(QuestionRow.closed).is_not(None))
    session.execute(
        update(OutboxRow)
        .where(
            col(OutboxRow.player_id) == player,
            col(OutboxRow.within) == WAITS,
            col(OutboxRow.question_id).in_(closed),
        )
        .values(state=Sending.SUPERSEDED.value, done_at=now, within=None)
    )


def asked_in_those_due(session: Session, player: int, now: datetime) -> list[int]:
    """The numbers of the questions of a player whose time to leave together has come."""
    query = (
        select(col(OutboxRow.question_id))
        .where(
            col(OutboxRow.player_id) == player,
            col(OutboxRow.within) == WAITS,
            col(OutboxRow.state) == Sending.QUEUED.value,
            col(OutboxRow.due_at) <= now,
        )
        .order_by(col(OutboxRow.id))
    )
    return [number for number in session.scalars(query) if number is not None]


def leave_alone(session: Session, player: int, now: datetime) -> None:
    """Let the questions of a player that are due leave each by itself."""
    session.execute(
        update(OutboxRow)
        .where(
            col(OutboxRow.player_id) == player,
            col(OutboxRow.within) == WAITS,
            col(OutboxRow.due_at) <= now,
        )
        .values(within=None)
    )


def go_with(session: Session, message_id: str, questions: Sequence[int]) -> None:
    """Let the waiting mails of some questions go with another mail, by its Message-ID.

    From here on they count as seen.
    """
    mail = session.scalar(select(col(OutboxRow.id)).where(col(OutboxRow.message_id) == message_id))
    session.execute(
        update(OutboxRow)
        .where(
            col(OutboxRow.question_id).in_(questions),
            col(OutboxRow.within) == WAITS,
            col(OutboxRow.state) == Sending.QUEUED.value,
        )
        .values(within=mail, state=Sending.SENDING.value)
    )


def went_with(session: Session, number: int) -> list[int]:
    """The questions that go with a mail."""
    query = select(col(OutboxRow.question_id)).where(col(OutboxRow.within) == number)
    return [asked for asked in session.scalars(query) if asked is not None]


def mark_within(session: Session, number: int, state: Sending, now: datetime) -> None:
    """Write down what became of the mails that went with another."""
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.within) == number, col(OutboxRow.state).in_(WAITING))
        .values(state=state.value, done_at=now)
    )
