"""Deadlines: hours that count, on the player's own clock, never at night; and when to remind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

MORNING, EVENING = time(9), time(21)
QUIET_FROM, QUIET_TO = time(22), time(8)
REMIND_BEFORE = timedelta(hours=24)
"""How long before the deadline a reminder goes out."""

LEFT_ALONE = timedelta(hours=24)
"""How long a question is left alone before anybody is reminded of it."""

LAST_CALL = timedelta(hours=6)
"""How long before the deadline the second one goes out, to those who want two."""

_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Span:
    """Days in a row, both ends included."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Pace:
    """How time runs for one player at one table: hours on days that are `off` do not count.

    `off` holds what the table agreed to skip and when this player is away.
    """

    zone: str
    weekends: bool = True
    off: tuple[Span, ...] = ()

    def counts(self, day: date) -> bool:
        """Whether the hours of a day count, in the player's own calendar."""
        weekend = day.weekday() >= _SATURDAY
        return (self.weekends or not weekend) and not any(day in span for span in self.off)

    def days_off(self, asked: datetime, due: datetime) -> int:
        """How many days between a question and its deadline do not count."""
        day, last = (at.astimezone(ZoneInfo(self.zone)).date() for at in (asked, due))
        days = (day + timedelta(at) for at in range((last - day).days + 1))
        return sum(not self.counts(one) for one in days)


def deadline(now: datetime, hours: int, pace: Pace) -> datetime:
    """When an answer asked for now is due: after so many hours that count, on a full hour.

    It falls on a day that counts, between 9:00 and 21:00 of the player, and is only ever moved
    later for that. The result is in UTC.

    >>> paris = Pace("Europe/Paris", weekends=False)
    >>> deadline(datetime(2026, 10, 16, 18, 30, tzinfo=UTC), 48, paris).isoformat()
    '2026-10-20T19:00:00+00:00'
    """
    zone = ZoneInfo(pace.zone)
    local = _full_hour(_later(now, timedelta(hours=hours), pace), zone)
    if MORNING <= local.time() <= EVENING and pace.counts(local.date()):
        return local.astimezone(UTC)
    day = local.date() + timedelta(days=local.time() > EVENING)
    while not pace.counts(day):
        day += timedelta(days=1)
    return datetime.combine(day, MORNING, zone).astimezone(UTC)


def rhythm(taken: Sequence[timedelta]) -> int:
    """How many hours a computer takes for an answer, where people took so long for theirs.

    As long as half of them did, at least one hour and at most a day; three where nobody answered.
    """
    if not taken:
        return 3
    half = sorted(taken)[len(taken) // 2]
    return min(24, max(1, round(half / timedelta(hours=1))))


def times(
    at: datetime, hours: int, pace: Pace, *, asked: datetime, reminds: bool
) -> tuple[datetime, datetime | None]:
    """The deadline after so many hours from a moment on, and when to remind of a question `asked`
    by then, if that is wanted.
    """
    due = deadline(at, hours, pace)
    return due, reminder(asked, due, pace.zone) if reminds else None


def reminder(asked: datetime, due: datetime, zone: str) -> datetime | None:
    """When a player is reminded: a day before the deadline, not at night; None if not at all.

    A question younger than a day needs no reminder, and a deadline that is near needs none either.
    """
    at = due - REMIND_BEFORE
    return None if at - asked < LEFT_ALONE else _by_day(at, zone)


def last_call(reminded: datetime, due: datetime, zone: str) -> datetime | None:
    """When a player is reminded again of what he was reminded of at some time; None if too soon."""
    at = _by_day(due - LAST_CALL, zone)
    return at if at - reminded >= LAST_CALL else None


def _by_day(at: datetime, zone: str) -> datetime:
    """A moment, or the next morning if it lies in the night."""
    local = at.astimezone(ZoneInfo(zone))
    if QUIET_TO <= local.time() < QUIET_FROM:
        return at
    day = local.date() + timedelta(days=local.time() >= QUIET_FROM)
    return datetime.combine(day, QUIET_TO, local.tzinfo).astimezone(UTC)


def _later(now: datetime, left: timedelta, pace: Pace) -> datetime:
    """The moment after so much time that counts."""
    zone = ZoneInfo(pace.zone)
    at = now.astimezone(UTC)
    while True:
        day = at.astimezone(zone).date()
        midnight = datetime.combine(day + timedelta(days=1), time(0), zone).astimezone(UTC)
        if pace.counts(day):
            if at + left < midnight:
                return at + left
            left -= midnight - at
        at = midnight


def _full_hour(at: datetime, zone: ZoneInfo) -> datetime:
    """The next full hour of a zone's clocks, or this moment if it is one."""
    local = at.astimezone(zone)
    past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    return (at + -past % timedelta(hours=1)).astimezone(zone)
