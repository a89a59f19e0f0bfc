"""Misspelt words of cards: mended only where one meaning is left (UX.md 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from pbem.orders.text import Tokens
from pbem.orders.words import LANGUAGES, words

SHORT = 3
"""Words of so many letters or fewer are taken as they are."""

_LONG = 8
"""From so many letters on two slips are mended, not one."""

_NEVER = "never"

AROUND_CARDS = ("thanks", "courtesy", "play", "link", "greeting")
"""The lists of words that change nothing around a card."""


def mend(word: str, language: str, *, spanish: bool) -> str | None:
    """The card word, or the courtesy, that a misspelt word must be; None if there is not one."""
    return _mended(word, _vocabulary(language, spanish)) if word not in _ordinary() else None


def mend_word(word: str, known: Mapping[str, str]) -> str | None:
    """The same among other words, each with its meaning."""
    return _mended(word, known) if word not in _ordinary() else None


def _mended(word: str, known: Mapping[str, str]) -> str | None:
    if len(word) <= SHORT or not word.isalpha():
        return None
    near = [other for other in known if slips(word, other, allowed(other)) <= allowed(other)]
    if len({known[other] for other in near}) != 1:
        return None
    targets = [other for other in near if len(other) > SHORT and known[other] != _NEVER]
    return targets[0] if targets else None


def allowed(word: str) -> int:
    """How many slips in a word are mended."""
    return 2 if len(word) >= _LONG else 1


def slips(one: str, other: str, most: int) -> int:
    """Letters missing, added, wrong, or swapped with the next; more than `most` is `most` + 1."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


@cache
def dropped(language: str) -> frozenset[str]:
    """The words a language's players put around a card that change nothing."""
    return _single(phrase for phrase, name in _dropped(language) if name in AROUND_CARDS)


@cache
def links(language: str) -> frozenset[str]:
    """The words that stand between a rank and a suit: where one does, both must be named."""
    every = ((phrase, name) for each in (language, "en") for phrase, name in _dropped(each))
    return _single(phrase for phrase, name in every if name == "link")


@cache
def negations(language: str) -> frozenset[str]:
    """The words of every language that say no, but for those that mean nothing in this one."""
    every = (phrase for each in LANGUAGES for phrase in words(each).negations)
    return _single(every) - dropped(language)


def _dropped(language: str) -> Iterable[tuple[Tokens, str]]:
    return words(language).dropped.items()


@cache
def _ordinary() -> frozenset[str]:
    return _single(phrase for each in LANGUAGES for phrase in words(each).ordinary)


@cache
def _vocabulary(language: str, spanish: bool) -> dict[str, str]:
    """What a misspelt word might be, and what each means: the player's own words and English.

    Short words are among them because they too may have been meant, but for those that change
    nothing.
    """
    known: dict[str, str] = {}
    for each in (words(language), words("en")):
        lists = [each.ranks, each.suits, each.kinds]
        if spanish:
            lists += [each.spanish_ranks, each.spanish_suits]
        for phrase, meant in (pair for some in lists for pair in some.items()):
            if len(phrase) == 1:
                known.setdefault(phrase[0], meant)
        around = [phrase for phrase, name in each.dropped.items() if name in AROUND_CARDS]
        known |= {word: "dropped" for word in _long(around) if word not in known}
        known |= dict.fromkeys(_long(each.negations), _NEVER)
    return known


def _long(phrases: Iterable[Tokens]) -> frozenset[str]:
    return frozenset(word for word in _single(phrases) if len(word) > SHORT)


def _single(phrases: Iterable[Tokens]) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in phrases if len(phrase) == 1)
