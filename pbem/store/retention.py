"""How long the bytes of mails are kept: after that only what became of them is known."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select, update
from sqlmodel import Session, col

from pbem.store.inbound import Processing
from pbem.store.outbox import WAITING
from pbem.store.tables.mails import InboundRow, OutboxRow

_BATCH = 500


def drop_bytes(session: Session, before: datetime) -> int:
    """Empty the oldest mails that were done with before then; how many, a batch at most.

    A parked mail is not done with: an operator may still have it processed.
    """
    dropped = 0
    for table, done in (
        (InboundRow, col(InboundRow.state) == Processing.DONE.value),
        (OutboxRow, col(OutboxRow.state).not_in(WAITING)),
    ):
        old = (
            select(col(table.id))
            .where(done, col(table.done_at) < before, func.length(col(table.raw)) > 0)
            .order_by(col(table.id))
            .limit(_BATCH)
        )
        emptied = update(table).where(col(table.id).in_(old)).values(raw=b"")
        dropped += len(session.execute(emptied.returning(col(table.id))).all())
    return dropped
