"""Hours that a player has in reserve: they run when a deadline passes, or when asked for."""

from __future__ import annotations

from datetime import datetime

from pbem.domain.deadlines import deadline
from pbem.domain.model import Question, Stage, Table
from pbem.domain.vocabulary import Why
from pbem.store import deadlines
from pbem.store.database import Session


def run_spare(session: Session, table: Table, missed: Question, now: datetime) -> bool:
    """Give a player who would be late the hours in reserve; False if there are none.

    The question comes again at once, with its new deadline, to who wants reminders.
    """
    hours = table.spare_for(missed)
    if not hours:
        return False
    due = _add(session, table, missed, hours, now)
    reminded = now if table.players[missed.seat].reminders else None
    deadlines.set_due(session, missed.id, due, reminded)
    return True


def take_spare(
    session: Session, table: Table, asked: Question | None, hours: int, now: datetime
) -> Why | None:
    """Give a player hours in reserve before the deadline; why not, None if they are given."""
    if table.stage is not Stage.PLAYING or asked is None or asked.due_at is None:
        return Why.NOTHING_ASKED
    left = table.spare(asked.seat)
    if not left:
        return Why.NO_SPARE_HOURS
    due = _add(session, table, asked, min(left, hours), now)
    deadlines.set_due(session, asked.id, due, table.reminder(asked.seat, now, due))
    return None


def _add(session: Session, table: Table, asked: Question, hours: int, now: datetime) -> datetime:
    assert asked.due_at is not None
    due = deadline(max(asked.due_at, now), hours, table.pace(asked.seat))
    deadlines.use_spare(session, asked, hours, due)
    return due
