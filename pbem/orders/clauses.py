"""A line as clauses, without names, closings and idle phrases; and which name an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.orders.bids import compares, is_a_time
from pbem.orders.described import end_of_suit
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from pbem.orders.senses import MOST_IN_A_CARD, essential, senses_of
from pbem.orders.tallies import read_tally
from pbem.orders.text import Tokens, tokens
from pbem.orders.words import Words, match

_ENDS = ',!?;()"|*_~#&+=>'
_ENDS_BUT_IN_NUMBERS = ".:-/"
_LONGEST_NAME = 3
_MOST_TRICKS = 20
"""A greater number among other words is somebody's age, or the like."""

_AROUND_BIDS = ("thanks", "courtesy", "bid", "greeting")


@dataclass(frozen=True, slots=True)
class SaidClause:
    """The words between two signs, without remarks, and the sign that ends it.

    `of_another` says what somebody at the table has, needs or says, who is named in it.
    """

    said: Tokens
    end: str = ""
    of_another: bool = False

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return bool(self.said) and self.end == "?"


def clauses(line: Tokens, context: Expected, known: Words) -> Iterator[SaidClause]:
    """The clauses of a line without the phrases that never mean anything."""
    said: list[str] = []
    dictated = all(map(str.isalnum, line))
    at = 0
    while at < len(line):
        harmless = match(known.remarks, line, at, ("harmless",))[1]
        if harmless:
            asked = not said and line[at + harmless : at + harmless + 1] == ("?",)
            at += harmless + asked
            continue
        around = match(known.remarks, line, at, ("around",))[1]
        joins = length_joining(line, at, context, known)
        around = max(around, match(known.stated, line, at, ("as_many", "all_but", "more"))[1])
        sign = match(known.remarks, line, at, ("signs",))[1]
        if said and sign and (dictated or names_answer(tuple(said), context, known)):
            yield _clause(said, ".", context, known)
            said = []
            at += sign
            continue
        if _ends(line, at) or (said and joins > around):
            yield _clause(said, line[at], context, known)
            said = []
            at += joins or 1
            continue
        if said and _begins(said, line, at, context, known):
            yield _clause(said, "", context, known)
            said = []
        said += line[at : at + max(1, around)]
        at += max(1, around)
    yield _clause(said, "", context, known)


def length_joining(line: Tokens, at: int, context: Expected, known: Words) -> int:
    """How many words at a place begin a clause: `because`, `even if`."""
    letter = context.ask is Ask.PLAY and (line[at],) in known.rank_letters
    if letter or compares(line, at, known):
        return 0
    concedes = match(known.answers, line, at, ("concedes",))[1]
    return max(match(known.remarks, line, at, ("joins",))[1], concedes if concedes > 1 else 0)


def _begins(said: list[str], line: Tokens, at: int, context: Expected, known: Words) -> bool:
    """Whether a clause begins at a word, without a sign before it."""
    so = _concludes(line, at, context, known)
    return so or _is_corrected(said, line, at, context, known)


def _concludes(line: Tokens, at: int, context: Expected, known: Words) -> bool:
    """Whether a word like `so` stands before what names an answer."""
    so = match(known.remarks, line, at, ("so",))[1]
    after = line[at + so : at + so + MOST_IN_A_CARD]
    return so > 0 and bool(after) and names_answer(after, context, known)


def _is_corrected(said: list[str], line: Tokens, at: int, context: Expected, known: Words) -> bool:
    """Whether a word like `no` stands between two answers: `3 no 2`."""
    no = match(known.doubt, line, at, ("denial",))[1]
    if context.ask is not Ask.BID:  # a card may be called as `queen or king`
        no = min(no, match(known.negations, line, at)[1])
    after = line[at + no : at + no + 1]
    begins = bool(no and after) and match(known.numbers, line, at)[1] <= no
    return begins and all(names_answer(each, context, known) for each in (tuple(said), after))


def _ends(line: Tokens, at: int) -> bool:
    if line[at] in _ENDS_BUT_IN_NUMBERS:
        before, after = line[max(0, at - 1) : at], line[at + 1 : at + 2]
        return not (all(map(str.isdecimal, before)) and any(map(str.isdecimal, after)))
    return line[at] in _ENDS


def _clause(said: list[str], end: str, context: Expected, known: Words) -> SaidClause:
    names = words_of_names(context) - _own_name(context)
    another = any(
        _tells_of(said, at, context, known) for at, word in enumerate(said) if word in names
    )
    return SaidClause(_unnamed(said, context, known), end, another)


