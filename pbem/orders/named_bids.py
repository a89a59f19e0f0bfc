"""The numbers that a part of a text names as bids, each with what is certain of it.

A number in front of a word that is not known counts something else, unless it is one of tricks.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.orders.answers import Answer, Bid
from pbem.orders.bids import is_a_time
from pbem.orders.candidates import Candidate, back, is_against, is_void
from pbem.orders.passages import Passage
from pbem.orders.tallies import read_tally
from pbem.orders.words import match

_IDLE = ("around", "harmless", "so", "closing")
_FURTHEST = 6
"""Words between a verb and the number of tricks it states."""

_MOST_TRICKS = 20
_LETTERS = 2


def named_bids(part: Passage, nth: int) -> Iterator[Candidate]:
    """The bids that a part names, the `nth` of its text."""
    context, known = part.signs.context, part.signs.known
    idle = match(known.remarks, part.said, 0, ("harmless",))[1] == len(part.said)
    if tally := None if idle else read_tally(part.said, context, known):
        yield Candidate(tally, nth, part, sure=not (part.tied or part.unsure), void=part.asks)
        return
    at = 0
    while at < len(part.said):
        name, length = match(known.numbers, part.said, at)
        whole = match(known.remarks, part.said, at, _IDLE)[1]
        if whole > max(length, 1):
            at += whole
            continue
        word = part.said[at]
        digits = word.isascii() and word.isdecimal() and len(word) <= _LETTERS
        number = int(name) if length else int(word) if digits else None
        end = at + (length or 1)
        if number is None or number > _MOST_TRICKS or not _may_be_bid(part, at, end, number):
            at = end
            continue
        yield _bid(part, nth, at, end, number)
        at = end


def _may_be_bid(part: Passage, at: int, end: int, number: int) -> bool:
    """Whether a number may be a bid: none of a date, a card, or of something else that is counted.

    Behind a word like `room` or `at` it is none; nor is one of so many as there are in all, as
    `of the seven`.
    """
    context, known, said = part.signs.context, part.signs.known, part.said
    if said[end : end + 1] in ((".",), (":",)) or said[max(0, at - 1) : at] in ((".",), (":",)):
        return False
    if any(match(known.suits, said, near)[1] for near in (end, at - 1) if 0 <= near < len(said)):
        return False
    counted = match(known.remarks, said, end, ("counted",))[1]
    around = match(known.remarks, said, end, ("around", "harmless"))[1]
    if is_a_time(said, at, known) or counted > max(around - 1, 0):
        return False
    before = () if _is_than(part, at - 1) else said[max(0, at - 2) : at]
    after = () if _is_than(part, end) else said[end : end + 2]
    if any(map(str.isdecimal, (*before, *after))):
        return False
    if match(known.months, said, end)[1] or match(known.weekdays, said, end)[1]:
        return False
    if not part.counts_tricks(end):
        if any(part.limits(start, at) for start in back(at)):
            return any(_verb_at(part, start, at) for start in back(at))
    elif number == context.size and at and not any(_verb_at(part, start, at) for start in back(at)):
        return False
    return True


def _is_than(part: Passage, at: int) -> bool:
    """Whether a word like `than` stands there: `rather 3 than 2` names two numbers."""
    return at >= 0 and match(part.signs.own.before, part.said, at, ("instead",))[1] == 1


def _verb_at(part: Passage, begin: int, end: int) -> bool:
    """Whether a verb that bids ends where a number begins."""
    length = match(part.signs.known.stated, part.said, begin, ("verbs",))[1]
    around = match(part.signs.known.remarks, part.said, begin, ("around", "so"))[1]
    return length == end - begin or (around > 1 and around == end - begin)


def _bid(part: Passage, nth: int, at: int, end: int, number: int) -> Candidate:
    known, own, said = part.signs.known, part.signs.own, part.said
    tricks = any(map(part.counts_tricks, range(at, end + 3)))
    infinitive = part.requests and end + 1 == len(said)
    counted = not (tricks or infinitive) and end < len(said) and not part.plain(end)
    counted &= end < len(said) and said[end] not in part.signs.names
    if not tricks and match(known.dropped, said, end, ("link",))[1]:
        near = range(end + 1, min(end + _FURTHEST // 2, len(said)))
        counted |= any(
            match(known.remarks, said, n, ("counted",))[1] or not part.plain(n) for n in near
        )
    counted |= any(match(known.stated, said, n, ("more", "double"))[1] for n in (*back(at), end))
    counted |= len("".join(said[end : end + 1])) > 1 and bool(match(known.ranks, said, end)[1])
    strange = part.strange(at, end)
    verb = part.requests or any(
        begin < at and at - begin - length <= _FURTHEST
        for begin in range(at)
        if (length := match(known.stated, said, begin, ("verbs",))[1])
    )
    verb |= any(
        match(known.stated, said, n, ("verbs",))[1] for n in range(end, min(end + 3, len(said)))
    )
    open_ = part.roughly or any(match(own.before, said, start, ("about",))[1] for start in back(at))
    open_ |= bool(match(own.before, said, end, ("about",))[1])
    small = number <= 1 and not said[at].isdecimal()
    if small:
        verb = any(_verb_at(part, start, at) for start in back(at))
    mine = not small and part.whose(at, end) == "mine"
    governed = verb or mine or (tricks and len(strange) < _FURTHEST)
    sure = not (open_ or counted or part.tied or part.unsure or part.denied)
    sure &= not strange or governed
    void = is_void(part, at, end) or (small and bool(strange) and not (verb or tricks))
    counted |= small and void
    return Candidate(Bid(number), nth, part, sure, void, counted, is_against(part, at))


def counts_otherwise(part: Passage, answer: Answer) -> bool:
    """Whether a part names any number but that of a bid, whatever it counts: `it became three`."""
    numbers = {match(part.signs.known.numbers, part.said, at)[0] for at in range(len(part.said))}
    numbers |= {word for word in part.said if word.isdecimal()}
    return isinstance(answer, Bid) and bool(numbers - {"", None, str(answer.tricks)})
