"""Deadlines: a number of hours from now, on the player's own clock, never at night."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

MORNING, EVENING = time(9), time(21)


def deadline(now: datetime, hours: int, zone: str) -> datetime:
    """When an answer asked for now is due: `hours` later, on a full hour, between 9:00 and 21:00.

    A deadline is only ever moved later. The result is in UTC.

    >>> deadline(datetime(2026, 10, 18, 20, 30, tzinfo=UTC), 48, "Europe/Paris").isoformat()
    '2026-10-21T07:00:00+00:00'
    """
    place = ZoneInfo(zone)
    due = (now + timedelta(hours=hours)).astimezone(UTC)
    if due != due.replace(minute=0, second=0, microsecond=0):
        due = due.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    local = due.astimezone(place)
    if local.time() < MORNING:
        local = datetime.combine(local.date(), MORNING, place)
    elif local.time() > EVENING:
        local = datetime.combine(local.date() + timedelta(days=1), MORNING, place)
    return local.astimezone(UTC)
