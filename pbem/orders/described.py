"""A card among words that are not known: named in full, or as the lowest or highest of a suit."""

from __future__ import annotations

from engine import Card, Rank, Suit
from pbem.orders.answers import Play
from pbem.orders.cards import read_suits
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from pbem.orders.senses import MOST_IN_A_CARD, essential, senses_of
from pbem.orders.text import Tokens
from pbem.orders.words import Words, match

_LONGEST_PLAYED = 10
"""Words around a card that is named in full."""

_LETTERS = 2

_LOVE = "❤"
"""Beside words that are not known it is no suit."""


def described(said: Tokens, context: Expected) -> Play | None:
    """The card that a clause names beyond doubt, whatever else it says; None if there is none."""
    if context.ask is not Ask.PLAY:
        return None
    return _in_full(said, context)


def end_of_suit(said: Tokens, context: Expected, known: Words) -> Play | None:
    """The lowest or highest card of a suit that may be played."""
    rest: list[str] = []
    ends: set[str] = set()
    at = 0
    while at < len(said):
        name, length = match(known.policies, said, at, ("low", "high"))
        around = match(known.remarks, said, at, ("around", "so"))[1]
        if length >= around and name:
            ends.add(name)
        elif not around:
            rest.append(said[at])
        at += max(length, around, 1)
    suits = read_suits(tuple(rest), context) if len(ends) == 1 else ()
    cards = [card for card in context.legal if card.plain and (card.suit,) == suits]
    if not cards:
        return None
    return Play((min if "low" in ends else max)(cards, key=lambda card: card.rank))


def _in_full(said: Tokens, context: Expected) -> Play | None:
    """The card that a clause names by rank and suit, if it may be played and no other is named."""
    if len(said) > _LONGEST_PLAYED:
        return None
    rest = essential(said, context)
    cards: set[Card | Rank | Suit] = set()
    at = 0
    while at < len(rest):
        for size in range(MOST_IN_A_CARD, 0, -1):
            group = rest[at : at + size]
            senses, foreign = senses_of(group, context) if len(group) == size else ((), False)
            if senses and not foreign and len("".join(group)) > _LETTERS and _LOVE not in group:
                cards |= {sense.meant for sense in senses}
                at += size - 1
                break
        at += 1
    card = cards.pop() if len(cards) == 1 else None
    return Play(card) if isinstance(card, Card) and card in context.legal else None
