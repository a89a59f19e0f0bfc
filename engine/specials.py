"""Axis: cards with powers of their own, and what a player says when playing one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.cards import Card, Hand, Rank, Suit


class Specials(StrEnum):
    """Which cards have powers of their own.

    Brader: two equal jokers are a suit of their own. Atkinson: a joker is called high or low.
    Wizard: a wizard takes the trick, a jester never does. Twos wild: a two is played as another
    card and beats it. Turn-up joker: the joker counts as the card turned up (Ninety-Nine). Super
    Screw: two jokers, and the turn-up's twin in colour and rank, stand above the trumps.
    """

    NONE = "none"
    BRADER = "brader"
    ATKINSON = "atkinson"
    WIZARD = "wizard"
    TWOS_WILD = "twos_wild"
    TURN_UP_JOKER = "turn_up_joker"
    SUPER_SCREW = "super_screw"


class Height(StrEnum):
    """What the first joker is called when it is played (Atkinson)."""

    HIGH = "high"
    LOW = "low"


Call = Height | Card
"""What a player says with a card: high or low of a joker, another card of a wild two."""

Calls = tuple[Call | None, ...]
"""The calls of a trick, one for each card played; empty when no card of it was called."""


def always_open(card: Card, specials: Specials) -> bool:
    """Whether a card may be played even by a player who can follow suit, and is never forced.

    Wizards and jesters (Wizard), jokers (Atkinson), twos where they are wild (Clag).
    """
    match specials:
        case Specials.WIZARD:
            return not card.plain
        case Specials.ATKINSON:
            return card.suit is Suit.JOKERS
        case Specials.TWOS_WILD:
            return card.rank is Rank.TWO
        case Specials.NONE | Specials.BRADER | Specials.TURN_UP_JOKER | Specials.SUPER_SCREW:
            return False


def calls_open(
    card: Card, specials: Specials, made: Sequence[Call], in_trick: Sequence[Call], pack: Hand
) -> tuple[Call, ...]:
    """What may be said with a card, empty when nothing is said.

    `made` are the calls of the deal so far, `in_trick` those of the trick under way. The second
    joker has the value the first was not given (Atkinson); two twos may not stand for the same
    card of a trick (Clag).
    """
    if specials is Specials.ATKINSON and card.suit is Suit.JOKERS:
        return tuple(height for height in Height if height not in made)
    if specials is Specials.TWOS_WILD and card.rank is Rank.TWO:
        return tuple(named for named in pack if named not in in_trick)
    return ()
