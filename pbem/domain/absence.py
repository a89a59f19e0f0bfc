"""Days away: booked for every table at once, and limited at each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from pbem.domain.deadlines import Span


def within(away: Iterable[Span], since: date, days: int) -> tuple[Span, ...]:
    """The days away a table waits for: the first so many that fall into the game.

    >>> [spent] = within([Span(date(2026, 8, 3), date(2026, 8, 17))], date(2026, 8, 10), 5)
    >>> spent.last.isoformat()
    '2026-08-14'
    """
    granted: list[Span] = []
    for span in sorted(away, key=lambda one: one.first):
        first = max([span.first, since, *(one.last + timedelta(1) for one in granted)])
        last = min(span.last, first + timedelta(days - 1))
        if days > 0 and first <= last:
            granted.append(Span(first, last))
            days -= length(granted[-1])
    return tuple(granted)


def length(span: Span) -> int:
    """How many days that is."""
    return (span.last - span.first).days + 1


def shortened(span: Span, back: date) -> Span | None:
    """What is left of an absence when a player is back on a day; None if it had not begun."""
    if back <= span.first:
        return None
    return Span(span.first, min(span.last, back - timedelta(days=1)))
