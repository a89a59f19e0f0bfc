"""Who is away when, into its table; a table of players is loaded with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete
from sqlmodel import Session, col

from pbem.domain.deadlines import Span
from pbem.store.tables.people import AbsenceRow


def set_absences(session: Session, player: int, spans: Sequence[Span], now: datetime) -> None:
    """Write a player's days away down anew."""
    session.execute(delete(AbsenceRow).where(col(AbsenceRow.player_id) == player))
    for span in spans:
        session.add(AbsenceRow(player_id=player, first=span.first, last=span.last, booked_at=now))
    session.flush()
