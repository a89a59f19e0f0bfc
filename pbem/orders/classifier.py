"""Yes and no in answers to invitations by weights of their words, to help the rules.

Each language's `weights.tsv` holds what speaks for yes and for no, and how much: words, pairs of
words and how words begin. `python3 dev.py train` makes it of answers and what a careful clerk makes
of each; what a clerk would ask about is among them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import pairwise

from pbem.languages import file
from pbem.orders.answers import Join
from pbem.orders.asked import ASKED
from pbem.orders.clauses import words_of_names
from pbem.orders.model import Order, Request, Unread, Unsure, WhichOrder
from pbem.orders.reading import Expected, Reading
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import Lists, match, words

WEIGHTS = "weights.tsv"
SCALE = 10
"""The weights are tenths of natural logarithms of odds, against that a clerk would ask."""

SURE = 0.93
"""So probable an answer must be to count."""

SURE_OF_NONE = 0.85
"""So probable it must be that there is none, for one that the rules read to be asked back."""

_LONGEST = 60
"""Of more words there are many on either side, and they say more than is known."""

_FEW = 8
"""So few words and signs are what the rules make of them, and not nothing."""

_BEGIN, _LINE, _END, _NAME, _NUMBER = "^", "|", "$", "@", "#"
_BEGINNING = 4


class Label(Enum):
    """What an answer says to an invitation."""

    YES = "yes"
    NO = "no"
    NEITHER = "neither"


_ANSWERS = (Label.YES, Label.NO)

Weights = Mapping[str, tuple[int, int]]
"""For each feature how much it speaks for yes and for no."""


def classified(
    lines: Iterable[str], context: Expected, trained: Weights | None = None
) -> Label | None:
    """What some lines say to an invitation; None if they may say this or that.

    What names a condition is neither a yes nor a no, and what denies anything is no yes. The
    weights are those of the language, or others that were trained.
    """
    if not context.invited or not context.bound or context.closed:
        return None
    said = [tokens(line) for line in lines if line.strip()]
    known = words(context.language)
    length = sum(map(len, said))
    if length > _LONGEST:
        return None
    found = features(said, words_of_names(context))
    yes, no = probabilities(found, weights(context.language) if trained is None else trained)
    if 1 - yes - no >= SURE_OF_NONE:
        return Label.NEITHER if length > _FEW else None
    if max(yes, no) < SURE or _holds(said, known.doubt, "condition"):
        return None
    if yes > no:
        return None if _holds(said, known.negations) else Label.YES
    return Label.NO


def likely(read: Reading, label: Label | None) -> Order:
    """What the rules read in an answer to an invitation, or what its words say of it: they count
    where the rules find no yes or no; one that they find where the words say neither is asked back.
    """
    asks = read.order == Request("status", ASKED)
    if isinstance(read.order, Join) and label is Label.NEITHER:
        return WhichOrder(read.line, (read.order,))
    if asks or isinstance(read.order, Unread | Unsure | WhichOrder):
        return Join(label is Label.YES) if label in _ANSWERS else read.order
    return read.order


def features(lines: Iterable[Tokens], names: Collection[str]) -> set[str]:
    """What is weighed in some lines: words, pairs of them, and how long ones begin.

    >>> sorted(features([("i", "will")], ()))
    ['$', '^', '^ i', 'i', 'i will', 'will', 'will $']
    """
    said = [_BEGIN, *_seen(lines, names)]
    said[-1] = _END
    begun = {f"{word[:_BEGINNING]}*" for word in said if len(word) > _BEGINNING}
    return {*said, *map(" ".join, pairwise(said)), *begun}


def probabilities(found: Iterable[str], known: Weights) -> tuple[float, float]:
    """How probable yes and no are for some features."""
    weighed = [known[one] for one in found if one in known]
    yes, no = (sum(side) / SCALE for side in zip(*weighed, strict=True)) if weighed else (0.0, 0.0)
    return shares(yes, no)


def shares(yes: float, no: float) -> tuple[float, float]:
    """The probabilities of yes and no from the logarithms of their odds against neither."""
    most = max(yes, no, 0.0)
    odds = [math.exp(each - most) for each in (yes, no, 0.0)]
    return odds[0] / sum(odds), odds[1] / sum(odds)


@cache
def weights(language: str) -> Weights:
    """The weights of a language; none where it has none."""
    found = file(language, WEIGHTS)
    lines = found.read_text("utf-8").splitlines() if found.is_file() else []
    rows = (line.split("\t") for line in lines)
    return {feature: (int(yes), int(no)) for feature, yes, no in rows}


def _seen(lines: Iterable[Tokens], names: Collection[str]) -> Iterator[str]:
    for line in lines:
        for word in line:
            yield _NAME if word in names else _NUMBER if word.isdecimal() else word
        yield _LINE


def _holds(said: Iterable[Tokens], lists: Lists, *names: str) -> bool:
    """Whether some lines hold a phrase of a section, or of those of its lists that are named."""
    return any(match(lists, line, at, names)[1] for line in said for at in range(len(line)))
