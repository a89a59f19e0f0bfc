"""Who is to play, as an organiser writes it: persons, and computers by their number and level."""

from __future__ import annotations

import re
from zoneinfo import available_timezones

from engine import Level
from pbem.casefolding import folded
from pbem.languages import translated
from pbem.orders.organiser.parts import without_ends
from pbem.orders.organiser.set_up import AnyGuest, ComputerGuest, Guest
from pbem.orders.organiser.words import inner_words
from pbem.orders.text import tokens
from pbem.orders.words import match, with_english

_GUEST = re.compile(
    r"(?P<name>[^@<>()]*?)\s*<?(?P<address>[^\s@<>()\",;:]+@[^\s@<>()\",;:]+?)[>.]?"
    r"\s*(?:\((?P<language>[A-Za-z]{2})?(?: *(?P<zone>UTC|[A-Z]\w+(?:/[\w+-]+)+))?\))?\s*"
)
_LEVELS = {
    "computer": Level.STEADY,
    "easy_computer": Level.EASY,
    "steady_computer": Level.STEADY,
    "strong_computer": Level.STRONG,
}
"""The lists of words for a computer, and at which level it plays."""


def guest_of(written: str, *, bare: bool = False) -> Guest | None:
    """A person as written; with `bare`, a name alone will do."""
    found = _GUEST.fullmatch(written.strip())
    if found is None:
        name = without_ends(written)
        return Guest(name, "") if bare and name and "@" not in name else None
    language, zone = (found["language"] or "").lower(), found["zone"] or ""
    if zone and zone not in available_timezones():
        return None
    return Guest(
        found["name"].strip(" \"'"),
        folded(found["address"]),
        language if language in translated() else "",
        zone,
    )


def guests_of(written: str, language: str) -> tuple[AnyGuest, ...] | None:
    """Those between commas; None if one of them is nobody."""
    guests: list[AnyGuest] = []
    for one in written.split(","):
        if one.strip():
            found = guests_in(one, language)
            if not found:
                return None
            guests += found
    return tuple(guests) or None


def persons_of(written: str, language: str) -> tuple[Guest, ...] | None:
    """The same where no computer can be meant."""
    guests = guests_of(written, language) or ()
    persons = tuple(one for one in guests if isinstance(one, Guest))
    return persons if persons and len(persons) == len(guests) else None


def guests_in(item: str, language: str) -> tuple[AnyGuest, ...]:
    """Who is meant between two commas: one person, computers, or both with an `and` between."""
    parts = item.split()
    for at in range(1, len(parts) - 1):
        if inner_words(language).get(tokens(parts[at])) == "and":
            before = guests_in(" ".join(parts[:at]), language)
            after = guests_in(" ".join(parts[at + 1 :]), language)
            if before and after:
                return before + after
    if computers := computers_in(item, language):
        return computers
    person = guest_of(item) if "@" in item else None
    return (person,) if person else ()


def computers_in(item: str, language: str) -> tuple[ComputerGuest, ...]:
    """The computers in `3 computers`, `two easy computers`, `a strong computer`; none if it is no
    such thing.
    """
    said = tokens(without_ends(item))
    lists, numbers = inner_words(language), with_english(language).numbers
    for at in range(len(said)):
        number = numbers.get(said[:at], said[0] if at == 1 else "") if at else "1"
        name, length = match(lists, said, at, tuple(_LEVELS))
        if name and at + length == len(said) and number.isdecimal() and len(number) < 3:
            return (ComputerGuest(_LEVELS[name]),) * int(number)
    return ()
