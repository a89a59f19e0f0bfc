"""What is stated among tales: by a verb, `I bid three`, or as the last word after all else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.orders.answers import Answer, Bid, Play, Trump
from pbem.orders.bids import is_a_time
from pbem.orders.cards import read_card
from pbem.orders.clauses import SaidClause, unknown
from pbem.orders.denials import denies, is_tied, says_no_first, takes_back
from pbem.orders.doubt import named
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from pbem.orders.tallies import read_tally
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_FURTHEST = 6
"""Words between a verb and the number of tricks it states."""

_NOTHING = ("plays", "but", "own", "anyhow", "beside")
_MOST_TRICKS = 20
_SENTENCE_ENDS = ".!?;|"
_LONGEST_NAMING = 5
"""A longer clause that only names something is a tale."""

_LONG = 4
"""What denies, asks or introduces in so many words is about something else than the answer."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A clause beside an answer: what it states for certain, and what else it may name.

    What is `unclear` holds a number or a card, but it cannot be told what it means.

    `apart` tells that it counts neither for nor against: it denies, is of another player, or of
    another time. What `limits` takes an answer back or ties it; what is `tied` only does the
    latter. `anyhow` and `so` it counts whatever stands before it.
    """

    clause: SaidClause
    answer: Answer | None = None
    among: tuple[Answer, ...] = ()
    unclear: bool = False
    apart: bool = False
    limits: bool = False
    refuses: bool = False
    tied: bool = False
    led_in: bool = False
    so: bool = False
    anyhow: bool = False
    by_verb: bool = False
    theirs: bool = False


def statement_of(
    clause: SaidClause, context: Expected, known: Words, answer: Answer | None = None
) -> Statement:
    """What a clause tells; `answer` is what it names beyond doubt, and a verb may state another."""
    said = clause.said
    begins = says_no_first(said, known)
    stated = _stated(said, context, known)
    but = match(known.stated, said, 0, ("but",))[1] if stated else 0
    none = isinstance(stated, Bid) and stated.tricks == 0 and _states_none(said, known)
    tally = read_tally(said, context, known)
    no = not (none or tally) and denies(said[but:], context, known)
    among = named(said, context, beside=False) if len(said) <= _LONGEST_NAMING else ()
    numbers = _holds_number(said, known)
    refuses = no and not (answer or among or numbers)
    refuses &= _holds(said, known, "plays") or _holds(said, known, "verbs") or len(said) < _LONG
    theirs = clause.of_another or _holds(said, known, "people")
    asks = clause.asks and len(said) < _LONG
    return Statement(
        clause,
        answer or stated,
        among,
        unclear=not (answer or stated or among) and numbers,
        apart=no or theirs or clause.asks,
        theirs=theirs,
        limits=(begins and not but) or takes_back(said, known) or refuses or asks,
        refuses=refuses,
        tied=not tally and _is_tied(said, known),
        led_in=clause.end == ":" and len(said) < _LONG and any(True for _ in unknown(said, known)),
        so=any(match(known.remarks, said, at, ("so",))[1] for at in range(len(said))),
        anyhow=_holds(said, known, "anyhow"),
        by_verb=stated is not None,
    )


def _is_tied(said: Tokens, known: Words) -> bool:
    """Whether a clause is a condition, or holds one."""
    return is_tied(said, known) or bool(match(known.doubt, said, 0, ("condition",))[1])


def possible(answer: Answer, context: Expected) -> bool:
    """Whether an answer can be given now, or offered as one that may be meant."""
    match answer:
        case Bid(tricks):
            return tricks in context.bids
        case Play(card):
            return card in context.legal
        case _:
            return isinstance(answer, Trump)


def last_word(told: Sequence[Statement], context: Expected) -> Answer | None:
    """The one answer that clauses state, if none behind it limits it or names another."""
    stated = [at for at, one in enumerate(told) if _counts(one, context)]
    if not stated:
        return None
    last = told[stated[-1]]
    concludes = last.so or last.anyhow
    if len({told[at].answer for at in stated}) > 1 and not concludes:
        return None
    before, after = told[: stated[-1]], told[stated[-1] + 1 :]
    if any(_opposes(one, last) for one in after):
        return None
    return last.answer if last.anyhow or not _led_in(before, last) else None


def _counts(one: Statement, context: Expected) -> bool:
    if one.answer is None or not possible(one.answer, context):
        return False
    return not (one.apart or one.limits or (one.tied and not one.anyhow))


def _short(one: Statement) -> bool:
    return len(one.clause.said) < _LONG


def _opposes(one: Statement, last: Statement) -> bool:
    """Whether a clause behind an answer stands against it."""
    if (one.limits or one.tied) and (not one.clause.asks or _short(one)):
        return True
    if one.apart:
        return last.answer in one.among
    others = bool({one.answer, *one.among} - {None, last.answer})
    return others or (one.unclear and _short(one))


def _led_in(before: Sequence[Statement], last: Statement) -> bool:
    """Whether the sentence of an answer begins with a condition, or by saying whose it is."""
    for nth, one in enumerate(reversed(before)):
        if nth and one.clause.end and one.clause.end in _SENTENCE_ENDS:
            return False
        if not nth and one.led_in and not last.by_verb:
            return True
        if one.clause.end and one.clause.end in _SENTENCE_ENDS:
            return False
        if one.tied or (one.clause.end == ":" and one.theirs and _short(one)):
            return True
        others = bool(one.among) and last.answer not in one.among and not one.apart
        if others or (one.unclear and _short(one)):
            return True
    return False


def _stated(said: Tokens, context: Expected, known: Words) -> Bid | Play | None:
    """What a verb states, whatever else its clause says."""
    match context.ask:
        case Ask.BID:
            return _stated_bid(said, context, known)
        case Ask.PLAY if _holds(said, known, "plays"):
            found = read_card(_bare(said, context, known), context)
            return Play(found.cards[0]) if found and found.sure else None
        case _:
            return None


def _bare(said: Tokens, context: Expected, known: Words) -> Tokens:
    """A clause without verbs, what else changes nothing in it, and ranks that nobody may play."""
    ranks = {card.rank.sign for card in context.hand if card.plain}
    rest: list[str] = []
    at = 0
    while at < len(said):
        length = match(known.remarks, said, at, ("around", "so"))[1]
        length = max(length, match(known.stated, said, at, _NOTHING)[1])
        rank, words = match(known.ranks, said, at)
        length = max(length, 0 if rank in ranks else words)
        if not length:
            rest.append(said[at])
        at += length or 1
    return tuple(rest)


def _stated_bid(said: Tokens, context: Expected, known: Words) -> Bid | None:
    verbs = [
        (at, at + length)
        for at in range(len(said))
        if (length := match(known.stated, said, at, ("verbs",))[1])
    ]
    found: set[int] = set()
    at = 0
    while at < len(said):
        name, length = match(known.numbers, said, at)
        number = int(name) if length else _digits(said[at])
        length = length or 1
        if number is None or match(known.remarks, said, at + length, ("counted",))[1]:
            at += 1 if number is None else length
            continue
        near = any(begin < at and at - end <= _FURTHEST for begin, end in verbs)
        near |= any(begin == at + length for begin, _ in verbs)
        if is_a_time(said, at, known) or not near or not _ends_well(said[at + length :], known):
            return None
        found.add(number)
        at += length
    return Bid(found.pop()) if len(found) == 1 else None


def _states_none(said: Tokens, known: Words) -> bool:
    """Whether none is stated by a word that stands beside a no, too: `non ne faccio nessuna`."""
    return _holds(said, known, "none")


def _holds(said: Tokens, known: Words, name: str) -> bool:
    return any(match(known.stated, said, at, (name,))[1] for at in range(len(said)))


def _holds_number(said: Tokens, known: Words) -> bool:
    """Whether a clause holds a number, whatever is counted."""
    return any(
        word.isdecimal() or match(known.numbers, said, at)[1] for at, word in enumerate(said)
    )


def _digits(word: str) -> int | None:
    digits = word.isascii() and word.isdecimal() and int(word[:3]) <= _MOST_TRICKS
    return int(word) if digits else None


def _ends_well(rest: Tokens, known: Words) -> bool:
    """Whether behind a number nothing stands that it may count."""
    if not rest or not rest[0].isalpha():
        return True
    if match(known.stated, rest, 0, ("more",))[1]:
        return False
    lists = ((known.remarks, ("around", "so", "harmless", "closing", "joins")), (known.dropped, ()))
    if any(match(some, rest, 0, names)[1] for some, names in lists):
        return True
    return bool(match(known.stated, rest, 0, ("verbs", "beside", "as_many", "all", "but"))[1])
