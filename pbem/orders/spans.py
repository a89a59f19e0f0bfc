"""Days of absence in running text, not in an order: what people and their auto-responders say."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from pbem.languages import spoken
from pbem.orders.dates import read_dates
from pbem.orders.model import Away
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import Words, match, with_english

_MOST_LINES = 20
_MOST_WORDS = 200
_LONGEST, _SHORTEST = 14, 2
_LONGEST_DAY = 6
_JOINS = "-/"
_SOON = timedelta(days=120)
"""Days of a robot that begin later were meant in a year that is over."""

_A_YEAR = timedelta(days=365)


def absence_in(body: str, language: str, today: date) -> Away | None:
    """The one absence a text tells of, of two days or more and not over yet; None if unsure.

    >>> absence_in("I am away from 3 to 17 August.", "en", date(2026, 7, 30))
    Away(first=datetime.date(2026, 8, 3), last=datetime.date(2026, 8, 17))
    >>> absence_in("Back on 17 August.", "en", date(2026, 7, 30))
    """
    lines = [line for line in body.splitlines() if line.strip()][:_MOST_LINES]
    said = tokens(" ".join(lines)[:2000])[:_MOST_WORDS]
    known = with_english(language if language in spoken() else "en")
    return _span(said, language, known, today, _SOON)


def absence_told(said: Tokens, context: Expected, known: Words) -> Away | None:
    """The days away that a sentence tells of: from one to another, or from today to the one named;
    None if it tells of none.
    """
    away = any(
        match(lists, said, at, ("away",))[1]
        for at in range(len(said))
        for lists in (known.asked, known.dates)
    )
    if context.today is None or not away:
        return None
    span = _span(said, context.language, known, context.today, _A_YEAR)
    return span or _until(said, context.language, known, context.today)


def _span(said: Tokens, language: str, known: Words, today: date, soon: timedelta) -> Away | None:
    """The one absence that some words tell of with its last day and its first, which is `soon`."""
    found: set[Away] = set()
    at = 0
    while at < len(said):
        length = 0
        # What goes on from a number is no beginning: `3-5-7 Aug` is no absence.
        for size, part in () if at and said[at - 1] in _JOINS else _parts(said, at):
            spans = [
                one
                for one in read_dates(part, language, known, today)
                if one.last > one.first and one.last > today and one.first < today + soon
            ]
            if len(spans) == 1:
                found.add(spans[0])
                length = size
                break
        at += length or 1
    return found.pop() if len(found) == 1 else None


def _until(said: Tokens, language: str, known: Words, today: date) -> Away | None:
    """The days from today to the one that some words name."""
    for at in range(len(said)):
        if not match(known.dates, said, at, ("to",))[1]:
            continue
        for end in range(min(len(said), at + _LONGEST_DAY), at + 1, -1):
            found = read_dates(said[at:end], language, known, today)
            if len(found) == 1:
                return found[0]
    return None


def _parts(said: Tokens, at: int) -> Iterator[tuple[int, Tokens]]:
    """What may be dates from some word on, the longest first."""
    for size in range(min(_LONGEST, len(said) - at), _SHORTEST - 1, -1):
        yield size, said[at : at + size]
