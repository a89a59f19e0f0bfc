"""Days in examples of what can be sent: copied as they stand, they mean days soon to come.

All lie within one month, and none is its first, eighth or eleventh, before which some languages
write another article: every language has one pattern for them.
"""

from __future__ import annotations

from datetime import date, timedelta

from pbem.domain.deadlines import Span
from pbem.letters.speech import Speech

_AHEAD = timedelta(days=7)
_FIRST, _LAST, _LAST_OF_PAUSE = 3, 17, 7


def some_days(today: date) -> Span:
    """A fortnight away: the first third to seventeenth of a month that is a week off or more.

    >>> some_days(date(2026, 11, 22))
    Span(first=datetime.date(2026, 12, 3), last=datetime.date(2026, 12, 17))
    """
    first = today + _AHEAD
    if first.day > _FIRST:
        first = first.replace(day=1) + timedelta(days=31)
    first = first.replace(day=_FIRST)
    return Span(first, first.replace(day=_LAST))


def few_days(today: date) -> Span:
    """A pause: the first days of those."""
    first = some_days(today).first
    return Span(first, first.replace(day=_LAST_OF_PAUSE))


def filled(example: str, said: Speech, today: date) -> str:
    """An example of an order with its days and its year, as it is typed in a language."""
    return said.messages.pgettext("order", example).format(
        a_day=said.short_date(some_days(today).first),
        few_days=said.days(few_days(today)),
        some_days=said.days(some_days(today)),
        year=today.year,
    )
