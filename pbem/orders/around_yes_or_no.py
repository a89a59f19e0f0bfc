"""Yes and no among other words: what the votes of the clauses of a text come to.

Words that are not known do no harm. A closed class of words in each language does: of condition,
doubt and other times, of denial, of other people; so does a question the answer may hang on.
"""

from __future__ import annotations

import re

from pbem.orders.answer_clauses import AnswerClause
from pbem.orders.answer_sentences import answer_clauses
from pbem.orders.clauses import words_of_names
from pbem.orders.decisive_clauses import decisive_clauses
from pbem.orders.doubt import takes_back
from pbem.orders.harmless_clauses import leaves, tells
from pbem.orders.reading import Expected
from pbem.orders.refusals import begins_with_remark, declines, is_qualified, only_excuses
from pbem.orders.text import Tokens
from pbem.orders.words import match, words

_DRAWN = re.compile(r"(\w)\1+")
_SHORT_QUESTION = 3
_TWICE = 2
"""`oui oui` says no more than one of them."""

_SHORTEST_REMARK = 2
"""`but this` limits an answer."""


def read_among(said: Tokens, context: Expected) -> bool | None:
    """The yes or no that a text comes to; None if it holds neither, both, or a warning."""
    clauses = decisive_clauses(answer_clauses(said, context))
    if declines(clauses):
        return False
    clauses = [one for at, one in enumerate(clauses) if not _tells_why_not(one, clauses[:at])]
    votes = [(at, one.vote) for at, one in enumerate(clauses) if one.vote and not one.asks]
    if not votes:
        return True if _asks_what_else(clauses) else None
    if any(vote == "?" for _, vote in votes):
        return None
    vote = votes[-1][1]
    yes = vote == "yes"
    if (yes and is_qualified(clauses)) or _answers_something_else(clauses, votes[-1][0]):
        return None
    answer = clauses[votes[0][0]]
    clauses = [one for one in clauses if not _asks_before(one, answer)]
    voted = [at for at, one in enumerate(clauses) if one.vote and not one.asks]
    first, at = voted[0], voted[-1]
    praised = yes and any(one.known and "fine" in one.names for one in clauses[:at])
    told = clauses[(at if yes else first) + 1 :]
    behind = {id(one) for one in told if not one.vote and tells(one, clauses[at], yes=yes)}
    if any(
        _is_open(one)
        for nth, one in enumerate(clauses)
        if id(one) not in behind and not leaves(one, clauses[at], behind=nth > at, praised=praised)
    ):
        return None
    if (votes[0][1] == "no") != any(vote == "no" for _, vote in votes):
        return _last_word(clauses)
    if any(one.vote != vote for one in clauses if one.vote):
        return None
    if not _is_kept(clauses[at + 1 :], plainly=not yes or any(map(_is_plain, clauses))):
        return None
    if yes:
        return None if _is_denied(clauses, first, behind) else True
    at_times = any(one.names_yes and one.names[-1] in ("yes", "whole") for one in clauses[:first])
    return None if at_times or any(one.names_yes for one in clauses[at + 1 :]) else False


def _tells_why_not(one: AnswerClause, before: list[AnswerClause]) -> bool:
    """Whether a clause behind a no tells of others in such words: `my wife is ill and cannot`."""
    said_no = any(each.vote == "no" and each.known for each in before)
    return said_no and one.vote == "?" and one.of_others() and not (one.names_yes or one.asks)


def _asks_what_else(clauses: list[AnswerClause]) -> bool:
    """Whether a text is nothing but a question that asks nothing, `How could I refuse?`, or praise
    and when it starts: `Great, when do we start?`. Who has said yes before asks that indeed.
    """
    asks = any("rhetoric" in one.names for one in clauses)
    praised = any("fine" in one.names for one in clauses[:-1])
    if praised and "starts" in clauses[-1].names:
        asks = clauses[-1].context.bound and not clauses[-1].context.closed
    return asks and all(one.known for one in clauses)


