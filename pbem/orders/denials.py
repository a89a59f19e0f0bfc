"""Clauses that deny, take back, ask or tie: what stands in the way of an answer beside them."""

from __future__ import annotations

from pbem.orders.clauses import SaidClause, unknown
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from pbem.orders.spelling import negations
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_LETTERS = 4
"""Words of no count in another language from so many letters on: `mai` is more in Romanian."""

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
        return introduces or asks or is_tied(said, known) or takes_back(said, known)
    says_no = not tale and denies(said, context, known, earlier=False)
    return introduces or asks or says_no or withdraws(said, known)


def withdraws(said: Tokens, known: Words) -> bool:
    """Whether a clause takes something back or ties it to something."""
    begins = match(known.doubt, said, 0, ("denial", "condition"))[1]
    return bool(begins) or is_tied(said, known) or takes_back(said, known)


def says_no_first(said: Tokens, known: Words) -> bool:
    """Whether a clause begins with a word like `no`, words apart that mean nothing or correct:
    `actually no three`.
    """
    at = 0
    while not match(known.doubt, said, at, ("denial",))[1]:
        corrects = match(known.doubt, said, at, ("filler", "correction", "withdrawal"))[1]
        if not (length := corrects or match(known.remarks, said, at, ("around",))[1]):
            return False
        if any(match(known.doubt, (word,), 0, ("denial",))[1] for word in said[at : at + length]):
            return True  # `enfin non`
        at += length
    return True


def takes_back(said: Tokens, known: Words) -> bool:
    """Whether a clause takes an answer back."""
    at = 0
    while at < len(said):
        around = match(known.remarks, said, at, ("around",))[1]
        if match(known.doubt, said, at, ("withdrawal", "joke"))[1] > around:
            return True
        at += max(around, 1)
    return False


def is_number(said: Tokens, at: int, known: Words) -> bool:
    """Whether a number stands at a place, in digits or words."""
    return said[at : at + 1] != () and (
        said[at].isdecimal() or bool(match(known.numbers, said, at)[1])
    )


def is_tied(said: Tokens, known: Words) -> bool:
    """Whether a clause holds a word like `if`, phrases like `even if` apart."""
    at = 0
    while at < len(said):
        around = match(known.remarks, said, at, ("around", "so", "harmless"))[1]
        if match(known.plan, said, at, ("if", "else"))[1] > (around if around > 1 else 0):
            return True
        at += max(around, 1)
    return False


def denies(said: Tokens, context: Expected, known: Words, *, earlier: bool = True) -> bool:
    """Whether a clause says no (`none at all` is a number), or is of an `earlier` or later turn."""
    no = {word for word in negations(context.language) if len(word) >= _LETTERS}
    at = 0
    while at < len(said):
        around = match(known.remarks, said, at, ("around", "so"))[1]
        around = max(around, match(known.policies, said, at)[1])
        later = earlier and match(known.remarks, said, at, ("later",))[1]
        later = later or match(known.plan, said, at, ("keep",))[1]
        name, none = match(known.numbers, said, at) if context.ask is Ask.BID else ("", 0)
        if (none == 1 and name != "0") or is_number(said, at + none, known):
            none = 0
        if around > 1 or none:
            at += max(around, none)
            continue
        if said[at] in no or later or match(known.negations, said, at)[1]:
            return True
        at += 1
    return False


def ends_in_too(said: Tokens, known: Words) -> bool:
    """Whether a clause says that a card is treated as the one before it: `the queen too`."""
    ends = (
        match(known.settled, said, at, ("too",))[1] == len(said) - at for at in range(len(said))
    )
    return len(said) > 1 and any(ends)


def without_instead(said: Tokens, known: Words) -> Tokens:
    """Some words but those for `instead`, which deny only what stands behind them, and `no,
    rather`, which denies what stands before it.
    """
    no = match(known.doubt, said, 0, ("denial",))[1]
    no = 0 if match(known.settled, said, no, ("intended",))[1] else no  # `it was not the king`
    if no and (rather := match(known.doubt, said, no, ("correction",))[1]):
        return said[no + rather :]
    for at in range(1, len(said)):
        if length := match(known.before, said, at, ("instead",))[1]:
            return (*said[:at], *said[at + length :])
    corrects = match(known.doubt, said, len(said) - 1, ("correction",))[1]
    return said[: len(said) - corrects]
