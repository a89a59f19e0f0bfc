"""What is missing in a language's file, and which of its words collide; for translators."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.orders.spelling import AROUND_CARDS
from pbem.orders.words import Data, Lists, Words, lists_at, phrases, sections, words

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
        ("months", ()),
        ("dates", ("from", "filler", "weekday", "to", "today", "tomorrow")),
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


def twice(whole: Data) -> Iterator[str]:
    """Every word that stands twice in a section, where it could mean two things."""
    for name, way in sections():
        lists = lists_at(whole, way)
        seen: dict[tuple[str, ...], str] = {}
        for list_, written in ((n, w) for n, some in lists.items() for w in some):
            for phrase in phrases(written) if "letters" not in way else ():
                other = seen.setdefault(phrase, list_)
                if other != list_:
                    yield f'"{written}" stands in [{name}] {other} and in [{name}] {list_}'


def collisions(known: Words) -> Iterator[str]:
    """Every word that would mean two things in one place, or would be dropped from a card."""
    for role, places in ROLES.items():
        seen: dict[tuple[str, ...], str] = {}
        for phrase, told in _told(known, places):
            other = seen.setdefault(phrase, told)
            if other != told:
                yield f'"{" ".join(phrase)}" is {other} and {told} {role}'
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
