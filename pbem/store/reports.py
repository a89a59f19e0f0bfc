"""What waits in the outbox, as an operator sees it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from pbem.store.outbox import WAITING, Sending
from pbem.store.rows import count_rows
from pbem.store.tables.games import GameRow
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import PlayerRow


@dataclass(frozen=True, slots=True)
class Waiting:
    """A mail that has not left, as an operator sees it. `why` is what went wrong last time."""

    id: int
    to: str
    game: str | None
    kind: str
    state: Sending
    attempts: int
    since: datetime
    due_at: datetime
    why: str | None


def not_left(session: Session) -> list[Waiting]:
    """The mails that wait, the next to leave first, then those that have failed."""
    query = (
        select(OutboxRow, col(PlayerRow.name), col(GameRow.name))
        .outerjoin(PlayerRow, col(PlayerRow.id) == col(OutboxRow.player_id))
        .outerjoin(GameRow, col(GameRow.id) == col(OutboxRow.game_id))
        .where(col(OutboxRow.state).in_((*WAITING, Sending.FAILED.value)))
        .order_by(
            col(OutboxRow.state) == Sending.FAILED.value, col(OutboxRow.due_at), col(OutboxRow.id)
        )
    )
    return [
        Waiting(
            row.id,
            f"{name} <{row.rcpt}>" if name else row.rcpt,
            game,
            row.kind,
            Sending(row.state),
            row.attempts,
            row.created_at,
            row.due_at,
            row.error,
        )
        for row, name, game in session.execute(query)
    ]


def outbox_counts(session: Session) -> dict[str, int]:
    """How many mails are in each state."""
    query = select(col(OutboxRow.state), func.count()).group_by(col(OutboxRow.state))
    return {row[0]: row[1] for row in session.execute(query)}


def due_count(session: Session, now: datetime) -> int:
    """How many mails wait whose time to leave has come, those apart that go with another."""
    return count_rows(
        session,
        col(OutboxRow.state).in_(WAITING),
        col(OutboxRow.due_at) <= now,
        col(OutboxRow.within).is_(None),
    )


def oldest_due(session: Session, now: datetime) -> datetime | None:
    """Since when the mail has been due that waits longest to leave; None if none is late."""
    query = select(func.min(col(OutboxRow.due_at))).where(
        col(OutboxRow.state).in_(WAITING), col(OutboxRow.due_at) <= now
    )
    return session.scalar(query)
