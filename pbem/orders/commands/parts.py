"""What follows a command: persons, options, durations, days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from pbem.orders.commands.model import Guest, Options
from pbem.orders.commands.words import inner_words
from pbem.orders.dates import read_dates
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import LANGUAGES, Lists, match, with_english

_GUEST = re.compile(
    r"(?P<name>[^@<>()]*?)\s*<?(?P<address>[^\s@<>()\",;:]+@[^\s@<>()\",;:]+?)[>.]?"
    r"\s*(?:\((?P<language>[A-Za-z]{2})\))?\s*"
)
_NUMBER = re.compile(r"(\d{1,4})([a-z]*)")
_HOLD = re.compile(r"hold (\d{1,2})(?: min(?:ute)?s?)?", re.IGNORECASE)
_HOURS = {"hours": 1, "days": 24, "weeks": 168}
_MOST_HOURS = 1440

Days = tuple[date, date]


def guest_of(written: str, *, bare: bool = False) -> Guest | None:
    """A person as written; with `bare`, a name alone will do."""
    found = _GUEST.fullmatch(written.strip())
    if found is None:
        name = without_ends(written)
        return Guest(name, "") if bare and name and "@" not in name else None
    language = (found["language"] or "").lower()
    return Guest(
        found["name"].strip(" \"'"),
        found["address"].lower(),
        language if language in LANGUAGES else "",
    )


def guests_of(written: str) -> tuple[Guest, ...] | None:
    """The persons between commas; None if one of them is none."""
    guests = [guest_of(one) for one in written.split(",") if one.strip()]
    return tuple(one for one in guests if one) if all(guests) and guests else None


def options_of(items: Sequence[str], language: str) -> Options:
    """Options between commas: rules as written, the pace as numbers."""
    rules: list[str] = []
    answer_in = hold = None
    for item in (" ".join(item.split()).strip(" .") for item in items):
        said = tokens(item)
        if not said:
            continue
        if said[:2] == ("answer", "in"):
            said = said[2:]
        hours = duration_of(said, language)
        if hours:
            answer_in = hours
        elif found := _HOLD.fullmatch(item):
            hold = int(found[1])
        else:
            rules.append(item)
    return Options(tuple(rules), answer_in, hold)


def duration_of(said: Tokens, language: str) -> int:
    """The hours in `36 hours`, `2 days` or `48h`; 0 if that is no duration, or one out of reach."""
    bare = tuple(token for token in said if token not in ".,!")
    found = _NUMBER.fullmatch(bare[0]) if bare else None
    if found is None:
        return 0
    unit = ((found[2],) if found[2] else ()) + bare[1:]
    hours = int(found[1]) * _HOURS.get(inner_words(language).get(unit, ""), 0)
    return hours if hours <= _MOST_HOURS else 0


def player_and_duration(rest: str, language: str) -> tuple[str, int]:
    """`Ruth 3 days`: a name, perhaps empty, and hours, 0 if there are none."""
    parts = rest.split()
    for at in range(len(parts)):
        if hours := duration_of(tokens(" ".join(parts[at:])), language):
            return _name(parts[:at]), hours
    return "", 0


def player_and_days(rest: str, language: str, today: date) -> tuple[tuple[str, date, date], ...]:
    """`Ruth 3-17 Aug`: a name and the days it may mean."""
    parts = rest.split()
    for at in range(1, len(parts)):
        if found := days_of(tokens(" ".join(parts[at:])), language, today):
            return tuple((_name(parts[:at]), first, last) for first, last in found)
    return ()


def days_of(said: Tokens, language: str, today: date) -> tuple[Days, ...]:
    """The days some words may mean, the day before the month first; both ends included."""
    own = language if language in LANGUAGES else "en"
    bare = tuple(token for token in said if token not in "!:;\"'()")
    return tuple((one.first, one.last) for one in read_dates(bare, own, with_english(own), today))


def split_at(written: str, lists: Lists, name: str) -> tuple[str, str]:
    """What stands before and after the first word of a list; all of it and nothing without one."""
    parts = written.split()
    for at in range(1, len(parts)):
        if match(lists, tokens(parts[at]), 0, (name,))[1]:
            return _name(parts[:at]), " ".join(parts[at + 1 :])
    return written.strip(), ""


def without_ends(written: str) -> str:
    """A text without signs and a please at its end."""
    bare = written.strip(" .,!?:;")
    return re.sub(r"(?:^|[ ,]+)please$", "", bare, flags=re.IGNORECASE).strip(" .,!?:;")


def _name(parts: Sequence[str]) -> str:
    return " ".join(parts).strip(" ,:")
