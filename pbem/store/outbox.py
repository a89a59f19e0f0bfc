"""Mails on their way out: written with the turn that caused them, sent afterwards."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import and_, bindparam, func, or_, select, update
from sqlmodel import Session, col

from engine import Seat
from pbem.store.rows import any_row, at_seat, first_row, insert_row, is_one_of, rows_of
from pbem.store.tables.games import SeatRow
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import OutboxRow


class Sending(StrEnum):
    """Where a mail on its way out stands."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    SUPERSEDED = "superseded"
    FAILED = "failed"


WAITING = (Sending.QUEUED.value, Sending.SENDING.value)
NEWS = ("game_start", "your_bid", "your_play", "deal_over")
"""The kinds of mails that tell what has happened since the last one; most of them ask, too."""

TABLES = "your_tables"
"""The kind of the mail that asks at several tables."""

TELLING = (
    col(OutboxRow.game_id) == bindparam("game"),
    col(OutboxRow.seat) == bindparam("seat"),
    or_(
        col(OutboxRow.state) == Sending.SENT.value,
        and_(is_one_of(OutboxRow.state, WAITING), col(QuestionRow.closed).is_(None)),
    ),
)
"""The mails of a seat that have told something, or still will."""

TOLD_HERE = (
    select(func.max(col(OutboxRow.seq)))
    .outerjoin(QuestionRow, col(QuestionRow.id) == col(OutboxRow.question_id))
    .where(*TELLING, is_one_of(OutboxRow.kind, NEWS), col(OutboxRow.id) != bindparam("but"))
    .scalar_subquery()
)
TOLD_BEFORE = (
    select(col(SeatRow.told))
    .where(col(SeatRow.game_id) == bindparam("game"), col(SeatRow.seat) == bindparam("seat"))
    .scalar_subquery()
)
"""The length of the log that a seat's mails have told of, here and on another server before."""

_TOLD = select(TOLD_HERE, TOLD_BEFORE)


@dataclass(frozen=True, slots=True)
class Written:
    """A finished mail to queue; `seq` is the length of the log it tells, `turn` what caused it.

    Its `name` is of this mail alone: to queue it a second time is an IntegrityError.
    `inbound` is the mail that it answers, if it answers one; `player` is None for somebody who is
    no player yet; `gathered` tells that it leaves together with others. `first` is a letter to
    somebody who has agreed to nothing yet, by the order of the player `by`.
    """

    message_id: str
    name: str
    kind: str
    player: int | None
    game: int | None
    seat: Seat | None
    question: int | None
    seq: int
    turn: int | None
    rcpt: str
    raw: bytes
    due_at: datetime
    inbound: int | None = None
    gathered: bool = False
    first: bool = False
    by: int | None = None


def queue(session: Session, mail: Written, now: datetime) -> None:
    """Put a finished mail into the outbox."""
    insert_row(
        session,
        OutboxRow,
        message_id=mail.message_id,
        name=mail.name,
        kind=mail.kind,
        player_id=mail.player,
        game_id=mail.game,
        seat=mail.seat,
        question_id=mail.question,
        seq=mail.seq,
        turn=mail.turn,
        inbound_id=mail.inbound,
        rcpt=mail.rcpt,
        raw=mail.raw,
        state=Sending.QUEUED.value,
        attempts=0,
        due_at=mail.due_at,
        created_at=now,
        done_at=None,
        error=None,
        bounced=0,
        complained=False,
        taken_by=None,
        within=0 if mail.gathered else None,
        first=mail.first,
        by_id=mail.by,
    )


def told(session: Session, game: int, seat: Seat, *, but: int | None = None) -> int:
    """The length of the log that this seat's mails have told of, whether sent or still to send.

    A mail that will not leave, because what it asks is answered, has told nothing; nor has the one
    with the number `but`. What was told by another server, from which the game came, counts too.
    """
    values = {"game": game, "seat": seat, "but": but or 0}
    [(here, before)] = rows_of(session, _TOLD, values)
    return max(here or 0, before or 0)


def told_others(session: Session, game: int, seat: Seat, turn: int, kinds: Collection[str]) -> bool:
    """Whether a mail of some kinds that tells of a turn, or of more, has left for anybody but this
    seat.
    """
    return any_row(
        session,
        col(OutboxRow.game_id) == game,
        col(OutboxRow.seat).is_distinct_from(seat),
        col(OutboxRow.kind).in_(kinds),
        col(OutboxRow.seq) > turn,
        col(OutboxRow.state).not_in((Sending.QUEUED.value, Sending.SUPERSEDED.value)),
    )


def asked_in(session: Session, question: int) -> int | None:
    """The mail a question was asked in, if that has left."""
    query = select(func.min(col(OutboxRow.id))).where(
        col(OutboxRow.question_id) == question,
        col(OutboxRow.kind).in_(NEWS),
        col(OutboxRow.state) == Sending.SENT.value,
    )
    return session.scalar(query)


def newest_question(session: Session, game: int, seat: Seat, but: Collection[str]) -> int | None:
    """The question whose code the newest mail to a seat carries, `but` of no mail of those kinds;
    None for the seat's own code.
    """
    query = (
        select(OutboxRow)
        .where(at_seat(OutboxRow, game, seat))
        .where(col(OutboxRow.state).in_((Sending.SENDING.value, Sending.SENT.value)))
        .where(col(OutboxRow.kind).not_in(but))
        .order_by(col(OutboxRow.id).desc())
    )
    return first_row(session, query, lambda row: row.question_id)


def turn_seen(session: Session, game: int, turn: int) -> bool:
    """Whether a mail that tells of a turn has left for anybody."""
    return any_row(
        session,
        col(OutboxRow.game_id) == game,
        col(OutboxRow.turn) == turn,
        col(OutboxRow.state).not_in((Sending.QUEUED.value, Sending.SUPERSEDED.value)),
    )


@dataclass(frozen=True, slots=True)
class Asking:
    """A mail that asks a question: its number, and what it is."""

    id: int
    kind: str


def asking(session: Session, question: int) -> Asking | None:
    """The newest mail that asks a question, or None."""
    query = (
        select(OutboxRow)
        .where(col(OutboxRow.question_id) == question)
        .where(col(OutboxRow.kind).in_((*NEWS, "invitation")))
        .order_by(col(OutboxRow.id).desc())
    )
    return first_row(session, query, lambda row: Asking(row.id, row.kind))


def supersede(
    session: Session,
    game: int,
    now: datetime,
    *,
    turn: int | None = None,
    question: int | None = None,
) -> None:
    """Keep queued mails of a turn, or of a question, from leaving."""
    which = (
        col(OutboxRow.turn) == turn if turn is not None else col(OutboxRow.question_id) == question
    )
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.game_id) == game, which)
        .where(col(OutboxRow.state) == Sending.QUEUED.value)
        .values(state=Sending.SUPERSEDED.value, done_at=now)
    )
