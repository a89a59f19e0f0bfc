"""The words of organisers, and which command a line begins with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pbem.languages import having, read, spoken
from pbem.orders.spelling import SHORT, allowed, mend_word, slips
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import Lists, match, phrases, words

INNER = (
    *("with", "computer", "minutes", "hours", "days", "weeks", "because", "trick", "deal"),
    *("weekly", "daily", "needed", "off", "seats", "until", "for", "reliable", "hints", "no_hints"),
    *("watchers", "allowed", "hear", "forbidden"),
    *(
        "size",
        "exactly",
        "entries",
        "counts_for",
        "rounds",
        "movers",
        "orders",
        "and",
        "whole",
        "done",
    ),
    *("easy_computer", "steady_computer", "strong_computer"),
    *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
)
"""Lists of words that stand inside a line, not at its beginning."""

_NEVER_MENDED = ("start", "cancel_now")
"""What cannot be undone is not guessed."""

_FILE = "organisers.toml"
_NEAREST, _FAR = 3, 2
"""So many commands are named at most, each with at most so many slips."""


@cache
def command_words(language: str) -> Lists:
    """Every phrase an organiser may begin a line with, and the command it stands for."""
    return Lists({phrase: name for phrase, name in _all(language).items() if name not in INNER})


@cache
def inner_words(language: str) -> Lists:
    """The phrases that stand inside a line."""
    inner = (*INNER, "standby", "hold")
    return Lists({phrase: name for phrase, name in _all(language).items() if name in inner})


def begins(line: Tokens, language: str) -> tuple[str, int]:
    """The command a line begins with, and its length in tokens; a misspelt word is mended."""
    known = command_words(language)
    name, length = match(known, line)
    if length or not line:
        return name, length
    mended = mend_word(line[0], known.single)
    if mended is None or known.single[mended] in _NEVER_MENDED:
        return "", 0
    return known.single[mended], 1


def nearest(line: Tokens, language: str) -> tuple[str, ...]:
    """The commands that look like the first word of a line, in the organiser's words."""
    word = line[0] if line else ""
    usual, most = _usual(language), _FAR if len(word) > SHORT else 1
    far = {name: slips(word, tokens(usual[name])[0], most) for name in usual}
    near = sorted((name for name in usual if far[name] <= most), key=far.__getitem__)
    return tuple(usual[name] for name in near[:_NEAREST])


def when_at_a_loss(language: str) -> tuple[str, ...]:
    """What can be written by who does not know what to: how it stands, and help."""
    return tuple(_usual(language)[name] for name in ("status", "help"))


def is_nothing(line: str) -> bool:
    """Whether a line is a greeting, thanks or a remark in brackets, and nothing else."""
    bare = line.strip()
    if bare.startswith("(") and bare.endswith(")"):
        return True
    said = tuple(token for token in tokens(bare) if token not in ".,!;:")
    return not said or said in _around(("thanks", "greeting")) or said[:1] in _around(("greeting",))


def without_thanks(line: str) -> str:
    """A line without the please and the thanks at its end; empty if there is neither."""
    words = line.split()
    for at in range(1, len(words)):
        said = tuple(token for token in tokens(" ".join(words[at:])) if token not in ".,!;:")
        if said in _around(("thanks",)):
            return without_thanks(bare := " ".join(words[:at]).rstrip(" .,!;:")) or bare
    return ""


@cache
def _around(lists: tuple[str, ...]) -> frozenset[Tokens]:
    """The phrases of every language that stand around what is meant."""
    known = (words(each).dropped.items() for each in spoken())
    return frozenset(phrase for some in known for phrase, name in some if name in lists)


def similar(name: str, names: tuple[str, ...]) -> str | None:
    """The one of some names that is meant, whatever its case, or misspelt if it is long enough."""
    same = [one for one in names if tokens(one) == tokens(name)]
    same = same or [one for one in names if tokens(one)[:1] == tokens(name)]
    if not same and len(name) > SHORT:
        same = [one for one in names if _slips(name, one) <= allowed(one)]
    return same[0] if len(same) == 1 else None


def _slips(one: str, other: str) -> int:
    return slips(" ".join(tokens(one)), " ".join(tokens(other)), allowed(other))


@cache
def _all(language: str) -> Mapping[Tokens, str]:
    """The phrases of a language and, where it says nothing, the English ones."""
    found: dict[Tokens, str] = {}
    for each in ("en", language):
        for name, some in _listed(each).items():
            found |= {phrase: name for written in some for phrase in phrases(written)}
    return found


@cache
def _usual(language: str) -> dict[str, str]:
    own = {name: some[0] for name, some in _listed(language).items()}
    english = {name: some[0] for name, some in _listed("en").items()}
    left_out = (*INNER, "start_now", "cancel_now")
    both = english | own
    return {name: both[name] for name in english if name not in left_out}


def _listed(language: str) -> dict[str, list[str]]:
    return read(language, _FILE) if language in having(_FILE) else {}
