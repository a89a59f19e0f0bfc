"""What people write around an answer: remarks, closings, names and pictures that change nothing.

A line is taken apart into clauses. What is certain is certain by the words of `[remarks]` in each
language, never by guessing: one clause names one answer, all its other words are such as stand
around answers, and no clause denies, asks, corrects or ties it to something.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.orders.answers import Answer, Bid, Plan, Play, Trump
from pbem.orders.clauses import SaidClause, clauses, names_answer, unknown
from pbem.orders.doubt import named
from pbem.orders.model import Order, WhichOrder
from pbem.orders.moves import read_moves, read_own_bid
from pbem.orders.reading import Expected
from pbem.orders.spelling import negations
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_LONGEST_DOUBTED = 5
"""Words in a clause that is asked about: a longer one is a tale."""

_MOST_DOUBTED = 4
_MOST_WORDS = 40
_LONGEST_WORD = 24

_DOUBTS = ("correction", "withdrawal")


@dataclass(frozen=True, slots=True)
class _Pared:
    """The clauses of a line that name an answer, without what may stand around it.

    They are `certain` if no word of the line is in the way, and `short` as they were written.
    """

    clauses: tuple[Tokens, ...] = ()
    certain: bool = False
    short: tuple[Tokens, ...] = ()


def read_among_remarks(line: str, said: Tokens, context: Expected, known: Words) -> Order | None:
    """The answer that stands among remarks, or what is asked about where that is less certain.

    Several clauses may name the same answer. While an answer is held only what is certain counts;
    while a pause is proposed nothing is, since a yes beside it may be meant for that.
    """
    found = _pared(said, context, known)
    read = {_answer(line, clause, context, known) for clause in found.clauses}
    certain = found.certain and not context.polled
    if certain and len(read) == 1 and (order := read.pop()):
        return order
    among = () if context.held else _perhaps(found, context)
    return WhichOrder(line, among) if among else None


def is_remark(line: Tokens, context: Expected, known: Words) -> bool:
    """Whether a line names no answer and says nothing that puts one in doubt."""
    return not (_too_long(line) or ":" in line) and not any(
        names_answer(clause.said, context, known) or _doubts(clause, context, known)
        for clause in clauses(line, context, known)
    )


def _pared(line: Tokens, context: Expected, known: Words) -> _Pared:
    """What is left of a line without its remarks.

    Clauses that name no answer are left out. A word of doubt, or a question, makes it uncertain.
    """
    if _too_long(line) or _begins_otherwise(line, known):
        return _Pared()
    naming: list[Tokens] = []
    certain = True
    for clause in clauses(line, context, known):
        if names_answer(clause.said, context, known):
            denies = _denies(clause.said, context, known)
            certain &= not denies and not clause.asks
            if not denies:
                naming.append(clause.said)
        else:
            certain &= not _doubts(clause, context, known)
    bare = tuple(_without_around(clause, known) for clause in naming)
    short = tuple(clause for clause in naming if len(clause) <= _LONGEST_DOUBTED)
    return _Pared(bare, certain, short)


def _perhaps(found: _Pared, context: Expected) -> tuple[Answer, ...]:
    """The answers that may be given now among what the short clauses of a line name, if few."""
    each = (named(clause, context, beside=False) for clause in found.short)
    among = tuple(dict.fromkeys(answer for some in each for answer in some))
    return among if len(among) <= _MOST_DOUBTED else ()


def _too_long(line: Tokens) -> bool:
    return len(line) > _MOST_WORDS or any(len(word) > _LONGEST_WORD for word in line)


def _begins_otherwise(line: Tokens, known: Words) -> bool:
    """Whether a line begins as a setting or an absence does."""
    return any(
        match(lists, line, 0, names)[1]
        for lists, names in ((known.settings, ()), (known.dates, ("away",)), (known.time, ()))
    )


def _doubts(clause: SaidClause, context: Expected, known: Words) -> bool:
    """Whether a clause that names no answer puts one in doubt.

    Before a colon stands who or what is meant: another table, or somebody who is quoted.
    """
    introduces = clause.end == ":" and any(True for _ in unknown(clause.said, known))
    return introduces or clause.asks or _denies(clause.said, context, known)


def _denies(said: Tokens, context: Expected, known: Words) -> bool:
    """Whether a clause says no, takes something back or ties it to something."""
    no = negations(context.language)
    at = 0
    while at < len(said):
        around = match(known.remarks, said, at, ("around",))[1]
        doubt = match(known.doubt, said, at, _DOUBTS)[1]
        plan = match(known.plan, said, at, ("if", "else", "keep"))[1]
        if around > 1 and around >= doubt:
            at += around
            continue
        if said[at] in no or doubt or plan or match(known.negations, said, at)[1]:
            return True
        at += 1
    return bool(match(known.doubt, said, 0, ("denial", "condition"))[1])


def _without_around(said: Tokens, known: Words) -> Tokens:
    """A clause without the words that may stand around an answer."""
    rest: list[str] = []
    at = 0
    while at < len(said):
        length = match(known.remarks, said, at, ("around",))[1]
        length = length or match(known.doubt, said, at, ("filler",))[1]
        if not length:
            rest.append(said[at])
        at += length or 1
    return tuple(rest)


def _answer(line: str, said: Tokens, context: Expected, known: Words) -> Answer | None:
    if bid := read_own_bid(said, context, known):
        return bid if isinstance(bid, Bid) else None
    read = read_moves(line, said, context, known)
    return read[0] if read and isinstance(read[0], Play | Plan | Trump) else None
