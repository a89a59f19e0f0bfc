"""A card by its marks: the lowest or highest of a suit, a trump, a black seven."""

from __future__ import annotations

from engine import Rank, Suit
from pbem.orders.answers import Play
from pbem.orders.cards import read_suits
from pbem.orders.reading import Expected
from pbem.orders.senses import senses_of
from pbem.orders.spelling import AROUND_CARDS
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_LETTERS = 2

_FURTHEST, _NEAR = 4, 1
"""Words between `second` and the highest, and before it."""

_IN_A_MARK = 2
_COLOURS = {"red": (Suit.HEARTS, Suit.DIAMONDS), "black": (Suit.SPADES, Suit.CLUBS)}


def end_of_suit(said: Tokens, context: Expected, known: Words) -> Play | None:
    """The card that its marks name: the lowest or highest of a suit, a trump, a black seven.

    None if a word is not known, or more than one card has these marks.
    """
    marks: list[tuple[Suit | Rank, ...]] = []
    ends: set[str] = set()
    at = 0
    while at < len(said):
        end, length = match(known.policies, said, at, ("low", "high"))
        around = match(known.remarks, said, at, ("around", "so"))[1]
        mark, size = mark_at(said, at, context, known)
        if end and length >= max(around, size):
            if is_another(said, at, known):
                return None
            ends.add(end)
        elif mark and size >= around:
            marks.append(mark)
        elif not (around or _changes_nothing(said, at, known)):
            return None
        at += max(length if end else 0, around, size, _changes_nothing(said, at, known), 1)
    cards = [card for card in context.legal if card.plain]
    if ends:  # the smaller of my two spades
        marks = [some for some in marks if any(c.suit in some or c.rank in some for c in cards)]
    for some in marks:
        cards = [card for card in cards if card.suit in some or card.rank in some]
    suited = any(isinstance(one, Suit) for some in marks for one in some)
    alone = not ends and (not suited or (not context.bound and len(marks) == 1))
    if not marks or alone or len(ends) > 1 or not cards:
        return None
    if ends and len({card.suit for card in cards}) == 1:
        return Play((min if "low" in ends else max)(cards, key=lambda card: card.rank))
    return Play(cards[0]) if len(cards) == 1 and not ends else None


def is_another(said: Tokens, at: int, known: Words) -> bool:
    """Whether the lowest or highest at a place is not the last: `the second highest`."""
    begins = range(max(0, at - _FURTHEST), at + 1)
    return any(
        at - _NEAR <= begin + length
        for begin in begins
        if (length := match(known.before, said, begin, ("nth",))[1])
    )


def mark_at(
    said: Tokens, at: int, context: Expected, known: Words
) -> tuple[tuple[Suit | Rank, ...], int]:
    """The suits or the rank that words at a place may mean, and how many words."""
    if length := match(known.special, said, at, ("trump",))[1]:
        counted = at and (said[at - 1].isdecimal() or match(known.numbers, said, at - 1)[1])
        return ((context.trump,) if context.trump and not counted else ()), length
    name, length = match(known.stated, said, at, ("red", "black"))
    if length:
        return _COLOURS[name], length
    for size in range(_IN_A_MARK, 0, -1):
        group = said[at : at + size]
        short = len("".join(group)) < _LETTERS and not group[0].isdecimal()
        if len(group) < size or (short and not _coloured(said, at, known)):
            continue
        if not short and (suits := read_suits(group, context)):
            return suits, size
        senses, foreign = senses_of(group, context)
        meant = {s.meant for s in senses if not (short and isinstance(s.meant, Suit))}
        if len(meant) == 1 and not foreign and isinstance(one := meant.pop(), Rank):
            return (one,), size
    return (), 0


def _coloured(said: Tokens, at: int, known: Words) -> bool:
    """Whether a colour stands beside a letter: `K red`."""
    return any(match(known.stated, said, near, ("red", "black"))[1] for near in (at - 1, at + 1))


def _changes_nothing(said: Tokens, at: int, known: Words) -> int:
    """How many words at a place stand around cards."""
    own = match(known.stated, said, at, ("own", "plays"))[1]
    return max(own, match(known.dropped, said, at, AROUND_CARDS)[1])
