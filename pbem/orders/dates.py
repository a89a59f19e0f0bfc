"""Days of absence, as people write them: `3-17 Aug`, `3.-17.8.`, `du 3 au 17 août`, `3/8`."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from pbem.orders.model import Away
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_YEAR = r"(?:,? (?P<y>\d{4}))?"
_DAY = re.compile(r"(?P<d>\d{1,2})(?: \.)?")
_DAY_MONTH = re.compile(rf"(?P<d>\d{{1,2}})(?: \.)? m(?P<m>\d{{1,2}})(?: \.)?{_YEAR}")
_MONTH_DAY = re.compile(rf"m(?P<m>\d{{1,2}})(?: \.)? (?P<d>\d{{1,2}})(?: \.)?(?: ,)?{_YEAR}")
_NUMBERS = re.compile(
    r"(?P<a>\d{1,2}) (?P<sep>[./]) (?P<b>\d{1,2})(?: (?P=sep)(?: (?P<y>\d{2}|\d{4}))?)?"
)
_ISO = re.compile(r"(?P<y>\d{4}) - (?P<m>\d{1,2}) - (?P<d>\d{1,2})")
_WHOLE = re.compile(r"i(?P<y>\d{4})/(?P<m>\d{1,2})/(?P<d>\d{1,2})")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|e|ste|de|o|a)")
_LISTS = ("from", "filler", "to", "today", "tomorrow")
_LONGEST = timedelta(days=366)
_LONGEST_OVER_NEW_YEAR = timedelta(days=183)


class _Point(NamedTuple):
    """A day as written, as far as it was."""

    day: int
    month: int | None = None
    year: int | None = None


def read_dates(line: Tokens, language: str, known: Words, today: date) -> tuple[Away, ...]:
    """The absences some words may mean: none if they mean none, two for an English `3/4-5/6`.

    A year that is not given is the first in which the last day is not yet over.
    """
    written, opens = _written(line, known, today)
    halves = written.split("~")
    if len(halves) > 2 or (opens and len(halves) == 1):
        return ()
    found: list[Away] = []
    for day_first in _orders(written, language):
        points = [_point(half.strip(), day_first, today) for half in halves]
        if len(points) == 2 and not halves[0].strip():
            points[0] = _Point(today.day, today.month, today.year)
        away = _between(points[0], points[-1], today)
        if away and away not in found:
            found.append(away)
    return tuple(found)


def _written(line: Tokens, known: Words, today: date) -> tuple[str, bool]:
    """Dates in one spelling, and whether `from` stands in front.

    `m8` is August, `i2026/8/3` a whole date, `~` is `to`. A weekday alone is the next one.
    """
    out: list[str] = []
    opens, at, since = False, 0, today
    while at < len(line):
        weekday, length = match(known.weekdays, line, at)
        if length:
            at += length
            at += line[at : at + 1] in ((".",), (",",))
            if not _dated(out, line[at:], known):
                since += timedelta(days=(int(weekday) - since.isoweekday() - 1) % 7 + 1)
                out.append(_iso(since))
            continue
        month, length = match(known.months, line, at)
        name, taken = match(known.dates, line, at, _LISTS)
        if length:
            out.append(f"m{month}")
        elif name == "to":
            out.append("~")
        elif name in ("today", "tomorrow"):
            since = today + timedelta(days=name == "tomorrow")
            out.append(_iso(since))
        elif name == "from":
            opens = opens or not out
        elif not name:
            out.append(_ORDINAL.sub(r"\1", line[at]) if line[at][:1].isdigit() else line[at])
        at += length or taken or 1
    whole = _ISO.sub(r"i\g<y>/\g<m>/\g<d>", " ".join(out))
    # Beside a word for `to` a dash stands within a day: `3-11 t/m 17-11`.
    return whole.replace(" - ", " / " if "~" in out else " ~ "), opens


def _dated(before: list[str], after: Tokens, known: Words) -> bool:
    """Whether a date stands by a weekday."""
    follows = after[:1] and (after[0][:1].isdigit() or match(known.months, after)[1])
    return bool(follows) or bool(before and before[-1][-1:].isdigit() and " - " not in before[-1])


def _iso(day: date) -> str:
    return f"{day.year} - {day.month} - {day.day}"


def _orders(written: str, language: str) -> tuple[bool, ...]:
    """Whether the day comes first in `3/8`: in English, either may."""
    return (True, False) if language == "en" and " / " in written else (True,)


def _point(written: str, day_first: bool, today: date) -> _Point | None:
    if found := _WHOLE.fullmatch(written):
        return _Point(int(found["d"]), int(found["m"]), int(found["y"]))
    if found := _DAY.fullmatch(written):
        return _Point(int(found["d"]))
    if found := _DAY_MONTH.fullmatch(written) or _MONTH_DAY.fullmatch(written):
        return _Point(int(found["d"]), int(found["m"]), int(found["y"]) if found["y"] else None)
    if found := _NUMBERS.fullmatch(written):
        a, b, year = int(found["a"]), int(found["b"]), int(found["y"] or 0)
        day, month = (a, b) if day_first or found["sep"] == "." else (b, a)
        century = today.year // 100 * 100 if 0 < year < 100 else 0
        return _Point(day, month, year + century or None)
    return None


def _between(first: _Point | None, last: _Point | None, today: date) -> Away | None:
    if first is None or last is None:
        return None
    month, end_month = first.month or last.month, last.month or first.month
    if month is None or end_month is None:
        return None
    over_new_year = month > end_month
    given = last.year or (first.year + over_new_year if first.year else None)
    for year in (given,) if given else (today.year, today.year + 1):
        start = _date(first.year or year - over_new_year, month, first.day)
        end = _date(year, end_month, last.day)
        if start is None or end is None or end < start or end - start > _LONGEST:
            return None
        if over_new_year and end - start > _LONGEST_OVER_NEW_YEAR:
            return None
        if end >= today:
            return Away(start, end)
    return None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
