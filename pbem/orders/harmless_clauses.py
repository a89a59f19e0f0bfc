"""Clauses beside a yes or no that leave it as it is, though words of doubt stand in them."""

from __future__ import annotations

from pbem.orders.answer_clauses import WARNINGS, AnswerClause
from pbem.orders.clauses import words_of_names
from pbem.orders.words import match, with_english

_SHORTEST_TALE = 4
"""A clause of so many words behind an answer tells something, and ties it to nothing; in another
sentence it may have one fewer.
"""


def leaves(one: AnswerClause, answer: AnswerClause, *, behind: bool, praised: bool) -> bool:
    """Whether a clause only asks for more, tells what must be, or that a mail came, or stands in a
    sentence before who plays indeed; `behind` the answer or before it, which may be `praised`.
    """
    place = _only_must(one, answer) if behind else _only_leads_up(one, answer)
    return place or _only_asks_more(one, answer, praised) or _only_received(one, answer)


def tells(one: AnswerClause, answer: AnswerClause, *, yes: bool) -> bool:
    """Whether a clause behind an answer tells something that limits nothing, whatever it holds."""
    asks = one.asks and (yes or not one.warns_first)  # `No, sorry. Maybe over the summer?`
    if asks or one.names_condition or one.lead == "but" or "postpones" in one.names:
        return False
    if len(one.said) < _SHORTEST_TALE - (one.sentence > answer.sentence):
        return False
    if not yes:
        return not one.names_yes
    later = one.sentence > answer.sentence
    near = one.lead in ("though", ",") and not one.warns
    return (later or near) and not (one.dated or one.receives or one.vote or one.warns_first)


def _only_asks_more(one: AnswerClause, answer: AnswerClause, praised: bool) -> bool:
    """Whether a clause asks for something behind the answer, `Yes! When?`, `sure, when?`, or in a
    sentence of its own after one who plays: `Yes. Is Bruno still a cheat?`, or plays indeed or
    praises: `Lovely, yes! How's your mother?`. Nothing does that asks for the terms: `Is it free?`.
    """
    known = with_english(one.context.language)
    near = one.sentence in (answer.sentence, answer.sentence + 1)
    behind = one.asks and near and "unsure" not in one.names[1:]
    idle = bool(words_of_names(one.context).intersection(one.said)) or _asks_for_ways(one)
    ties = one.receives or not WARNINGS.intersection(one.names) <= {"duty"}
    own = one.sentence > answer.sentence and not ties
    chats = (answer.plays_indeed or praised) and not (one.names_condition or one.dated)
    begins = match(known.asked, one.said, 0, ("asks",))[1] > 0
    free = (own and chats) or begins
    wishes = own and chats and "remark" in one.names  # `Could you send me the rules?`
    return behind and ((own and idle) or wishes or (free and not _asks_terms(one)))


def _asks_terms(one: AnswerClause) -> bool:
    """Whether a word of the game's terms, or of whoever asks, stands in a clause: `Is it free?`."""
    known = with_english(one.context.language)
    return any(
        match(known.asked, one.said, at, ("terms", "away", "lost"))[1]
        for at in range(len(one.said))
    )


def _asks_for_ways(one: AnswerClause) -> bool:
    """Whether a clause asks how the cards will come, or what it takes: `Do I get them by mail?`."""
    known = with_english(one.context.language)
    places = range(len(one.said))
    ways = any(
        match(known.asked, one.said, at, ("ways",))[1]
        or match(known.topics, one.said, at, ("cards",))[1]
        for at in places
    )
    return ways and all(
        match(known.person, one.said, at, ("mine",))[1]
        for at in places
        if match(known.asked, one.said, at, ("terms", "away", "lost"))[1]
    )


def _only_must(one: AnswerClause, answer: AnswerClause) -> bool:
    """Whether a clause behind somebody's who plays indeed warns only in that something must be:
    `I'm in, must read the rules again`.
    """
    limits = one.lead == "but" or one.dated or one.receives or one.holds_no or one.asks
    warns = WARNINGS.intersection(one.names)
    only = warns == {"duty"} or (warns == {"duty", "unsure"} and "remark" in one.names)
    return only and not limits and answer.plays_indeed


def _only_leads_up(one: AnswerClause, answer: AnswerClause) -> bool:
    """Whether doubt in a sentence before it is over for who plays indeed: `The button did nothing,
    so I'm writing instead. Yes, I'd like to play`.
    """
    begins = answer.names[0] != "" and answer.plays_indeed
    earlier = begins and one.sentence < answer.sentence
    ties = one.asks or one.names_condition or one.vote or "postpones" in one.names
    return earlier and not ties


def _only_received(one: AnswerClause, answer: AnswerClause) -> bool:
    """Whether a clause warns only in that a mail came, beside a no, or in another sentence than who
    plays indeed: `I'm in. Sorry, only read your mail now`.
    """
    apart = one.sentence != answer.sentence and answer.plays_indeed
    received = one.receives and WARNINGS.isdisjoint(one.names)
    return received and not (one.asks or one.lead == "but") and (answer.vote == "no" or apart)
