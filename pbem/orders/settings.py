"""Settings: a name and a value in one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from zoneinfo import available_timezones

from engine.nearness import nearest
from pbem.languages import spoken, translated
from pbem.orders.keywords import VALUES, Key, Policy, When
from pbem.orders.model import HousePolicy, Setting, UnknownValue, WhichOrder
from pbem.orders.requests import polite
from pbem.orders.spelling import mend_word
from pbem.orders.text import Tokens, fold, tokens, without
from pbem.orders.words import Words, match, words

_SEPARATORS = ".,!;:()\"'="
_MOST_REMINDERS = 2
_LONGEST_NAME = 40
_MOST_NAMES = 4
_FREE = (Key.NAME, Key.ADDRESS)
"""The settings that may be any words, so that a slip in their names is not seen."""

_MOST_WORDS = 3
"""So many words at most are a value; more are a sentence about something else."""

_ALIKE = 0.6
"""How much of the name of a language or a city must be right, from 0 to 1."""

_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?(?:h| uhr| o'clock)?")
_SPAN = re.compile(r"(\d{1,2})(?:[:.h]00)?h? ?(?:-|to|bis|a|tot|la) ?(\d{1,2})(?:[:.h]00)?h?")
_ADDRESS = re.compile(r"[^\s@<>()\",;:]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+", re.IGNORECASE)


def read_setting(line: str, known: Words) -> Setting | None:
    """The setting a line names, with a value it may have."""
    if wish := _in_other_words(line, known):
        return wish
    name, length = match(known.settings, tokens(line))
    if not length:
        return _other_language(line)
    key, value = Key(name), _after(line, length)
    text = fold(value).strip(" .!")
    right: str | None
    match key:
        case Key.REMINDERS:
            right = text if text.isascii() and text.isdecimal() else None
            right = right if right is not None and int(right[:3]) <= _MOST_REMINDERS else None
        case Key.QUIET:
            right = _span(text, known)
        case Key.LANGUAGE:
            right = _language(text)
        case Key.TIME_ZONE:
            right = _zones().get(text.replace(" ", "_"))
        case Key.NAME:
            right = value.strip() if _is_name(value.strip()) else None
        case Key.ADDRESS:
            right = value.strip() if _ADDRESS.fullmatch(value.strip()) else None
        case _:
            right = _listed(key, tokens(text), known)
    return Setting(key, right) if right else None


def read_near(line: str, known: Words) -> WhichOrder | None:
    """What a short line may mean that sets nothing: its name, or the value, is amiss."""
    said = tokens(line)
    name, length = match(known.settings, said)
    rest = _after(line, length or 1)
    if not length and said:
        listed = {phrase: key for phrase, key in known.settings.items() if key not in _FREE}
        single = {phrase[0]: key for phrase, key in listed.items() if len(phrase) == 1}
        mended = mend_word(said[0], single) or ""
        name = single.get(mended, "")
        if name and (found := read_setting(f"{mended} {rest}", known)):
            return WhichOrder(line, (found,))
    if not name or not 0 < len(rest.split()) <= _MOST_WORDS:
        return None
    key = Key(name)
    values, alike = _values(key, known)
    near = nearest(" ".join(tokens(rest)), values, alike=alike)
    return UnknownValue(line, tuple(Setting(key, one) for one in near), key)


def _values(key: Key, known: Words) -> tuple[Mapping[str, str], float]:
    """What a setting may be by how it looks, and how alike one must be that is meant: where there
    are few, they are told whatever was written.
    """
    match key:
        case Key.REMINDERS:
            return {str(number): str(number) for number in range(_MOST_REMINDERS + 1)}, 0.0
        case Key.QUIET:
            return {"22-07": "22-07", "off": "off"}, 0.0
        case Key.TIME_ZONE:
            return _zones(), _ALIKE
        case Key.LANGUAGE:
            every = (words(each).languages.items() for each in spoken())
            named = {" ".join(phrase): code for some in every for phrase, code in some}
            return {name: code for name, code in named.items() if code in translated()}, _ALIKE
        case _:
            listed = VALUES.get(key, ())
            usual = {"daily": "daily 08:00"}
            return {
                " ".join(phrase): usual.get(name, name)
                for phrase, name in known.values.items()
                if name in listed
            }, 0.0


def names_setting(line: Tokens, known: Words) -> bool:
    """Whether a line is the name of a setting and nothing more; `explain` alone asks for help."""
    return known.settings.get(without(line, _SEPARATORS + "?"), Key.EXPLAIN) != Key.EXPLAIN


def read_house_policy(line: Tokens, known: Words) -> HousePolicy | None:
    """`when made duck`, `need all win`; `ask` ends it."""
    bare = without(line, _SEPARATORS)
    name, length = match(known.house, bare, 0, tuple(When))
    if not length:
        return None
    rest = bare[length:]
    if known.house.get(rest) == "ask":
        return HousePolicy(When(name), None)
    policy = known.policies.get(rest)
    return HousePolicy(When(name), Policy(policy)) if policy else None


def _after(line: str, length: int) -> str:
    """What stands after the first tokens of a line, as written."""
    parts = line.split()
    for at in range(1, len(parts) + 1):
        if len(without(tokens(" ".join(parts[:at])), ":=")) >= length:
            return " ".join(parts[at:]).lstrip(":= ")
    return ""


def _listed(key: Key, value: Tokens, known: Words) -> str | None:
    name, length = match(known.values, value, 0, VALUES[key])
    rest = "".join(value[length:])
    if not length:
        return None
    if key is Key.MAILS and name == "daily" and rest:
        time = _TIME.fullmatch(rest)
        hour, minute = (int(time[1]), int(time[2] or 0)) if time else (99, 0)
        return f"daily {hour:02}:{minute:02}" if hour < 24 and minute < 60 else None
    return name if not rest else None


def _span(text: str, known: Words) -> str | None:
    """Quiet hours: `22-08`, or `off`."""
    if known.values.get(tokens(text)) in ("off", "none"):
        return "off"
    span = _SPAN.fullmatch(text)
    if span is None or int(span[1]) > 24 or int(span[2]) > 24 or span[1] == span[2]:
        return None
    return f"{int(span[1]) % 24:02}-{int(span[2]) % 24:02}"


def _in_other_words(line: str, known: Words) -> Setting | None:
    """The setting of a line that says it as people do: `large print` is `print large`."""
    key, _, value = known.wishes.get(polite(tokens(line), known), "").partition(" ")
    return Setting(Key(key), value) if key else None


def _other_language(line: str) -> Setting | None:
    """The language that a line asks for in any of them: who is written to in a foreign one may not
    know its word for that.
    """
    said = tokens(line)
    # A word alone has no value; the words of every language need not be read for it.
    if len(said) < 2 or said[:1] not in _for_language():
        return None
    for each in spoken():
        _, length = match(words(each).settings, said, 0, (Key.LANGUAGE,))
        if length and (right := _language(fold(_after(line, length)).strip(" .!"))):
            return Setting(Key.LANGUAGE, right)
    return None


@cache
def _for_language() -> frozenset[Tokens]:
    """The first word of each phrase in any language that asks for a language."""
    every = (words(each).settings.items() for each in spoken())
    return frozenset(phrase[:1] for some in every for phrase, key in some if key == Key.LANGUAGE)


def _language(text: str) -> str | None:
    """A language that we write by its code, or by its name in any that we read."""
    if text in translated():
        return text
    found = {words(each).languages.get(tokens(text)) for each in spoken()} & {*translated()}
    return found.pop() if len(found) == 1 else None


def _is_name(value: str) -> bool:
    letters = all(character.isalpha() or character in " '’.-" for character in value)
    return letters and 0 < len(value) <= _LONGEST_NAME and len(value.split()) <= _MOST_NAMES


@cache
def _zones() -> dict[str, str]:
    """Every time zone by its folded name, and by its city where that tells one from all others."""
    every = sorted(available_timezones())
    by_city: dict[str, list[str]] = {}
    for zone in every:
        by_city.setdefault(zone.rpartition("/")[2].casefold(), []).append(zone)
    cities = {city: zones[0] for city, zones in by_city.items() if len(zones) == 1}
    return cities | {zone.casefold(): zone for zone in every}
