"""What a text names as an answer, and what is certain of it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.orders.answers import Answer, Bid, Play, Trump
from pbem.orders.passages import Passage
from pbem.orders.reading import Expected
from pbem.orders.words import match


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer that a part of a text names.

    It is `sure` beside a verb, alone, or named in full; `void` if it is denied, somebody else's,
    asked, or of another time; neither, if it can only be asked about. What is `counted` is rather a
    number of something else; what is `against` is denied or kept.
    """

    answer: Answer
    at: int
    part: Passage
    sure: bool = False
    void: bool = False
    counted: bool = False
    against: bool = False


def is_void(part: Passage, begin: int, end: int) -> bool:
    """Whether what stands at a place cannot be an answer."""
    if part.lead == "or" and not part.asks:
        return False
    return is_against(part, begin) or part.asks or part.whose(begin, end) == "they"


def is_against(part: Passage, begin: int) -> bool:
    """Whether what stands at a place is denied, or something else is done instead of it."""
    return part.denied or _instead(part, begin)


def _instead(part: Passage, begin: int) -> bool:
    """Whether it is what something else is done instead of: `rather 3 than 4`."""
    own, said = part.signs.own, part.said
    return any(
        begin - 2 <= start + length <= begin
        for start in range(1, begin)
        if (length := match(own.before, said, start, ("instead",))[1])
    ) and bool(_named_before(part, begin))


def _named_before(part: Passage, begin: int) -> bool:
    """Whether a number, rank or suit stands before a place."""
    known = part.signs.known
    lists = (known.numbers, known.ranks, known.suits)
    return any(
        word.isdecimal() or any(match(one, part.said, at)[1] for one in lists)
        for at, word in enumerate(part.said[:begin])
    )


def back(at: int) -> range:
    """Where a phrase that ends before a place may begin."""
    return range(max(0, at - 4), at)


def possible(answer: Answer, context: Expected) -> bool:
    """Whether an answer can be given now, or offered as one that may be meant."""
    match answer:
        case Bid(tricks):
            return tricks in context.bids
        case Play(card):
            return card in context.legal
        case _:
            return isinstance(answer, Trump)
