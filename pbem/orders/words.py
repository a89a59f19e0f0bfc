"""Words and letters of each language: its `answers.toml`, each section read once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
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


class WordSection:
    """A section of a language's file, read when it is first asked for: a field of Words."""

    def __init__(self, *way: str) -> None:
        self.way = way

    def __set_name__(self, owner: type[Words], name: str) -> None:
        self.name = name
        self.way = self.way or (name,)

    def __get__(self, known: Words, owner: type[Words]) -> Lists:
        vars(known)[self.name] = found = known.look_up(self)
        return found


class Words:
    """One language's words, or those of several: a field for each section of a file."""

    ranks = WordSection()
    suits = WordSection()
    kinds = WordSection()
    spanish_ranks = WordSection("spanish", "ranks")
    spanish_suits = WordSection("spanish", "suits")
    rank_letters = WordSection("letters", "ranks")
    suit_letters = WordSection("letters", "suits")
    spanish_rank_letters = WordSection("spanish", "letters", "ranks")
    spanish_suit_letters = WordSection("spanish", "letters", "suits")
    numbers = WordSection()
    dropped = WordSection()
    negations = WordSection()
    ordinary = WordSection()
    passes = WordSection()
    remarks = WordSection()
    stated = WordSection()
    person = WordSection()
    before = WordSection()
    behind = WordSection()
    doubt = WordSection()
    settled = WordSection()
    plan = WordSection()
    policies = WordSection()
    house = WordSection()
    special = WordSection()
    requests = WordSection()
    topics = WordSection()
    settings = WordSection()
    values = WordSection()
    wishes = WordSection()
    languages = WordSection()
    answers = WordSection()
    refusals = WordSection()
    declined = WordSection()
    elsewhere = WordSection()
    talk = WordSection()
    salt = WordSection()
    dates = WordSection()
    weekdays = WordSection()
    months = WordSection()
    asked = WordSection()
    time = WordSection()

    def __init__(self, look_up: Callable[[WordSection], Lists]) -> None:
        self.look_up = look_up


_CHOICE = re.compile(r"\(([^()]*)\)")
"""One of several words, or none: `not (this|that) one`."""

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})

_WORDS: dict[str, str] = {}
"""Every word of the files that were read, each at itself."""

Data = Mapping[str, "Data | list[str]"]


def sections() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every field of Words and the way to its section in a file."""
    found = (each for each in vars(Words).values() if isinstance(each, WordSection))
    return tuple((each.name, each.way) for each in found)


def data(language: str) -> Data:
    """A language's `answers.toml` as it stands; FileNotFoundError where there is none."""
    return read(language, "answers.toml")


@cache
def words(language: str) -> Words:
    """The words of a language by its code; FileNotFoundError for one there is no file for."""
    whole = data(language)
    return Words(lambda section: _read(whole, section))


@cache
def with_english(language: str) -> Words:
    """A language's words and, where they say nothing, the English ones."""
    own, english = words(language), words("en")

    def both(section: WordSection) -> Lists:
        return Lists({**getattr(english, section.name), **getattr(own, section.name)})

    return own if own is english else Words(both)


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


def _read(whole: Data, section: WordSection) -> Lists:
    """The phrases of a section; one that is written out counts before one of several in brackets.

    Each word of them is in memory once, whatever phrases of whatever language it stands in.
    """
    found = Lists()
    lists = lists_at(whole, section.way)
    written = [(one, list_) for list_, some in lists.items() for one in some]
    for one, list_ in sorted(written, key=lambda each: "(" in each[0]):
        for said in phrases(one):
            phrase = tuple(_WORDS.setdefault(word, word) for word in said)
            if section.name.endswith("_letters") and phrase in found:
                found[phrase] += list_
            elif not ("(" in one and phrase in found):
                found[phrase] = list_
    return found
