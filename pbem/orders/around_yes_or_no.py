"""Yes and no among other words: what the votes of the clauses of a text come to.

Words that are not known do no harm. A closed class of words in each language does: of condition,
doubt and other times, of denial, of other people; so does a question the answer may hang on.
"""

from __future__ import annotations

from pbem.orders.answer_clauses import AnswerClause, answer_clauses
from pbem.orders.reading import Expected
from pbem.orders.text import Tokens
from pbem.orders.words import match, with_english, words

_SHORT_QUESTION = 3


def read_among(said: Tokens, context: Expected) -> bool | None:
    """The yes or no that a text comes to; None if it holds neither, both, or a warning."""
    clauses = list(answer_clauses(said, context))
    votes = [(at, one.vote) for at, one in enumerate(clauses) if one.vote and not one.asks]
    if not votes or any(vote == "?" for _, vote in votes):
        return None
    answered = clauses[votes[-1][0]].sentence
    if any(_is_open(one) for one in clauses if not _only_asks_more(one, answered)):
        return None
    (first, _), (at, vote) = votes[0], votes[-1]
    yes = vote == "yes"
    if (votes[0][1] == "no") != any(vote == "no" for _, vote in votes):
        return _last_word(clauses, votes)
    if any(one.vote != vote for one in clauses if one.vote):
        return None
    if not _is_kept(clauses[at + 1 :], plainly=not yes or any(one.plain for one in clauses)):
        return None
    if yes and any(
        one.holds_no and (nth > first or one.sentence == clauses[first].sentence)
        for nth, one in enumerate(clauses)
        if not (nth < first and any(_contrasts(each) for each in clauses[nth + 1 : first + 1]))
    ):
        return None
    return yes


def _last_word(clauses: list[AnswerClause], votes: list[tuple[int, str]]) -> bool | None:
    """What a text means that says yes, `but`, and no."""
    if any(one.vote and one.asks for one in clauses):
        return None
    turn = next(at for at, vote in votes if vote == "no")
    kept = all(vote == "no" for at, vote in votes if at >= turn)
    kept &= not any(one.dated for one in clauses[turn:])
    but = any(_contrasts(one) for one in clauses[votes[0][0] + 1 : turn + 1])
    but &= not clauses[votes[0][0]].plain  # `yes, but not now`
    return False if kept and but and _is_kept(clauses[votes[-1][0] + 1 :]) else None


def _contrasts(one: AnswerClause) -> bool:
    return one.lead == "but"


def _is_kept(later: list[AnswerClause], *, plainly: bool = False) -> bool:
    """Whether what comes behind an answer leaves it: a `but` does with a remark only.

    Behind one that is given `plainly` what is not known is such: `I'd love to` may end otherwise.
    """
    return all(
        not _contrasts(one) or one.known or "remark" in one.names or (plainly and one.only_remarks)
        for one in later
    )


def _only_asks_more(one: AnswerClause, answered: int) -> bool:
    """Whether a clause asks for something in the sentence behind the answer: `Yes! When?`."""
    asks = with_english(one.context.language).asked
    behind = one.asks and one.sentence == answered + 1 and "unsure" not in one.names[1:]
    return behind and bool(match(asks, one.said, 0, ("asks",))[1])


def _is_open(one: AnswerClause) -> bool:
    """Whether a clause holds a warning, or asks something."""
    asks = words(one.context.language).asked
    if one.warns or (not one.names[0] and match(asks, one.said, 0, ("asks",))[1]):
        return True
    count = any(map(str.isdecimal, one.said)) and len(one.said) <= _SHORT_QUESTION
    return one.asks and not count
