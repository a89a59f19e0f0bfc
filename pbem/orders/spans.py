"""Days of absence in what an auto-responder says: in running text, not in an order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from pbem.languages import spoken
from pbem.orders.dates import read_dates
from pbem.orders.model import Away
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import with_english

_MOST_LINES = 20
_MOST_WORDS = 200
_LONGEST, _SHORTEST = 10, 2
_SOON = timedelta(days=120)
"""Days that begin later were meant in a year that is over."""


def absence_in(body: str, language: str, today: date) -> Away | None:
    """The one absence a text tells of, of two days or more and not over yet; None if unsure.

    >>> absence_in("I am away from 3 to 17 August.", "en", date(2026, 7, 30))
    Away(first=datetime.date(2026, 8, 3), last=datetime.date(2026, 8, 17))
    >>> absence_in("Back on 17 August.", "en", date(2026, 7, 30))
    """
    lines = [line for line in body.splitlines() if line.strip()][:_MOST_LINES]
    said = tokens(" ".join(lines)[:2000])[:_MOST_WORDS]
    known = with_english(language if language in spoken() else "en")
    found: set[Away] = set()
    at = 0
    while at < len(said):
        length = 0
        for size, part in _parts(said, at):
            spans = [
                one
                for one in read_dates(part, language, known, today)
                if one.last > one.first and one.last > today and one.first < today + _SOON
            ]
            if len(spans) == 1:
                found.add(spans[0])
                length = size
                break
        at += length or 1
    return found.pop() if len(found) == 1 else None


def _parts(said: Tokens, at: int) -> Iterator[tuple[int, Tokens]]:
    """What may be dates from some word on, the longest first."""
    for size in range(min(_LONGEST, len(said) - at), _SHORTEST - 1, -1):
        yield size, said[at : at + size]
