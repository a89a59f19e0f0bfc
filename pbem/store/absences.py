"""Who is away when, in and out of their table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlmodel import Session, col

from pbem.store.tables import AbsenceRow
from pbem.table.deadlines import Span


def absences(session: Session, players: Sequence[int]) -> dict[int, tuple[Span, ...]]:
    """The days away of these players, oldest first; a player without any is left out."""
    query = select(AbsenceRow).where(col(AbsenceRow.player_id).in_(players))
    found: dict[int, tuple[Span, ...]] = {}
    for row in session.scalars(query.order_by(col(AbsenceRow.first), col(AbsenceRow.id))):
        found[row.player_id] = (*found.get(row.player_id, ()), Span(row.first, row.last))
    return found


def set_absences(session: Session, player: int, spans: Sequence[Span], now: datetime) -> None:
    """Write a player's days away down anew."""
    session.execute(delete(AbsenceRow).where(col(AbsenceRow.player_id) == player))
    for span in spans:
        session.add(AbsenceRow(player_id=player, first=span.first, last=span.last, booked_at=now))
    session.flush()
