"""Mails of the outbox that are tried anew because the operator wants it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import and_, func, or_, select
from sqlmodel import Session, col

from pbem.store.outbox import WAITING, Sending
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
