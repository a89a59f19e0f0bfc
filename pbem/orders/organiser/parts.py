"""What follows a command: persons, options, durations, days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import accumulate

from engine import MOST_PLAYERS
from pbem.languages import spoken
from pbem.orders.dates import read_dates
from pbem.orders.keywords import DIGEST_DAY, DIGEST_HOUR, Watchers
from pbem.orders.organiser.model import ChangeRules, Digest, Often, RollBack
from pbem.orders.organiser.set_up import Open, Options, Season
from pbem.orders.organiser.words import inner_words
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import Lists, match, with_english, words

_NUMBER = re.compile(r"(\d{1,4})([a-z]*)")
_HOURS = {"hours": 1, "days": 24, "weeks": 168}
_MOST_HOURS = 1440
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HOUR = re.compile(r"(?:at)?(\d{1,2})(?::00|h00|h|uhr|uur|(am|pm))?", re.IGNORECASE)

_WATCHERS = {
    "allowed": Watchers.ALLOWED,
    "hear": Watchers.TALK,
    "forbidden": Watchers.NO,
    "off": Watchers.NO,
}

Days = tuple[date, date]


def options_of(items: Sequence[str], language: str) -> Options:
    """Options between commas: rules as written, the pace as numbers."""
    rules: list[str] = []
    answer_in = hold = reliable = hints = watchers = None
    for item in (" ".join(item.split()).strip(" .") for item in items):
        said = tokens(item)
        if not said:
            continue
        if said[:2] == ("answer", "in"):
            said = said[2:]
        hours = duration_of(said, language)
        if hours:
            answer_in = hours
        elif (minutes := _hold_of(said, language)) is not None:
            hold = minutes
        elif (share := _share_of(said, language)) is not None:
            reliable = share
        elif (word := inner_words(language).get(said)) in ("hints", "no_hints"):
            hints = word == "hints"
        elif (who := _watchers_of(said, language)) is not None:
            watchers = who
        else:
            rules.append(item)
    return Options(tuple(rules), answer_in, hold, reliable, hints, watchers)


def hold_of(rest: str, language: str) -> ChangeRules | None:
    """What `10` or `10 minutes` sets behind `hold`; None for anything else."""
    minutes = _hold_of(tokens(f"hold {rest}"), language)
    return None if minutes is None else ChangeRules(Options(hold=minutes))


def _hold_of(said: Tokens, language: str) -> int | None:
    lists = inner_words(language)
    name, length = match(lists, said, 0, ("hold",))
    number, unit = "".join(said[length : length + 1]), said[length + 1 :]
    if not name or not re.fullmatch(r"[0-9]{1,2}", number):
        return None
    return int(number) if not unit or lists.get(unit) == "minutes" else None


def _share_of(said: Tokens, language: str) -> int | None:
    """The number in `reliable 80 %`, 0 for `reliable off`; None if it is neither."""
    lists = inner_words(language)
    name, length = match(lists, said, 0, ("reliable",))
    rest = tuple(token for token in said[length:] if token not in "%.")
    if name and match(lists, rest, 0, ("off",))[1]:
        return 0
    if not name or len(rest) != 1 or not rest[0].isdecimal() or int(rest[0][:4]) > 100:
        return None
    return int(rest[0])


def _watchers_of(said: Tokens, language: str) -> Watchers | None:
    """What `watchers allowed`, `watchers hear talk` or `no watchers` says; None if it is none."""
    lists = inner_words(language)
    for at, name in ((at, match(lists, said, at, ("watchers",))) for at in range(len(said))):
        rest = said[:at] + said[at + name[1] :]
        if name[1]:
            how = lists.get(tuple(token for token in rest if token not in ",."), "")
            return _WATCHERS.get(how)
    return None


def season_of(items: Sequence[str], language: str) -> tuple[Season, tuple[str, ...]]:
    """The sizes of a season in `4 at a table`, `3 rounds`, `1 up`; and the items that are none."""
    found: dict[str, int] = {}
    others = []
    for item in items:
        said = tokens(item)
        name, length = match(inner_words(language), said, 1, ("size", "rounds", "movers"))
        if name and length == len(said) - 1 and said[0].isdecimal() and len(said[0]) < 3:
            found[name] = int(said[0])
        else:
            others.append(item)
    if not 2 <= found.get("size", 4) <= MOST_PLAYERS or not found.get("rounds", 3):
        return Season(), tuple(items)
    return Season(**found), tuple(others)


def open_of(rest: str, language: str, today: date) -> tuple[Open, ...]:
    """What `2 seats until 12 Oct` may mean: every part may be left out; `off` offers none."""
    lists = inner_words(language)
    said = tuple(token for token in tokens(without_ends(rest)) if token not in ",;")
    if match(lists, said, 0, ("off",))[1] == len(said) > 0:
        return (Open(0),)
    seats = None
    if said and said[0].isdecimal():
        name, length = match(lists, said, 1, ("seats",))
        seats, said = int(said[0][:3]), said[1 + length :]
        if not seats or (said and not name):
            return ()
    if not said:
        return (Open(seats),)
    _, length = match(lists, said, 0, ("until",))
    days = days_of(said[length:], language, today) if length else ()
    return tuple(Open(seats, last) for _, last in days)


def duration_of(said: Tokens, language: str) -> int:
    """The hours in `36 hours`, `two days` or `48h`; 0 if that is no duration, or out of reach."""
    bare = tuple(token for token in said if token not in ".,!")
    if found := _NUMBER.fullmatch(bare[0]) if bare else None:
        number, unit = int(found[1]), ((found[2],) if found[2] else ()) + bare[1:]
    else:
        word, length = match(words(language).numbers, bare)
        number, unit = int(word or 0), bare[length:]
    hours = number * _HOURS.get(inner_words(language).get(unit, ""), 0)
    return hours if hours <= _MOST_HOURS else 0


def player_and_duration(rest: str, language: str) -> tuple[str, int]:
    """`Ruth 3 days`, `Ruth by a day`: a name, perhaps empty, and hours, 0 if there are none."""
    parts = rest.split()
    for at in range(len(parts)):
        if hours := duration_of(tokens(" ".join(parts[at:])), language):
            before = inner_words(language).get(tokens(" ".join(parts[at - 1 : at])))
            return _name(parts[: at - (before in ("for", "with"))]), hours
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
    own = language if language in spoken() else "en"
    bare = tuple(token for token in said if token not in "!:;\"'()")
    return tuple((one.first, one.last) for one in read_dates(bare, own, with_english(own), today))


def digest_of(said: Tokens, language: str) -> Digest | None:
    """How often: `weekly Friday 18:00`, `daily 7h`, `only when needed`, `off`; None if unclear."""
    lists = inner_words(language)
    bare = tuple(token for token in said if token not in ".,!;")
    name, length = match(lists, bare, 0, tuple(Often))
    if not length:
        return None
    often, rest = Often(name), bare[length:]
    day, length = match(lists, rest, 0, _WEEKDAYS) if often is Often.WEEKLY else ("", 0)
    hour = _hour_of("".join(rest[length:]))
    timed = often in (Often.WEEKLY, Often.DAILY)
    if hour is None or (rest and not timed):
        return None
    return Digest(often, _WEEKDAYS.index(day) if day else DIGEST_DAY, hour)


def _hour_of(written: str) -> int | None:
    """The hour in `18:00`, `7h` or `at 8 am`; the usual where none is named, None if it is none."""
    if not written:
        return DIGEST_HOUR
    found = _HOUR.fullmatch(written)
    if found is None:
        return None
    hour = int(found[1]) + 12 * (found[2] == "pm" and int(found[1]) < 12)
    return hour if hour < 24 else None


def roll_back_of(rest: str, language: str) -> RollBack | None:
    """`trick 2 because ...` or `deal 5`; None if it is neither."""
    said, why = split_at(rest, inner_words(language), "because")
    parts = tokens(without_ends(said))
    name, length = match(inner_words(language), parts, 0, ("trick", "deal"))
    number = parts[length : length + 1]
    if not length or len(parts) != length + 1 or not number[0].isdecimal():
        return None
    return RollBack(name == "deal", int(number[0]), why.strip())


def split_at(written: str, lists: Lists, name: str) -> tuple[str, str]:
    """What stands before and after a phrase of a list; all of it and nothing without one."""
    parts = written.split()
    for at in range(1, len(parts)):
        length = match(lists, tokens(" ".join(parts[at:])), 0, (name,))[1]
        if length:
            words = accumulate(len(tokens(part)) for part in parts[at:])
            taken = sum(sofar < length for sofar in words) + 1
            return _name(parts[:at]), " ".join(parts[at + taken :])
    return written.strip(), ""


def around(item: str, language: str) -> tuple[str, str]:
    """An option and the first guest in `36 hours with Eva eva@...`; no option without that word."""
    parts = item.split()
    for at, part in enumerate(parts):
        if match(inner_words(language), tokens(part), 0, ("with",))[1]:
            return _name(parts[:at]), " ".join(parts[at + 1 :])
    return "", item


def without_ends(written: str) -> str:
    """A text without signs and a please at its end."""
    bare = written.strip(" .,!?:;")
    return re.sub(r"(?:^|[ ,]+)please$", "", bare, flags=re.IGNORECASE).strip(" .,!?:;")


def _name(parts: Sequence[str]) -> str:
    return " ".join(parts).strip(" ,:")
