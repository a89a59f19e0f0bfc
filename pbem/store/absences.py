"""Who is away when, into its table; a table of players is loaded with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from pbem.domain.deadlines import Span
from pbem.store.rows import delete_rows
from pbem.store.tables.people import AbsenceRow


def set_absences(session: Session, player: int, spans: Sequence[Span], now: datetime) -> None:
    """Write a player's days away down anew."""
    delete_rows(session, AbsenceRow, col(AbsenceRow.player_id) == player)
    for span in spans:
        session.add(AbsenceRow(player_id=player, first=span.first, last=span.last, booked_at=now))
    session.flush()


def last_day_away(session: Session, player: int, today: date) -> date | None:
    """The last of the days away that have begun; None if there are none."""
    query = select(func.max(col(AbsenceRow.last))).where(
        col(AbsenceRow.player_id) == player, col(AbsenceRow.first) <= today
    )
    return session.scalar(query)
