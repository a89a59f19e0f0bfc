"""Misspelt words of cards: mended only where one meaning is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from pbem.languages import spoken
from pbem.orders.text import Tokens
from pbem.orders.words import words

SHORT = 3
"""Words of so many letters or fewer are taken as they are."""

_LONG, _MOST = 8, 2
"""From so many letters on two slips are mended, not one."""

_LONG_HALF = 5
"""A half of a word has so many letters before it is mended: a heartache is no `heart ace`."""

_NEVER = "never"
_DROPPED = "dropped"
_NO_CARD = (_NEVER, _DROPPED)

AROUND_CARDS = ("thanks", "courtesy", "play", "link", "greeting")
"""The lists of words that change nothing around a card."""


@lru_cache(maxsize=4096)
def mend(word: str, language: str, *, spanish: bool) -> str | None:
    """The word of a card, or courtesy, that a misspelt word must be; None if there is not one.

    Only words of the player's own language are mended, and not if an English one is as near.
    """
    own, known = _words_of_cards(language, spanish), _meant(language, spanish)
    return _mended(word, own, known) or _of_halves(word, own, known)


def mend_word(word: str, known: Mapping[str, str]) -> str | None:
    """The same among other words, each with its meaning."""
    return _mended(word, known, known)


def _mended(word: str, own: Mapping[str, str], known: Mapping[str, str]) -> str | None:
    if len(word) <= SHORT or not word.isalpha() or word in _ordinary():
        return None
    as_long = (other for other in known if abs(len(other) - len(word)) <= _MOST)
    near = [other for other in as_long if slips(word, other, allowed(other)) <= allowed(other)]
    if len({known[other] for other in near}) != 1:
        return None
    targets = [other for other in near if other in own and len(other) > SHORT]
    return next((other for other in targets if own[other] != _NEVER), None)


def _of_halves(word: str, own: Mapping[str, str], known: Mapping[str, str]) -> str | None:
    """A word put together from two, of which one is misspelt, as `herzkönnig` is."""
    found: set[str] = set()
    for at in range(SHORT, len(word) - SHORT + 1):
        for right, wrong in ((word[:at], word[at:]), (word[at:], word[:at])):
            if own.get(right, _NEVER) in _NO_CARD or len(wrong) < _LONG_HALF:
                continue
            mended = _mended(wrong, own, known)
            if mended and own[mended] not in _NO_CARD:
                found.add(right + mended if word.startswith(right) else mended + right)
    return found.pop() if len(found) == 1 else None


def allowed(word: str) -> int:
    """How many slips in a word are mended."""
    return _MOST if len(word) >= _LONG else 1


def slips(one: str, other: str, most: int) -> int:
    """Letters missing, added, wrong, or swapped with the next; more than `most` is `most` + 1."""
    if abs(len(one) - len(other)) > most or _apart(one, other) > most:
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


def _apart(one: str, other: str) -> int:
    """So many slips there are at least: one brings in or takes away one letter at most."""
    ours, theirs = _letters(one), _letters(other)
    return max(len(ours - theirs), len(theirs - ours))


_letters = lru_cache(maxsize=4096)(frozenset[str])


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
    every = (phrase for each in spoken() for phrase in words(each).negations)
    return _single(every) - dropped(language)


def _dropped(language: str) -> Iterable[tuple[Tokens, str]]:
    return words(language).dropped.items()


@cache
def _ordinary() -> frozenset[str]:
    every = (
        phrase
        for each in spoken()
        for some in (words(each).ordinary, words(each).policies, words(each).behind)
        for phrase in some
    )
    return _single(every)


@cache
def _meant(language: str, spanish: bool) -> dict[str, str]:
    """What may be meant by a word of a card, in a language or in English."""
    own, known = _words_of_cards(language, spanish), _words_of_cards("en", spanish)
    one_for_two = {each.replace("oe", "o"): meant for each, meant in own.items()}  # for cœur
    return {**one_for_two, **known, **own}


@cache
def _words_of_cards(language: str, spanish: bool) -> dict[str, str]:
    """The words of cards, courtesies and negations of a language, and what each means.

    Short ones are among them because they too may have been meant, but for those that change
    nothing.
    """
    own = words(language)
    lists = [own.ranks, own.suits, own.kinds]
    if spanish:
        lists += [own.spanish_ranks, own.spanish_suits]
    around = (phrase for phrase, name in _dropped(language) if name in AROUND_CARDS)
    return {
        **dict.fromkeys(_long(around), _DROPPED),
        **dict.fromkeys(_long(own.negations), _NEVER),
        **{phrase[0]: name for some in lists for phrase, name in some.items() if len(phrase) == 1},
    }


def _long(phrases: Iterable[Tokens]) -> frozenset[str]:
    return frozenset(word for word in _single(phrases) if len(word) > SHORT)


def _single(phrases: Iterable[Tokens]) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in phrases if len(phrase) == 1)
