"""Clauses that deny, take back, ask or tie: what stands in the way of an answer beside them."""

from __future__ import annotations

from pbem.orders.clauses import SaidClause, unknown
from pbem.orders.reading import Expected
from pbem.orders.spelling import negations
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_SHORTEST_TALE = 4
"""A clause of so many words that denies something is about something else than the answer."""


def doubts(clause: SaidClause, context: Expected, known: Words, *, after: bool) -> bool:
    """Whether a clause that names no answer puts one in doubt, which stands before it or `after`.

    Before a colon stands who or what is meant: another table, or somebody who is quoted. A long
    clause that denies something, or a question behind an answer, is about something else; beside
    another answer than the one that is held, `no` is about that one.
    """
    said = clause.said
    tale = len(said) >= _SHORTEST_TALE
    introduces = clause.end == ":" and any(True for _ in unknown(said, known))
    asks = clause.asks and not (after and tale)
    if context.held:
        return introduces or asks or is_tied(said, known) or _takes_back(said, known)
    says_no = not tale and denies(said, context, known)
    return introduces or asks or says_no or withdraws(said, known)


def withdraws(said: Tokens, known: Words) -> bool:
    """Whether a clause takes something back or ties it to something."""
    begins = match(known.doubt, said, 0, ("denial", "condition"))[1]
    return bool(begins) or is_tied(said, known) or _takes_back(said, known)


def _takes_back(said: Tokens, known: Words) -> bool:
    return any(
        match(known.doubt, said, at, ("withdrawal",))[1]
        > match(known.remarks, said, at, ("around",))[1]
        for at in range(len(said))
    )


def is_tied(said: Tokens, known: Words) -> bool:
    """Whether a clause holds a word like `if`."""
    return any(match(known.plan, said, at, ("if", "else"))[1] for at in range(len(said)))


def denies(said: Tokens, context: Expected, known: Words) -> bool:
    """Whether a clause says no, or is about an earlier or later turn."""
    no = negations(context.language)
    at = 0
    while at < len(said):
        around = match(known.remarks, said, at, ("around",))[1]
        later = match(known.remarks, said, at, ("later",))[1]
        later = later or match(known.plan, said, at, ("keep",))[1]
        if around > 1:
            at += around
            continue
        if said[at] in no or later or match(known.negations, said, at)[1]:
            return True
        at += 1
    return False
