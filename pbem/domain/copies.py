"""Copies of the database: when the next is due, and which of the older ones stay."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

_AGAIN = timedelta(minutes=10)
"""Time after which a copy that was begun and not made is begun once more."""


def due(made: datetime | None, begun: datetime | None, now: datetime, every: timedelta) -> bool:
    """Whether it is time for another copy: one was `made` last, and one `begun` that was not.

    >>> nine, hour = datetime(2026, 11, 2, 9), timedelta(hours=1)
    >>> ten = nine + hour
    >>> due(None, None, nine, hour), due(nine, None, ten, hour)
    (True, True)
    >>> due(nine, None, ten - timedelta(seconds=1), hour)
    False
    >>> due(nine, ten, ten + timedelta(minutes=9), hour)
    False
    >>> due(nine, ten, ten + timedelta(minutes=10), hour)
    True

    A clock that was put back is no reason to do without copies.

    >>> due(ten, None, nine, hour)
    True
    """
    if made is not None and made <= now < made + every:
        return False
    return begun is None or not begun <= now < begun + min(every, _AGAIN)


def stay(made: Sequence[datetime], daily: int, weekly: int, monthly: int) -> set[datetime]:
    """Which copies stay: the newest, and the newest each of so many days, weeks and months.

    Days without a copy are not counted: a server that was off for a month loses none by it.

    >>> days = [datetime(2026, 11, day, hour) for day in (1, 2, 3, 9) for hour in (3, 15)]
    >>> sorted(f"{one:%d %H}" for one in stay(days, 2, 0, 0))
    ['03 15', '09 15']
    >>> sorted(f"{one:%d %H}" for one in stay(days, 0, 2, 0))
    ['03 15', '09 15']
    >>> sorted(f"{one:%d %H}" for one in stay(days, 0, 3, 1))
    ['01 15', '03 15', '09 15']
    >>> sorted(f"{one:%d %H}" for one in stay(days, 0, 0, 0))
    ['09 15']
    """
    in_order = sorted(made)
    kept = set(in_order[-1:])
    for span, count in (("%Y-%m-%d", daily), ("%G-%V", weekly), ("%Y-%m", monthly)):
        newest = {one.strftime(span): one for one in in_order}
        kept.update(sorted(newest.values(), reverse=True)[:count])
    return kept
