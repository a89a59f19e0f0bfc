"""`python3 dev.py language pt`: what a language's folder lacks, and which of its words collide.

It ends with how many rows of `tests/data/said.tsv` are read in it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

from pbem.languages import having, read, spoken
from pbem.orders.spelling import AROUND_CARDS
from pbem.orders.words import Data, Lists, Words, lists_at, phrases, sections, words
from tests.guides import COMPLETE
from tests.said import coverage

_MAY_BE_EMPTY = ("letters", "spanish")

_Place = tuple[str, tuple[str, ...]]
"""A section and some of its lists; none named are all."""

ROLES: dict[str, tuple[_Place, ...]] = {
    "in a card": (
        *(("ranks", ()), ("suits", ()), ("kinds", ()), ("spanish_ranks", ())),
        *(("spanish_suits", ()), ("negations", ()), ("policies", ())),
        *(("dropped", AROUND_CARDS), ("plan", ("then", "else"))),
    ),
    "in a bid": (
        *(("numbers", ()), ("passes", ()), ("plan", ("else",))),
        ("dropped", ("thanks", "courtesy", "bid", "greeting")),
    ),
    "as a whole line": (
        *(("requests", ()), ("passes", ()), ("policies", ()), ("settings", ()), ("talk", ())),
        *(("salt", ()), ("dates", ("away",)), ("ranks", ()), ("suits", ()), ("kinds", ())),
        *(("house", ("made", "missed", "need_all")), ("plan", ("keep",))),
    ),
    "as a day": (
        *(("months", ()), ("weekdays", ())),
        ("dates", ("from", "filler", "to", "today", "tomorrow")),
    ),
}
"""Where a word is looked for in several lists at once, so that it may stand in one only."""


def missing(whole: Data, model: Data, way: tuple[str, ...] = ()) -> Iterator[str]:
    """Every list of the model, the English file, that a file lacks, and every one it has more."""
    for name in sorted({*whole, *model}):
        here, there = whole.get(name), model.get(name)
        path = (*way, name)
        told = f"[{'.'.join(way)}] {name}" if way else f"[{name}]"
        if there is None:
            yield f"{told} is not known"
        elif here is None:
            yield f"{told} is missing"
        elif isinstance(there, list) or isinstance(here, list):
            if type(here) is not type(there):
                yield f"{told} must be a {'list' if isinstance(there, list) else 'section'}"
            elif not here and there and path[0] not in _MAY_BE_EMPTY:
                yield f"{told} is empty"
        else:
            yield from missing(here, there, path)


def problems(language: str) -> Iterator[str]:
    """All that is wrong in the files of a language, each with its file; for translators."""
    for name in ("answers.toml", "organisers.toml", "quoting.toml"):
        if language not in having(name):
            yield f"{name} is missing"
        else:
            yield from (f"{name}: {told}" for told in _wrong(language, name))


def _wrong(language: str, name: str) -> Iterator[str]:
    found, model = read(language, name), read("en", name)
    lacks = missing({**found, "languages": {}}, {**model, "languages": {}})
    if name == "quoting.toml":
        yield from (told for told in lacks if told.endswith("not known"))
        return
    yield from lacks
    if name == "organisers.toml":
        yield from in_two_lists(found)
    else:
        pairs = {pair for one in COMPLETE for pair in ((one, language), (language, one))}
        for one, other in sorted(pairs):
            if other not in read(one, name).get("languages", {}):
                yield f"[languages] {other} is missing in that of {one}"
        yield from (*twice(found), *collisions(words(language)), *across(spoken()))


def twice(whole: Data) -> Iterator[str]:
    """Every word that stands twice in a section, where it could mean two things."""
    for name, way in sections():
        if "letters" not in way:
            yield from in_two_lists(lists_at(whole, way), f"[{name}] ")


def in_two_lists(lists: Mapping[str, list[str]], section: str = "") -> Iterator[str]:
    """Every word that stands in two of some lists; in brackets it may, as it counts nowhere then
    but where it is written out.
    """
    seen: dict[tuple[str, ...], str] = {}
    plain: set[tuple[str, ...]] = set()
    every = [(n, w) for n, some in lists.items() for w in some]
    for list_, written in sorted(every, key=lambda one: "(" in one[1]):
        for phrase in phrases(written):
            other = seen.setdefault(phrase, list_)
            plain |= {phrase} if "(" not in written else set()
            if other != list_ and not ("(" in written and phrase in plain):
                yield f'"{written}" stands in {section}{other} and in {section}{list_}'


def collisions(known: Words) -> Iterator[str]:
    """Every word that would mean two things in one place, or would be dropped from a card."""
    for role, places in ROLES.items():
        seen: dict[tuple[str, ...], str] = {}
        for phrase, told in _told(known, places):
            meant = told.replace("spanish_", "")
            other = seen.setdefault(phrase, meant)
            if other != meant:
                yield f'"{" ".join(phrase)}" is {other} and {meant} {role}'
    for phrase, name in known.dropped.items():
        if len(phrase) == 1 and name != "bid" and _is_sign(phrase[0], known):
            yield f'"{phrase[0]}" is [dropped] {name} but can be a card'


def across(languages: tuple[str, ...]) -> Iterator[str]:
    """Every word of a rank or suit that means another one in another language."""
    seen: dict[tuple[str, ...], tuple[str, str]] = {}
    for language in languages:
        for phrase, told in _told(words(language), _CARD_WORDS):
            meant = told.replace("spanish_", "")
            other, where = seen.setdefault(phrase, (meant, language))
            if other != meant:
                yield f'"{" ".join(phrase)}" is {other} in {where} and {meant} in {language}'


_CARD_WORDS: tuple[_Place, ...] = (
    *(("ranks", ()), ("suits", ()), ("kinds", ())),
    *(("spanish_ranks", ()), ("spanish_suits", ())),
)


def _told(known: Words, places: tuple[_Place, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    for section, names in places:
        lists: Lists = getattr(known, section)
        for phrase, name in lists.items():
            if not names or name in names:
                yield phrase, f"[{section}] {name}"


def _is_sign(word: str, known: Words) -> bool:
    """Whether a word is a letter of a card, or a letter for a rank and one for a suit."""
    parts = [((word[:at],), (word[at:],)) for at in range(1, len(word))]
    for ranks, suits in (
        (known.rank_letters, known.suit_letters),
        (known.spanish_rank_letters, known.spanish_suit_letters),
    ):
        if (word,) in {*ranks, *suits}:
            return True
        if any((a in ranks and b in suits) or (a in suits and b in ranks) for a, b in parts):
            return True
    return False


if __name__ == "__main__":
    asked = sys.argv[1:] or spoken()
    for code in asked:
        print("\n".join((f"{code}:", *(f"  {told}" for told in problems(code)))))
    print("\n".join(("tests/data/said.tsv:", *coverage([c for c in asked if c in spoken()]))))
