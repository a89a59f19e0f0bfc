"""Lines of who keeps the scores of a real table: pure, lenient, and never a guess between two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.orders.organiser.words import command_words, inner_words, is_nothing, similar
from pbem.orders.text import tokens, unquoted

_MOST_LINES = 60
_DEAL = re.compile(r"(?:(?:[^\W\d]+\s+){0,2}#?(\d{1,3})\s*:|#?(\d{1,3})\s*[.)])\s*(\S.*)")
"""The number of a deal before its scores, behind a word or two of any language: `deal 4:`, `4.`"""

_SCORE = re.compile(r"([^\d,;/:=]+?)[\s:=]*(\d{1,2})(?:\s*/\s*(\d{1,2}))?(?!\d)\s*[,;.]?\s*")
"""A name and one number, or two with a stroke between: `Anna 2/1`."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What a line says of one player: two numbers are the bid and the tricks."""

    name: str
    first: int
    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line about a deal; `deal` is None for the one that is played."""

    written: str
    deal: int | None
    scores: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class EndLine:
    """No more deals come."""

    written: str


@dataclass(frozen=True, slots=True)
class ShowLine:
    """How does it stand?"""

    written: str


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line that says none of these."""

    written: str


AnyLine = ScoreLine | EndLine | ShowLine | UnreadLine


def read_scores(lines: Sequence[str], language: str) -> tuple[AnyLine, ...]:
    """What each line says; greetings, thanks and remarks are left out: what is in brackets, and
    where another line says something, one without a number.

    >>> read_scores(["deal 4: Anna 2/2, Bruno 1/0"], "en")[0].scores
    (Scored(name='Anna', first=2, tricks=2), Scored(name='Bruno', first=1, tricks=0))
    """
    read = [_line(line, language) for line in lines[:_MOST_LINES] if not is_nothing(line)]
    if all(isinstance(line, UnreadLine) for line in read):
        return tuple(read)
    return tuple(line for line in read if not (isinstance(line, UnreadLine) and _is_remark(line)))


def _is_remark(line: UnreadLine) -> bool:
    return not any(sign.isdecimal() for sign in line.written)


def whose(name: str, names: tuple[str, ...]) -> str | None:
    """The one of some names that is meant: whole, misspelt a little, or begun."""
    if found := similar(name, names):
        return found
    begun = [one for one in names if one.casefold().startswith(name.casefold())]
    return begun[0] if len(begun) == 1 else None


def _line(written: str, language: str) -> AnyLine:
    line = unquoted(" ".join(written.split()))
    said = tuple(token for token in tokens(line) if token not in ".!")
    if inner_words(language).get(said) == "done":
        return EndLine(written)
    if command_words(language).get(said) in ("status", "standings", "help"):
        return ShowLine(written)
    numbered = _DEAL.fullmatch(line)
    deal, rest = (int(numbered[1] or numbered[2]), numbered[3]) if numbered else (None, line)
    scores, at = [], 0
    while found := _SCORE.match(rest, at):
        name = _bare(found[1], language)
        if not name:
            return UnreadLine(written)
        tricks = None if found[3] is None else int(found[3])
        scores.append(Scored(name, int(found[2]), tricks))
        at = found.end()
    if not scores or at < len(rest):
        return UnreadLine(written)
    return ScoreLine(written, deal, tuple(scores))


def _bare(name: str, language: str) -> str:
    """A name without the "and" before it."""
    first, _, rest = name.strip().partition(" ")
    joins = rest and inner_words(language).get(tokens(first)) == "and"
    return rest.strip() if joins else name.strip()