def _answers_something_else(clauses: list[AnswerClause], at: int) -> bool:
    """Whether what stands behind a mere yes or no is of other things: a yes beside a day or thing,
    `Yes, the meeting is on Tuesday`; a no beside somebody else at the table, or a mail not read,
    or beside what takes it back: `No wait, who is Ruth?`.
    """
    answer = clauses[at]
    after = clauses[at + 1 : at + 2]
    if answer.vote == "no" and any(takes_back(one.said, one.context.language) for one in after):
        return True
    said_so = [(name, length) for name, _, length in answer.items if name != "around"]
    twice = {name for name, _ in said_so} == {"yes"} and len(answer.said) == _TWICE
    mere = sum(length for _, length in said_so) == 1 or twice
    behind = [one for one in clauses[at + 1 : at + 2] if one.lead == "," and not one.known]
    if answer.vote == "yes":
        return mere and any(one.dated or one.of_things for one in behind)
    names = words_of_names(answer.context)
    return mere and any(
        one.said[0] in names or (one.denies and (one.of_mails or one.of_things)) for one in behind
    )


def _asks_before(one: AnswerClause, answer: AnswerClause) -> bool:
    """Whether a clause is of a question in a sentence before the answer: `With Ruth? I'm in`.

    Not of one that the answer hangs on: `With Ruth? Then yes`.
    """
    earlier = one.asks and one.sentence < answer.sentence
    return earlier and not (answer.follows or (one.warns and answer.vote == "no"))


def _is_denied(clauses: list[AnswerClause], first: int, behind: set[int]) -> bool:
    """Whether words of no stand beside a yes, and are none of a tale or behind a `but`."""
    return any(
        one.holds_no
        and id(one) not in behind
        and not (one.asks and one.sentence > clauses[first].sentence)
        and not (nth > first and ("remark" in one.names or _excuses(one)))
        and (nth > first or one.sentence == clauses[first].sentence)
        for nth, one in enumerate(clauses)
        if not (nth < first and any(map(_contrasts, clauses[nth + 1 : first + 1])))
    )


def _last_word(clauses: list[AnswerClause]) -> bool | None:
    """What a text means that says yes, `but`, and no."""
    if any(one.vote and one.asks for one in clauses):
        return None
    votes = [(at, one.vote) for at, one in enumerate(clauses) if one.vote]
    turn = next(at for at, vote in votes if vote == "no")
    kept = all(vote == "no" for at, vote in votes if at >= turn)
    kept &= not any(one.dated for one in clauses[turn : votes[-1][0] + 1])
    but = any(_contrasts(one) for one in clauses[votes[0][0] + 1 : turn + 1])
    but &= not _is_plain(clauses[votes[0][0]])  # `yes, but not now`
    return False if kept and but and _is_kept(clauses[votes[-1][0] + 1 :]) else None


def _is_plain(one: AnswerClause) -> bool:
    """Whether the word for yes itself stands in a clause."""
    lists = (words(each).answers for each in (one.context.language, "en"))
    usual = {next((word for word, name in some.items() if name == "yes"), ()) for some in lists}
    said = (one.said[at : at + length] for _, at, length in one.items)
    return any(tuple(_DRAWN.sub(r"\1", word) for word in some) in usual for some in said)


def _excuses(one: AnswerClause) -> bool:
    return one.lead in ("but", "though") and only_excuses(one)


def _contrasts(one: AnswerClause) -> bool:
    return one.lead == "but"


def _is_kept(later: list[AnswerClause], *, plainly: bool = False) -> bool:
    """Whether what comes behind an answer leaves it: a `but` does with a remark only.

    Behind one that is given `plainly` what is not known is such: `I'd love to` may end otherwise.
    """
    return all(
        not _contrasts(one)
        or ((one.known or "remark" in one.names) and (plainly or not _tells_no(one)))
        or (plainly and (_only_remarks(one) or only_excuses(one)))
        for one in later
    )


def _only_remarks(one: AnswerClause) -> bool:
    """Whether a clause tells something without a warning, a denial, another vote or a day."""
    tells = len(one.said) >= _SHORTEST_REMARK and not {"agrees", "yes"} & set(one.names)
    return tells and not (one.warns or one.holds_no or one.asks or one.dated or one.counts)


def _tells_no(one: AnswerClause) -> bool:
    """Whether a clause says what somebody has not or cannot, whatever comes of it."""
    return one.holds_no or "neither" in one.names


def _is_open(one: AnswerClause) -> bool:
    """Whether a clause holds a warning, or asks something.

    Not when it starts; and what follows a remark is about that: `but don't laugh if I lose`.
    """
    if ("starts" in one.names and one.known) or (begins_with_remark(one) and not one.asks):
        return False
    asks = words(one.context.language).asked
    if one.warns or (not one.names[0] and match(asks, one.said, 0, ("asks",))[1]):
        return True
    count = any(map(str.isdecimal, one.said)) and len(one.said) <= _SHORT_QUESTION
    return one.asks and not count
