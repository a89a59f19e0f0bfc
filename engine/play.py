"""Axis: who leads, what may be played, who takes the trick."""

from __future__ import annotations

from enum import StrEnum

from engine.cards import Card, Hand, Suit


class Place(StrEnum):
    """A seat named by its place, for the first bid and the first lead."""

    LEFT_OF_DEALER = "left_of_dealer"
    RIGHT_OF_DEALER = "right_of_dealer"
    DEALER = "dealer"


class Direction(StrEnum):
    """Which way the turn goes round."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class RankOrder(StrEnum):
    """Which card of a suit beats which."""

    STANDARD = "standard"
    SPANISH = "spanish"
    ACES_LOW = "aces_low"
    BOWERS = "bowers"
    SUPER_SCREW = "super_screw"


class VoidRule(StrEnum):
    """What a player must do beyond following suit."""

    FREE = "free"
    MUST_TRUMP = "must_trump"
    MUST_OVERTAKE = "must_overtake"


class Specials(StrEnum):
    """Cards with powers of their own."""

    NONE = "none"
    BRADER = "brader"
    ATKINSON = "atkinson"
    WIZARD = "wizard"
    TWOS_WILD = "twos_wild"
    SUPER_SCREW = "super_screw"


class EqualCards(StrEnum):
    """Which of two equal cards in a trick is the better, where a pack has equals."""

    FIRST_WINS = "first_wins"
    LAST_WINS = "last_wins"


class Visibility(StrEnum):
    """Which hands a player sees."""

    OWN_HAND = "own_hand"
    OTHERS_ON_FIRST_DEAL = "others_on_first_deal"
    OTHERS_ON_LAST_DEAL = "others_on_last_deal"


def legal_cards(hand: Hand, trick: tuple[Card, ...]) -> Hand:
    """The cards of a hand that may go to a trick: follow suit if able, else anything.

    Trumps may be led from the start (pagat, Oh Hell!). The order of the hand is kept.
    """
    if not trick:
        return hand
    led = trick[0].suit
    return tuple(card for card in hand if card.suit is led) or hand


def best_card(trick: tuple[Card, ...], trump: Suit | None) -> int:
    """The place in a trick of the card that takes it: highest trump, else highest of the led suit.

    >>> from engine.cards import cards
    >>> best_card(cards("AH 2S KH 9S"), Suit.SPADES)
    3
    """
    best, held = 0, trick[0]
    for place, card in enumerate(trick):
        if card.suit is held.suit:
            if card.rank > held.rank:
                best, held = place, card
        elif card.suit is trump:
            best, held = place, card
    return best
