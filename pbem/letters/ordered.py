"""Orders of organisers as their reader types them: finished lines, put into another language."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from pbem.languages import read
from pbem.orders.organiser.parse import read_commands
from pbem.orders.organiser.words import command_words, inner_words
from pbem.orders.text import tokens
from pbem.orders.words import Lists, match

_ANY_DAY = date(2000, 1, 1)
"""The lines are ours: whatever day stands in them has its year."""

_COUNTED = (
    *("hours", "days", "weeks", "seats", "computer"),
    *("easy_computer", "steady_computer", "strong_computer"),
)


@lru_cache(maxsize=512)
def ordered(line: str, language: str) -> str:
    """An order in English in the words of a language, if it orders the same there; or as it is.

    A game's name may stand in front. What no list of words holds, such as a name, stays.

    >>> ordered("Lindy: extend Ruth 3 days", "de")
    'Lindy: verlängern Ruth 3 Tage'
    >>> ordered("remind With", "de")
    'erinnere With'
    """
    if language == "en":
        return line
    meant = _commands(line, "en")
    for found in _translated(line, language):
        if meant and _commands(found, language) == meant:
            return found
    return line


def _commands(line: str, language: str) -> object:
    """What a line orders, of which game; None if nothing."""
    [one] = read_commands([line], language, _ANY_DAY)
    return (one.game, one.order, one.commands) if one.order else None


def _translated(line: str, language: str) -> Iterator[str]:
    """The line with the words of the language: for all that stands inside it, or at its head."""
    game, apart, rest = line.rpartition(": ")
    parts = rest.split()
    known = {" ".join(phrase): name for phrase, name in command_words("en").items()}
    for size in range(len(parts), 0, -1):
        name = known.get(" ".join(tokens(" ".join(parts[:size]))))
        if name:
            head, tail = _usual(language, name), parts[size:]
            for inner in dict.fromkeys((" ".join(_inside(tail, language)), " ".join(tail))):
                yield f"{game}{apart}{head} {inner}".rstrip()


def _inside(words: list[str], language: str) -> Iterator[str]:
    """The words behind a command, those in the lists of such words in the language."""
    known: Lists = inner_words("en")
    said = [tokens(word) for word in words]
    at = 0
    while at < len(words):
        plain = tuple(one[0] if len(one) == 1 else "" for one in said[at:])
        name, length = match(known, plain)
        if length:
            many = at > 0 and words[at - 1].isdecimal() and words[at - 1] != "1"
            yield _usual(language, name, many=many and name in _COUNTED)
        else:
            yield words[at]
        at += length or 1


def _usual(language: str, name: str, *, many: bool = False) -> str:
    """The usual one of a list of words; of what is counted, that for several."""
    lists: dict[str, list[str]] = read(language, "organisers.toml")
    words = lists[name]
    return words[1] if many and len(words) > 1 else words[0]