def _tells_of(said: list[str], at: int, context: Expected, known: Words) -> bool:
    """Whether the words at a name say something of its player, who is not only spoken to."""
    rest, before = tuple(said[at + 1 :]), tuple(said[max(0, at - 1) : at])
    polite = ("thanks", "courtesy", "greeting")
    if known.doubt.get(before) == "toward":
        return True
    greeted = match(known.dropped, before, 0, polite)[1]
    if not rest or greeted or not rest[0].isalpha() or rest[0] in words_of_names(context):
        return False
    around = match(known.remarks, rest, 0, ("around",))[1]
    if around == 1:
        return True
    answers = names_answer(rest[:1], context, known)
    return not (around or answers or match(known.dropped, rest, 0, polite)[1])


def _unnamed(said: list[str], context: Expected, known: Words) -> Tokens:
    """A clause without a closing and the name behind it, and without the names of players."""
    for at in range(len(said)):
        length = match(known.remarks, tuple(said), at, ("closing",))[1]
        name = said[at + length :]
        if length and len(name) <= _LONGEST_NAME and all(map(str.isalpha, name)):
            said = said[:at]
            break
    names = words_of_names(context)
    return tuple(
        word for word in said if word not in names or names_answer((word,), context, known)
    )


def _own_name(context: Expected) -> frozenset[str]:
    """The words of the writer's name that are of nobody else's."""
    others = (name for name in context.names if name != context.writer)
    return frozenset(tokens(context.writer)) - {word for name in others for word in tokens(name)}


def words_of_names(context: Expected) -> frozenset[str]:
    """The words of the names of all who sit at the table, as they are typed."""
    return frozenset(word for name in context.names for word in tokens(name))


def names_answer(clause: Tokens, context: Expected, known: Words) -> bool:
    """Whether a clause holds a number that may be a bid, or a sign that may be a card's.

    A number of something that is counted is none, nor is `one` among other words.
    """
    match context.ask:
        case Ask.BID:
            numbers = any(True for _ in _numbers(clause, known))
            return numbers or bool(read_tally(clause, context, known))
        case Ask.PLAY | Ask.TRUMP:
            return _names_card(clause, context, known)
        case _:
            return False


def _numbers(clause: Tokens, known: Words) -> Iterator[str]:
    at = 0
    while at < len(clause):
        name, length = match(known.numbers, clause, at)
        digits = clause[at].isascii() and clause[at].isdecimal() and int(clause[at]) <= _MOST_TRICKS
        counted = match(known.remarks, clause, at + (length or 1), ("counted",))[1]
        counted = counted or is_a_time(clause, at, known)
        small = bool(length) and int(name) <= 1 and _others(clause, at, length, known)
        if (length or digits) and not counted and not small:
            yield clause[at]
        at += length or 1


def _others(clause: Tokens, at: int, length: int, known: Words) -> bool:
    """Whether a clause holds other words than such as stand around a bid."""
    rest = (*clause[:at], *clause[at + length :])
    return any(True for _ in unknown(rest, known))


def unknown(clause: Tokens, known: Words) -> Iterator[str]:
    """The words of a clause that are none of those that bids are made with, numbers apart."""
    at = 0
    while at < len(clause):
        around = match(known.remarks, clause, at, ("around", "so"))[1]
        length = max(around, match(known.dropped, clause, at, _AROUND_BIDS)[1])
        if not length:
            yield clause[at]
        at += length or 1


def _names_card(clause: Tokens, context: Expected, known: Words) -> bool:
    clause = tuple(word for at, word in enumerate(clause) if not is_a_time(clause, at, known))
    said = essential(clause, context)
    if len(said) == 1 or _names_policy(clause, known):
        alone = bool(senses_of(said, context)[0])
        begins = bool(said and match(known.policies, said)[1])
        return alone or begins or bool(end_of_suit(clause, context, known))
    if end_of_suit(clause, context, known):
        return True
    at = 0
    while at < len(said):
        if (length := _counted(said, at, known)) > 0:
            at += length
            continue
        for size in range(MOST_IN_A_CARD, 0, -1):
            group = said[at : at + size]
            senses, foreign = senses_of(group, context) if len(group) == size else ((), False)
            letter = len("".join(group)) == 1 and group[0].isalpha()
            if senses and not foreign and not letter:
                return True
        at += 1
    return False


def _names_policy(clause: Tokens, known: Words) -> bool:
    """Whether a clause names a policy, phrases that mean nothing apart: `put down`."""
    at = 0
    while at < len(clause):
        around = match(known.remarks, clause, at, ("around",))[1]
        if match(known.policies, clause, at)[1] >= max(around, 1):
            return True
        at += max(around, 1)
    return False


def _counted(said: Tokens, at: int, known: Words) -> int:
    """How long a number and what it counts are at a place; 0 if there is none."""
    length = int(said[at].isdecimal()) or match(known.numbers, said, at)[1]
    nouns = match(known.remarks, said, at + length, ("counted",))[1]
    return length + nouns if length and nouns else 0
