"""Words of correction, withdrawal and condition: where a line holds them, and what it names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import Card, Suit
from engine.cards import Hand
from pbem.languages import spoken
from pbem.orders.answers import Answer, Bid, Keep, Lay, Plan, Play, Trump
from pbem.orders.cards import read_suits
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from pbem.orders.senses import MOST_IN_A_CARD, essential, fits, senses_of
from pbem.orders.text import Tokens, without
from pbem.orders.words import Lists, consists, match, with_english, words

_SIGNS = ".,!;:()\"'-=/"
_JOINS = "-/.:"
_ENDS = ((), *((sign,) for sign in _SIGNS))
_AROUND = ("thanks", "courtesy", "bid", "play", "greeting")
_CORRECT = ("correction", "withdrawal", "joke", "filler", "denial")
_LETTERS = 4
"""Words of another language count from so many letters on: `si` and `als` are in several."""

_MOST_WORDS = 60
_AT_THE_START = 3


def takes_back(line: Tokens, language: str) -> bool:
    """Whether a line, or its first clause, takes an answer back and says nothing else."""
    clause = line[: next((at for at, token in enumerate(line) if token in _SIGNS), len(line))]
    whole = _only_doubt(line, language)
    clause_takes = _only_doubt(clause, language) & {"withdrawal", "joke"}
    return bool(whole & {"withdrawal", "joke", "denial"} or clause_takes)


def begins_a_condition(line: Tokens, language: str) -> bool:
    """Whether a line begins with a word like `if`, a word or two before it apart."""
    lists = _doubt(language)
    for at in range(min(_AT_THE_START, len(line))):
        _, length = match(lists, line, at, ("condition",))
        if length > 1 or (length and line[at + 1 : at + 2] not in _ENDS):
            return True
        if line[at] in _SIGNS:
            return False
    return False


def corrects(line: Tokens, language: str) -> bool:
    """Whether a line holds a word of correction; `no` is one where a clause begins with it."""
    return any(name != "filler" for _, _, name in _markers(line, language))


def without_correction(line: Tokens, language: str) -> Tokens | None:
    """A line without its words of correction; None if it holds none.

    `no` and `wait` count only if a sign or another such word follows: `no 3` may mean not 3.
    """
    rest = list(line)
    corrected = False
    markers = list(_markers(line, language))
    begins = {at for at, _, _ in markers}
    for at, length, name in markers:
        after = at + length
        apart = after >= len(line) or line[after] in _SIGNS or after in begins
        if name in ("correction", "filler") or apart:
            rest[at:after] = [""] * length
            corrected |= name != "filler"
    return tuple(filter(None, rest)) if corrected else None


def named(
    line: Tokens, context: Expected, but: Answer | None = None, *, beside: bool
) -> tuple[Answer, ...]:
    """The answers a line names that may be given now, whatever else it says; `but` is none of them.

    With `beside` it holds a word of correction, so that words that often mean nothing count, too:
    `one`, a letter alone, and what is not allowed.
    """
    line = line[:_MOST_WORDS]
    if not beside:
        line = tuple(token for at, token in enumerate(line) if not _in_a_date(line, at))
    bare = without(line, _SIGNS + "?")
    match context.ask:
        case Ask.BID:
            said = {but.tricks, *but.otherwise} if isinstance(but, Bid) else set()
            numbers = dict.fromkeys(_numbers(line, context, beside=beside))
            return tuple(Bid(number) for number in numbers if number not in said)
        case Ask.PLAY if context.bound:
            played = {*_cards_of(but), *context.answered}
            groups = _cards(bare, context, beside=beside)
            cards = dict.fromkeys(c for some in groups if played.isdisjoint(some) for c in some)
            return tuple(map(Play, cards))
        case Ask.TRUMP:
            suits = {s for at in range(len(bare)) for s in read_suits(bare[at : at + 1], context)}
            return tuple(Trump(suit) for suit in Suit if suit in suits and Trump(suit) != but)
        case _:
            return ()


def _only_doubt(line: Tokens, language: str) -> set[str]:
    """The lists of words of doubt and courtesies that a line consists of; empty if of others."""
    around = with_english(language).dropped
    return consists(without(line, _SIGNS), (_doubt(language), _CORRECT), (around, _AROUND))


def _cards_of(answer: Answer | None) -> Hand:
    match answer:
        case Play(card):
            return (card,)
        case Plan(steps):
            actions = [clause.action for step in steps for clause in step]
            return tuple(action for action in actions if isinstance(action, Card))
        case Keep(order) if isinstance(order, Play | Plan):
            return _cards_of(order)
        case Lay(cards):
            return cards
        case _:
            return ()


def _markers(line: Tokens, language: str) -> Iterator[tuple[int, int, str]]:
    """Where the words of correction stand, how many, and in which list."""
    lists = _doubt(language)
    at, begins = 0, True
    while at < len(line):
        name, length = match(lists, line, at, _CORRECT)
        if name and (name != "denial" or begins):
            yield at, length, name
            at += length
            continue
        begins = line[at] in _SIGNS
        at += 1


def _numbers(line: Tokens, context: Expected, *, beside: bool) -> Iterator[int]:
    known = with_english(context.language).numbers
    at = 0
    while at < len(line):
        name, length = match(known, line, at)
        number = int(name) if length else None
        if number is not None and number <= 1 and not beside:
            number = None  # `a`, `one`, `nothing`: seldom a bid
        if not length and line[at].isascii() and line[at].isdecimal() and len(line[at]) <= 2:
            number = int(line[at])
        if number is not None and number in (range(context.size + 1) if beside else context.bids):
            yield number
        at += length or 1


def _in_a_date(line: Tokens, at: int) -> bool:
    """Whether a number is part of a date, a time or the like: `2026-10-05`, `5.11.`, `2:30`."""
    if not line[at].isdecimal():
        return False
    after = line[at + 1 : at + 3]
    before = line[max(0, at - 2) : at]
    return (
        ":" in (*after[:1], *before[-1:])
        or (len(after) == 2 and after[0] in _JOINS and after[1].isdecimal())
        or (len(before) == 2 and before[1] in _JOINS and before[0].isdecimal())
    )


def _cards(line: Tokens, context: Expected, *, beside: bool) -> Iterator[Hand]:
    """The cards of each that a line names, or may name, that may be meant."""
    said = essential(line, context)
    at = 0
    while at < len(said):
        for size in range(MOST_IN_A_CARD, 0, -1):
            group = said[at : at + size]
            senses, foreign = senses_of(group, context) if len(group) == size else ((), False)
            lone = not any(isinstance(sense.meant, Card) for sense in senses)
            if lone and not beside and (foreign or _is_a_letter(group)):
                continue
            may = (*(context.hand if beside else context.legal), *context.answered)
            meant = tuple(card for card in may if any(fits(s.meant, card) for s in senses))
            if meant:
                yield meant
                at += size - 1
                break
        at += 1


def _is_a_letter(group: Tokens) -> bool:
    return len("".join(group)) == 1 and group[0].isalpha()


@cache
def _doubt(language: str) -> Lists:
    """A language's words of doubt and the English ones, and what is long enough of the others."""
    others = {
        phrase: name
        for each in spoken()
        for phrase, name in words(each).doubt.items()
        if sum(map(len, phrase)) >= _LETTERS
    }
    return Lists({**others, **with_english(language).doubt})
