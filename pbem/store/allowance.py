"""How many mails the smarthost still takes from us, by what its provider allows in a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlmodel import Session, col

from pbem.store.outbox import Sending
from pbem.store.reports import due_count
from pbem.store.rows import count_rows
from pbem.store.server import Rest, ServerTime, server_time, set_rest, set_server_time
from pbem.store.tables.mails import OutboxRow

_LEAST = timedelta(minutes=5)
"""What waits is gathered for so long at least, so that what matters most leaves first of it."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Allowance:
    """The most mails in any hour and in any day; None where there is no limit.

    So many of each are `kept` for the operator, who could not be told otherwise that others wait.
    """

    an_hour: int | None = None
    a_day: int | None = None
    kept: int = 0

    def __bool__(self) -> bool:
        return self.an_hour is not None or self.a_day is not None

    @property
    def windows(self) -> tuple[tuple[int, timedelta, str], ...]:
        """Each limit, its time, and its name."""
        named = ((self.an_hour, timedelta(hours=1), "an hour"), (self.a_day, _DAY, "a day"))
        return tuple((most, time, name) for most, time, name in named if most is not None)


def room(session: Session, allowed: Allowance, now: datetime) -> int:
    """How many mails may leave now. If none may and some would, the post rests, and says why."""
    least, rests = _left(session, allowed, now)
    if rests is not None and due_count(session, now):
        set_rest(session, rests)
        told = server_time(session, ServerTime.LIMITED)
        if told is None or now - told >= _DAY or told > now:
            set_server_time(session, ServerTime.LIMITED, now)
    return least


def room_kept(session: Session, allowed: Allowance, now: datetime) -> int:
    """How many mails to the operator may leave while others wait."""
    return _left(session, replace(allowed, kept=0), now)[0] if allowed.kept else 0


def _left(session: Session, allowed: Allowance, now: datetime) -> tuple[int, Rest | None]:
    """How many mails may leave now, and how long the post rests if none may."""
    left: list[int] = []
    rests: list[Rest] = []
    for limit, time, name in allowed.windows:
        most = max(1, limit - allowed.kept)
        gone = session.scalars(
            select(col(OutboxRow.done_at))
            .where(
                col(OutboxRow.state) == Sending.SENT.value,
                col(OutboxRow.done_at) > now - time,
            )
            .order_by(col(OutboxRow.done_at).desc())
            .limit(most)
        ).all()
        left.append(most - len(gone))
        if left[-1] <= 0 and gone[-1] is not None:
            why = f"the provider's limit of {limit} mails {name} is reached"
            rests.append(Rest(max(gone[-1] + time, now + _LEAST), 0, why))
    longest = max(rests, key=lambda one: one.until, default=None)
    return max(0, min(left) - _in_hand(session)), longest


def _in_hand(session: Session) -> int:
    """The mails that other servers are sending at this moment."""
    return count_rows(
        session, col(OutboxRow.state) == Sending.SENDING.value, col(OutboxRow.taken_by).is_not(None)
    )
