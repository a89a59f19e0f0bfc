"""Mails of the outbox whose time is set anew: tried again, or moved with the clock."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import and_, func, or_, select
from sqlmodel import Session, col

from pbem.store.outbox import WAITING, Sending
from pbem.store.rows import change_row
from pbem.store.sending import Outgoing
from pbem.store.tables.mails import OutboxRow


def requeue_mails(session: Session, now: datetime, number: int | None = None) -> int:
    """Try mails again now, with all their attempts before them; how many.

    Those that have failed or were put off: all of them, or the one with a number. A mail that was
    never tried waits for its time, because a move can still be taken back until then.
    """
    stuck = or_(
        col(OutboxRow.state) == Sending.FAILED.value,
        and_(col(OutboxRow.state).in_(WAITING), col(OutboxRow.error).is_not(None)),
    )
    query = select(OutboxRow).where(stuck, func.length(col(OutboxRow.raw)) > 0)
    if number is not None:
        query = query.where(col(OutboxRow.id) == number)
    found = list(session.scalars(query))
    for row in found:
        if row.state == Sending.FAILED.value:
            row.state = Sending.QUEUED.value
        row.due_at, row.attempts, row.done_at = now, 0, None
    return len(found)


def shift_waiting(session: Session, by: timedelta) -> None:
    """Move the time of every waiting mail: the clock was put back by so much."""
    for row in session.scalars(select(OutboxRow).where(col(OutboxRow.state).in_(WAITING))):
        row.due_at += by


def send_again(session: Session, number: int, now: datetime) -> None:
    """Let a mail leave once more, with all its attempts before it."""
    fresh = {"state": Sending.QUEUED.value, "due_at": now, "done_at": None}
    change_row(session, OutboxRow, number, **fresh, attempts=0, bounced=0)


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
    change_row(
        session,
        OutboxRow,
        mail.id,
        state=(Sending.SENDING if doubtful else Sending.QUEUED).value,
        due_at=until,
        error=error,
        attempts=mail.attempts + attempted,
        taken_by=None,
    )
