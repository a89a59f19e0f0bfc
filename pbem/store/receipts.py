"""Words about answers that wait a little, for a question that they may ride in."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, update
from sqlmodel import Session, col

from engine import Seat
from pbem.store.outbox import Sending
from pbem.store.rows import rows_of
from pbem.store.tables.mails import OutboxRow

WAIT = (
    col(OutboxRow.game_id) == bindparam("game"),
    col(OutboxRow.seat) == bindparam("place"),
    col(OutboxRow.kind) == "got_it",
    col(OutboxRow.state) == Sending.QUEUED.value,
    col(OutboxRow.due_at) > bindparam("now"),
)
"""The words about answers that wait, of the seat at a `place` of a `game`."""

_DROP = (
    update(OutboxRow)
    .where(*WAIT, col(OutboxRow.due_at) >= bindparam("since"))
    .values(state=Sending.SUPERSEDED.value, done_at=bindparam("now"))
    .returning(col(OutboxRow.id))
)


def drop(
    session: Session, game: int, seat: Seat, now: datetime, *, since: datetime | None = None
) -> bool:
    """Keep a seat's words about its answers from leaving that wait; whether there was one.

    With `since` those that would leave from then on.
    """
    values = {"game": game, "place": seat, "now": now, "since": since or now}
    dropped = rows_of(session, _DROP, values)
    session.expire_all()
    return bool(dropped)
