"""What a player has chosen: when mails leave, what is written back, how others read of her."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from zoneinfo import ZoneInfo

from pbem.domain.deadlines import QUIET_TO
from pbem.orders.keywords import VALUES, Key

USUAL: Mapping[str, str] = MappingProxyType(
    {str(key): values[0] for key, values in VALUES.items() if key is not Key.NOTATION}
    | {str(Key.QUIET): "off"}
)
"""What holds for a player who has said nothing; cards are read in any notation."""

_MOST_DAYS = 30
"""So many days a mail is put off at most."""


@dataclass(frozen=True, slots=True)
class Mailing:
    """What one player has said about mails, by the names of settings; the rest is as usual."""

    said: Mapping[str, str] = field(default_factory=dict)

    def value(self, key: Key) -> str:
        """What holds for a setting."""
        return self.said.get(key, USUAL[key])

    @property
    def daily(self) -> time | None:
        """When all questions leave in one mail; None if each leaves by itself."""
        kind, _, at = self.value(Key.MAILS).partition(" ")
        return time.fromisoformat(at) if kind == "daily" else None

    @property
    def unlimited(self) -> bool:
        """Whether as many mails a day leave as there are."""
        return self.value(Key.MAILS) == "all"

    @property
    def plain(self) -> bool:
        """Whether mails have no HTML part."""
        return self.value(Key.FORMAT) == "text"

    @property
    def quiet(self) -> tuple[time, time] | None:
        """From when to when no mail leaves that was not asked for; None if any may."""
        if (span := self.value(Key.QUIET)) == "off":
            return None
        begins, _, ends = span.partition("-")
        return time(int(begins)), time(int(ends))


NOTHING_SAID = Mailing()


def leaves(
    ready: datetime,
    zone: str,
    mailing: Mailing,
    *,
    most: int | None,
    on_day: Callable[[datetime, datetime], int],
    daily: bool = True,
) -> datetime:
    """When a mail leaves that could leave at `ready` and that its player has not asked for.

    Not in the player's quiet hours, nor on a day that has `most` mails of the game already, which
    `on_day` counts between two moments. With `daily` it is a question, which may wait for the time
    at which all questions leave.
    """
    clock, at = ZoneInfo(zone), ready.astimezone(UTC)
    if daily and mailing.daily is not None:
        at = _next(at, mailing.daily, clock)
    morning = mailing.quiet[1] if mailing.quiet else QUIET_TO
    for _ in range(_MOST_DAYS):
        at = after_quiet(at, zone, mailing)
        day = at.astimezone(clock).date()
        after = day + timedelta(days=1)
        today, tomorrow = _moment(day, time(0), clock), _moment(after, time(0), clock)
        if most is None or mailing.unlimited or on_day(today, tomorrow) < most:
            break
        at = _moment(after, mailing.daily or morning, clock)
    return at


def is_quiet(at: time, begins: time, ends: time) -> bool:
    """Whether a time of day lies in hours that may go past midnight.

    >>> is_quiet(time(23), time(22), time(8)), is_quiet(time(8), time(22), time(8))
    (True, False)
    """
    if begins <= ends:
        return begins <= at < ends
    return at >= begins or at < ends


def after_quiet(at: datetime, zone: str, mailing: Mailing) -> datetime:
    """The end of the player's quiet hours that a moment lies in, or the moment itself."""
    clock = ZoneInfo(zone)
    if mailing.quiet is None or not is_quiet(at.astimezone(clock).time(), *mailing.quiet):
        return at
    return _next(at, mailing.quiet[1], clock)


def _next(at: datetime, when: time, clock: ZoneInfo) -> datetime:
    """The first moment from `at` on that is this time of day."""
    day = at.astimezone(clock).date()
    today = _moment(day, when, clock)
    return today if today >= at else _moment(day + timedelta(days=1), when, clock)


def _moment(day: date, when: time, clock: ZoneInfo) -> datetime:
    return datetime.combine(day, when, clock).astimezone(UTC)
