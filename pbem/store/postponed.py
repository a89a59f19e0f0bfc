"""Letters that wait for their time, and are let go or put off."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select
from sqlmodel import Session, col

from engine import Seat
from pbem.store.outbox import Sending
from pbem.store.rows import change_row, rows_of
from pbem.store.tables.mails import OutboxRow


@dataclass(frozen=True, slots=True)
class Later:
    """A mail that has not been tried yet: its number, whose it is, and when it leaves.

    `question` is what it asks, if it does; `gathered` tells that it leaves together with others.
    """

    id: int
    game: int
    seat: Seat
    kind: str
    question: int | None
    due_at: datetime
    gathered: bool


_NOT_TRIED = (
    select(
        col(OutboxRow.id),
        col(OutboxRow.game_id),
        col(OutboxRow.seat),
        col(OutboxRow.kind),
        col(OutboxRow.question_id),
        col(OutboxRow.due_at),
        col(OutboxRow.within),
    )
    .where(
        col(OutboxRow.player_id) == bindparam("player"),
        col(OutboxRow.state) == Sending.QUEUED.value,
        col(OutboxRow.inbound_id).is_(None),
        col(OutboxRow.game_id).is_not(None),
        col(OutboxRow.seat).is_not(None),
        col(OutboxRow.error).is_(None),
    )
    .order_by(col(OutboxRow.id))
)


def not_tried(session: Session, player: int) -> list[Later]:
    """The mails of a player's games that still wait for their time, oldest first."""
    return [
        Later(
            row.id,
            row.game_id,
            Seat(row.seat),
            row.kind,
            row.question_id,
            row.due_at,
            row.within is not None,
        )
        for row in rows_of(session, _NOT_TRIED, {"player": player})
    ]


def put_off(session: Session, number: int, until: datetime, *, gathered: bool) -> None:
    """Let a mail that was not tried yet leave at another time, by itself or with others."""
    change_row(session, OutboxRow, number, due_at=until, within=0 if gathered else None)
