"""Axis: who leads, and what may be played."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from engine.cards import Card, Hand, Seat, Suit
from engine.order import RankOrder, best_card, power, suit_in_play


class Place(StrEnum):
    """A seat named by its place, for the first bid and the first lead."""

    LEFT_OF_DEALER = "left_of_dealer"
    RIGHT_OF_DEALER = "right_of_dealer"
    DEALER = "dealer"


class Direction(StrEnum):
    """Which way the turn goes round."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


def step(direction: Direction) -> int:
    """What to add to a seat for the next in turn: 1 clockwise, -1 anticlockwise."""
    return 1 if direction is Direction.CLOCKWISE else -1


def seat_at(place: Place, dealer: Seat, players: int) -> Seat:
    """The seat a place names, as seen from the dealer."""
    match place:
        case Place.LEFT_OF_DEALER:
            return Seat((dealer + 1) % players)
        case Place.RIGHT_OF_DEALER:
            return Seat((dealer - 1) % players)
        case Place.DEALER:
            return dealer
        case _:
            assert_never(place)


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


class Visibility(StrEnum):
    """Which hands a player sees."""

    OWN_HAND = "own_hand"
    OTHERS_ON_FIRST_DEAL = "others_on_first_deal"
    OTHERS_ON_LAST_DEAL = "others_on_last_deal"


def legal_cards(
    hand: Hand,
    trick: tuple[Card, ...],
    trump: Suit | None = None,
    order: RankOrder = RankOrder.STANDARD,
    void_rule: VoidRule = VoidRule.FREE,
) -> Hand:
    """The cards of a hand that may go to a trick: follow suit if able, else anything.

    Trumps may be led from the start (pagat, Oh Hell!). Where the rules say so, who cannot follow
    must trump (Wuori, Romanian Whist), or everybody must beat the trick if able (Pocha). The
    order of the hand is kept.
    """
    if not trick:
        return hand
    led = suit_in_play(trick[0], trump, order)
    if order is RankOrder.BOWERS:
        following = tuple(card for card in hand if suit_in_play(card, trump, order) is led)
    else:
        following = tuple(card for card in hand if card.suit is led)
    match void_rule:
        case VoidRule.FREE:
            return following or hand
        case VoidRule.MUST_TRUMP:
            return following or _of_suit(hand, trump, trump, order) or hand
        case VoidRule.MUST_OVERTAKE:
            return _overtaking(hand, following, trick, trump, order)
        case _:
            assert_never(void_rule)


def _of_suit(hand: Hand, suit: Suit | None, trump: Suit | None, order: RankOrder) -> Hand:
    return tuple(card for card in hand if suit_in_play(card, trump, order) is suit)


def _overtaking(
    hand: Hand, following: Hand, trick: tuple[Card, ...], trump: Suit | None, order: RankOrder
) -> Hand:
    """The Tute rule: beat the trick if able; void: trump, overtrump if able, otherwise free.

    Once a side-suit trick is trumped, those who follow need not beat anything.
    """
    best = trick[best_card(trick, trump, order)]
    best_suit, best_power = suit_in_play(best, trump, order), power(best, trump, order)
    if following:
        led = suit_in_play(following[0], trump, order)
        if best_suit is not led:
            return following
        return tuple(c for c in following if power(c, trump, order) > best_power) or following
    trumps = _of_suit(hand, trump, trump, order)
    if best_suit is trump:
        return tuple(card for card in trumps if power(card, trump, order) > best_power) or hand
    return trumps or hand
