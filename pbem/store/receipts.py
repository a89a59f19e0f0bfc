"""Words about answers that wait a little, for a question that they may ride in."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import update
from sqlmodel import Session, col

from engine import Seat
from pbem.store.outbox import Sending
from pbem.store.rows import at_seat
from pbem.store.tables.mails import OutboxRow


def drop(
    session: Session, game: int, seat: Seat, now: datetime, *, since: datetime | None = None
) -> bool:
    """Keep a seat's words about its answers from leaving that wait; whether there was one.

    With `since` those that would leave from then on.
    """
    dropped = session.execute(
        update(OutboxRow)
        .where(
            at_seat(OutboxRow, game, seat),
            col(OutboxRow.kind) == "got_it",
            col(OutboxRow.state) == Sending.QUEUED.value,
            col(OutboxRow.due_at) > now,
            *([col(OutboxRow.due_at) >= since] if since else []),
        )
        .values(state=Sending.SUPERSEDED.value, done_at=now)
        .returning(col(OutboxRow.id))
    )
    return bool(dropped.all())
