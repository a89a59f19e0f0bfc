"""Mails on their way out: written with the turn that caused them, sent afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import and_, exists, func, or_, select, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from engine import Seat
from pbem.store.tables import OutboxRow, QuestionRow


class Sending(StrEnum):
    """Where a mail on its way out stands."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    SUPERSEDED = "superseded"
    FAILED = "failed"


_WAITING = (Sending.QUEUED.value, Sending.SENDING.value)
NEWS = ("game_start", "your_bid", "your_play")
"""The kinds of mails that tell what has happened since the last one, and ask."""


@dataclass(frozen=True, slots=True)
class Written:
    """A finished mail to queue; `seq` is the length of the log it tells, `turn` what caused it."""

    message_id: str
    kind: str
    player: int
    game: int
    seat: Seat | None
    question: int | None
    seq: int
    turn: int | None
    rcpt: str
    raw: bytes
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A queued mail whose time has come.

    `stale`: it asks what is answered, or shows a table that a newer mail shows. `doubtful`: it may
    have left already, so it may only leave again as it is.
    """

    id: int
    rcpt: str
    raw: bytes
    attempts: int
    due_at: datetime
    question: int | None
    stale: bool
    doubtful: bool


def queue(session: Session, mail: Written, now: datetime) -> None:
    """Put a finished mail into the outbox."""
    session.add(
        OutboxRow(
            message_id=mail.message_id,
            kind=mail.kind,
            player_id=mail.player,
            game_id=mail.game,
            seat=mail.seat,
            question_id=mail.question,
            seq=mail.seq,
            turn=mail.turn,
            rcpt=mail.rcpt,
            raw=mail.raw,
            state=Sending.QUEUED,
            due_at=mail.due_at,
            created_at=now,
        )
    )


def claim(session: Session, now: datetime, lease: timedelta, most: int = 20) -> list[Outgoing]:
    """Take the mails whose time has come, oldest first.

    From here on they count as seen. A mail that is claimed and neither marked nor put back before
    the lease is over (the process was killed) comes up again: it may leave twice, but it leaves.
    """
    newer = aliased(OutboxRow)
    outdated = exists().where(
        col(OutboxRow.kind) == "status",
        col(newer.kind).in_((*NEWS, "status", "digest")),
        col(newer.game_id) == col(OutboxRow.game_id),
        col(newer.seat) == col(OutboxRow.seat),
        col(newer.id) > col(OutboxRow.id),
        or_(
            col(newer.state) == Sending.SENT.value,
            and_(col(newer.state).in_(_WAITING), col(newer.due_at) <= now),
        ),
    )
    query = (
        select(OutboxRow, or_(col(QuestionRow.closed).is_not(None), outdated))
        .outerjoin(QuestionRow, col(QuestionRow.id) == col(OutboxRow.question_id))
        .where(col(OutboxRow.state).in_(_WAITING), col(OutboxRow.due_at) <= now)
        .order_by(col(OutboxRow.due_at), col(OutboxRow.id))
        .limit(most)
    )
    claimed = []
    for row, stale in session.execute(query).all():
        claimed.append(
            Outgoing(
                row.id or 0,
                row.rcpt,
                row.raw,
                row.attempts,
                row.due_at,
                row.question_id,
                stale,
                row.state == Sending.SENDING.value,
            )
        )
        row.state, row.due_at = Sending.SENDING.value, now + lease
    return claimed


def release_all(session: Session, now: datetime) -> int:
    """Let every claimed mail come up now; how many. For a server that knows that it is alone."""
    found = session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.state) == Sending.SENDING.value)
        .values(due_at=now)
        .returning(col(OutboxRow.id))
    )
    return len(found.all())


def mark(session: Session, number: int, state: Sending, now: datetime, error: str = "") -> None:
    """Write down what became of a mail."""
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.id) == number)
        .values(
            state=state.value,
            done_at=now,
            error=error or None,
            attempts=col(OutboxRow.attempts) + 1,
        )
    )


def put_back(
    session: Session,
    mail: Outgoing,
    until: datetime,
    error: str,
    *,
    attempted: bool,
    doubtful: bool,
) -> None:
    """Let a claimed mail wait again, with what went wrong this time.

    A doubtful one, which may have been taken, still counts as seen.
    """
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.id) == mail.id)
        .values(
            state=(Sending.SENDING if doubtful else Sending.QUEUED).value,
            due_at=until,
            error=error,
            attempts=mail.attempts + attempted,
        )
    )


def shift_waiting(session: Session, by: timedelta) -> None:
    """Move the time of every waiting mail: the clock was put back by so much."""
    for row in session.scalars(select(OutboxRow).where(col(OutboxRow.state).in_(_WAITING))):
        row.due_at += by


def kind_and_id(session: Session, number: int) -> tuple[str, str]:
    """What a mail is, and its Message-ID; LookupError if there is no such mail."""
    row = session.get(OutboxRow, number)
    if row is None:
        raise LookupError(f"no mail {number}")
    return row.kind, row.message_id


def rewrite(session: Session, number: int, raw: bytes, seq: int) -> None:
    """Give a mail that never left other words; `seq` is the length of the log they tell."""
    session.execute(update(OutboxRow).where(col(OutboxRow.id) == number).values(raw=raw, seq=seq))


def told(session: Session, game: int, seat: Seat, *, but: int | None = None) -> int:
    """The length of the log that this seat's mails have told of, whether sent or still to send.

    A mail that will not leave, because what it asks is answered, has told nothing; nor has the one
    with the number `but`.
    """
    query = (
        select(func.max(col(OutboxRow.seq)))
        .outerjoin(QuestionRow, col(QuestionRow.id) == col(OutboxRow.question_id))
        .where(
            col(OutboxRow.game_id) == game,
            col(OutboxRow.seat) == seat,
            col(OutboxRow.kind).in_(NEWS),
            or_(
                col(OutboxRow.state) == Sending.SENT.value,
                and_(col(OutboxRow.state).in_(_WAITING), col(QuestionRow.closed).is_(None)),
            ),
        )
    )
    if but is not None:
        query = query.where(col(OutboxRow.id) != but)
    return session.scalar(query) or 0


def turn_seen(session: Session, game: int, turn: int) -> bool:
    """Whether a mail that tells of a turn has left for anybody."""
    query = select(func.count()).where(
        col(OutboxRow.game_id) == game,
        col(OutboxRow.turn) == turn,
        col(OutboxRow.state).not_in((Sending.QUEUED.value, Sending.SUPERSEDED.value)),
    )
    return bool(session.scalar(query))


def turn_held(session: Session, game: int, turn: int, now: datetime) -> bool:
    """Whether mails that tell of a turn are still waiting for their time."""
    query = select(func.count()).where(
        col(OutboxRow.game_id) == game,
        col(OutboxRow.turn) == turn,
        col(OutboxRow.state) == Sending.QUEUED.value,
        col(OutboxRow.due_at) > now,
    )
    return bool(session.scalar(query))


def answered(
    session: Session,
    game: int,
    seat: Seat,
    *,
    question: int | None,
    message_ids: Sequence[str],
) -> list[bytes]:
    """The mails a seat's answer may quote, as they were sent: the one it names, if it names one.

    Otherwise two: those that ask its question come first, then the newest.
    """
    named = col(OutboxRow.message_id).in_(message_ids)
    query = (
        select(col(OutboxRow.id), named)
        .where(col(OutboxRow.game_id) == game, col(OutboxRow.seat) == seat)
        .order_by(
            named.desc(),
            func.coalesce(col(OutboxRow.question_id) == question, False).desc(),
            col(OutboxRow.id).desc(),
        )
        .limit(2)
    )
    found = session.execute(query).all()
    numbers = [number for number, sure in found if sure][:1] or [number for number, _ in found]
    raw = select(col(OutboxRow.raw)).where(col(OutboxRow.id).in_(numbers))
    return list(session.scalars(raw))


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


def outbox_counts(session: Session) -> dict[str, int]:
    """How many mails are in each state."""
    query = select(col(OutboxRow.state), func.count()).group_by(col(OutboxRow.state))
    return {row[0]: row[1] for row in session.execute(query)}
