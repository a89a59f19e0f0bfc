"""Words and letters of each language: its `answers.toml`, read once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property

from pbem.languages import read
from pbem.orders.text import Tokens, tokens


class Lists(dict[Tokens, str]):
    """Every phrase of a section, pointing at the name of the list it stands in; never changed.

    Letters of cards may stand in several, and point at all their names: `k` at `DC` in German.
    """

    @cached_property
    def longest(self) -> Mapping[str, int]:
        """The tokens of the longest phrase that begins with a word, by that word."""
        found: dict[str, int] = {}
        for first, *more in filter(None, self):
            found[first] = max(found.get(first, 0), 1 + len(more))
        return found

    @cached_property
    def single(self) -> Mapping[str, str]:
        """The phrases that are one word."""
        return {phrase[0]: name for phrase, name in self.items() if len(phrase) == 1}


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words: a field for each section of its file."""

    ranks: Lists
    suits: Lists
    kinds: Lists
    spanish_ranks: Lists
    spanish_suits: Lists
    rank_letters: Lists
    suit_letters: Lists
    spanish_rank_letters: Lists
    spanish_suit_letters: Lists
    numbers: Lists
    dropped: Lists
    negations: Lists
    ordinary: Lists
    passes: Lists
    remarks: Lists
    stated: Lists
    person: Lists
    before: Lists
    behind: Lists
    doubt: Lists
    settled: Lists
    plan: Lists
    policies: Lists
    house: Lists
    special: Lists
    requests: Lists
    topics: Lists
    settings: Lists
    values: Lists
    wishes: Lists
    languages: Lists
    answers: Lists
    refusals: Lists
    declined: Lists
    elsewhere: Lists
    talk: Lists
    salt: Lists
    dates: Lists
    weekdays: Lists
    months: Lists
    asked: Lists
    time: Lists


_NESTED = {
    "spanish_ranks": ("spanish", "ranks"),
    "spanish_suits": ("spanish", "suits"),
    "rank_letters": ("letters", "ranks"),
    "suit_letters": ("letters", "suits"),
    "spanish_rank_letters": ("spanish", "letters", "ranks"),
    "spanish_suit_letters": ("spanish", "letters", "suits"),
}
_CHOICE = re.compile(r"\(([^()]*)\)")
"""One of several words, or none: `not (this|that) one`."""

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})

Data = Mapping[str, "Data | list[str]"]


def sections() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every field of Words and the way to its section in a file."""
    return tuple((field.name, _NESTED.get(field.name, (field.name,))) for field in fields(Words))


def data(language: str) -> Data:
    """A language's `answers.toml` as it stands; FileNotFoundError where there is none."""
    return read(language, "answers.toml")


@cache
def words(language: str) -> Words:
    """The words of a language by its code; FileNotFoundError for one there is no file for."""
    whole = data(language)
    known: dict[str, str] = {}
    return Words(**{name: _section(name, lists_at(whole, way), known) for name, way in sections()})


@cache
def with_english(language: str) -> Words:
    """A language's words and, where they say nothing, the English ones."""
    own, english = words(language), words("en")
    if own is english:
        return own
    return Words(**{
        name: Lists({**getattr(english, name), **getattr(own, name)}) for name, _ in sections()
    })  # fmt: skip


def written_out(written: str) -> Iterator[str]:
    """Each of the phrases that one with brackets stands for.

    >>> list(written_out("not (now|this time)"))
    ['not now', 'not this time']
    """
    choice = _CHOICE.search(written)
    if choice is None:
        yield written
        return
    begin, end = choice.span()
    for one in choice[1].split("|"):
        yield from written_out(written[:begin] + one + written[end:])


def phrases(written: str) -> Iterator[Tokens]:
    """A phrase of a file as people may type it: as written, and `oe` for `ö`."""
    for one in written_out(written):
        yield tokens(one)
        if (other := one.translate(_GERMAN)) != one:
            yield tokens(other)


def match(lists: Lists, line: Tokens, at: int = 0, names: tuple[str, ...] = ()) -> tuple[str, int]:
    """The list the longest phrase at a place stands in, and its length; empty and 0 for none.

    With `names`, only phrases of these lists count.
    """
    longest = lists.longest.get(line[at]) if at < len(line) else None
    if longest is None:
        return "", 0
    for length in range(min(longest, len(line) - at), 0, -1):
        name = lists.get(line[at : at + length])
        if name is not None and (not names or name in names):
            return name, length
    return "", 0


def consists(some: Tokens, *among: tuple[Lists, tuple[str, ...]]) -> set[str]:
    """The lists that some words consist of, looked for in one section after the other, or in those
    of its lists that are named; none if a word is of others.
    """
    found: set[str] = set()
    at = 0
    while at < len(some):
        known = (match(lists, some, at, names) for lists, names in among)
        name, length = next((one for one in known if one[1]), ("", 0))
        if not length:
            return set()
        found.add(name)
        at += length
    return found


def lists_at(whole: Data, way: tuple[str, ...]) -> Mapping[str, list[str]]:
    """The named lists of words in one section of a language's file; none where it lacks them."""
    part: Data | list[str] = whole
    for step in way:
        part = part.get(step, {})  # type: ignore[union-attr]  # no list stands on the way
    return part  # type: ignore[return-value]  # and only lists at its end


def _section(name: str, lists: Mapping[str, list[str]], known: dict[str, str]) -> Lists:
    """The phrases of a section; one that is written out counts before one of several in brackets.

    Of `known` words, and those it adds, each is in memory once.
    """
    found = Lists()
    written = [(one, list_) for list_, some in lists.items() for one in some]
    for one, list_ in sorted(written, key=lambda each: "(" in each[0]):
        for said in phrases(one):
            phrase = tuple(known.setdefault(token, token) for token in said)
            if name.endswith("_letters") and phrase in found:
                found[phrase] += list_
            elif not ("(" in one and phrase in found):
                found[phrase] = list_
    return found
