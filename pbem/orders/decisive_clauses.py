"""The clauses of a text that decide whether it says yes or no: the others are left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pbem.orders.answer_clauses import AnswerClause
from pbem.orders.refusals import without_delay
from pbem.orders.words import match, with_english, words

_VOTES = ("yes", "no")


def decisive_clauses(clauses: Iterable[AnswerClause]) -> list[AnswerClause]:
    """The clauses without what only closes a letter, excuses, or is taken back further on."""
    asked = _without_closing(_put_off_twice([*clauses]))
    return _last_said(_without_receipt(without_delay(asked)))


def _put_off_twice(clauses: list[AnswerClause]) -> list[AnswerClause]:
    """The clauses, of which those ask nothing that say no twice: `Not now, maybe the next one?`."""
    plain = {
        each.sentence
        for each in clauses
        if each.lead == ","
        and all(one.vote == "no" and one.known for one in clauses if one.sentence == each.sentence)
    }
    return [replace(one, asks=False) if one.sentence in plain else one for one in clauses]


def _without_closing(clauses: list[AnswerClause]) -> list[AnswerClause]:
    """The clauses without what closes a letter and a name: `Cu drag, Ioana` is none of `gladly`."""
    if len(clauses) < 3 or len(clauses[-1].said) > 1 or clauses[-2].lead != "|":
        return clauses
    said = clauses[-2].said
    closes = match(with_english(clauses[0].context.language).remarks, said, 0, ("closing",))[1]
    return clauses[:-2] if closes == len(said) else clauses


def _without_receipt(clauses: list[AnswerClause]) -> list[AnswerClause]:
    """The clauses without a yes that only says that the mail came, where a `but` follows it with
    the answer: `Yes, I got your mail, but no, thanks`.
    """
    but = next((at for at, one in enumerate(clauses) if one.vote and _begins_contrary(one)), 0)
    before = clauses[:but]
    received = any(one.receives for one in before)
    return clauses[but:] if received and all(one.vote in ("", "yes") for one in before) else clauses


def _last_said(clauses: list[AnswerClause]) -> list[AnswerClause]:
    """The clauses from the last on that decides: behind a word of correction, `no. I mean yes`, or
    at the end behind `so`; without a no that only means no problem.
    """
    begins = [at for at, one in enumerate(clauses) if at and one.corrects and one.vote in _VOTES]
    voted = [at for at, one in enumerate(clauses) if one.vote in _VOTES]
    begins += [
        at
        for at in voted
        if _concludes(clauses[at])
        and all(clauses[later].vote == clauses[at].vote for later in voted if later > at)
    ]
    rest = clauses[max(begins) :] if begins else clauses
    return [one for at, one in enumerate(rest) if not _waves(one, rest[at + 1 : at + 2])]


def _concludes(one: AnswerClause) -> bool:
    """Whether a clause says what follows from all before it: `so no`."""
    so = match(with_english(one.context.language).remarks, one.said, 0, ("so",))[1]
    follows = one.lead == "so" or (one.opens and so > 0)
    return follows and one.known and not one.asks


def _waves(one: AnswerClause, after: list[AnswerClause]) -> bool:
    """Whether a no belongs to the `no problem` behind it."""
    neither = any("neither" in each.names and each.known for each in after)
    return one.vote == "no" and neither and set(one.names) <= {"no", "around", "polite"}


def _begins_contrary(one: AnswerClause) -> bool:
    """Whether a `but` leads in, or is part of its no: `mais non`."""
    stated = words(one.context.language).stated
    return one.lead == "but" or bool(match(stated, one.said, 0, ("but",))[1])
