"""Axis: which card beats which, and so who takes the trick."""

from __future__ import annotations

from enum import StrEnum

from engine.cards import Card, Rank, Suit


class RankOrder(StrEnum):
    """Which card of a suit beats which."""

    STANDARD = "standard"
    SPANISH = "spanish"
    ACES_LOW = "aces_low"
    BOWERS = "bowers"
    SUPER_SCREW = "super_screw"


class EqualCards(StrEnum):
    """Which of two equal cards in a trick is the better, where a pack has equals."""

    FIRST_WINS = "first_wins"
    LAST_WINS = "last_wins"


_SPANISH = "2456789TJQK3A"
_SAME_COLOUR = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}
_RIGHT_BOWER, _LEFT_BOWER = 100, 99


def suit_in_play(card: Card, trump: Suit | None, order: RankOrder) -> Suit:
    """The suit a card counts as: its own, but the left bower is a trump (Jack Marrows, pagat)."""
    if order is RankOrder.BOWERS and trump is not None and card.rank is Rank.JACK:
        return trump if card.suit in (trump, _SAME_COLOUR[trump]) else card.suit
    return card.suit


def power(card: Card, trump: Suit | None, order: RankOrder) -> int:
    """How high a card is within the suit it counts as; only comparisons mean anything.

    Spanish: A 3 K Q J 7 6 5 4 2 (Pocha). Aces low: K to A (Clag). Bowers: the jack of trumps,
    then the other jack of its colour, then A to 2 (Marrows).
    """
    match order:
        case RankOrder.SPANISH:
            return _SPANISH.index(card.rank.sign)
        case RankOrder.ACES_LOW:
            return 1 if card.rank is Rank.ACE else card.rank
        case RankOrder.BOWERS if trump is not None and card.rank is Rank.JACK:
            if card.suit is trump:
                return _RIGHT_BOWER
            return _LEFT_BOWER if card.suit is _SAME_COLOUR[trump] else card.rank
        case _:
            return card.rank


def best_card(
    trick: tuple[Card, ...],
    trump: Suit | None,
    order: RankOrder = RankOrder.STANDARD,
    equal_cards: EqualCards = EqualCards.FIRST_WINS,
) -> int:
    """The place in a trick of the card that takes it: highest trump, else highest of the led suit.

    Of two equal cards the first is the better, or the last where the rules say so (Bust).

    >>> from engine.cards import cards
    >>> best_card(cards("AH 2S KH 9S"), Suit.SPADES)
    3
    """
    if order is RankOrder.STANDARD and equal_cards is EqualCards.FIRST_WINS:
        best, held = 0, trick[0]
        for place, card in enumerate(trick):
            if card.suit is held.suit:
                if card.rank > held.rank:
                    best, held = place, card
            elif card.suit is trump:
                best, held = place, card
        return best
    best, best_suit = 0, suit_in_play(trick[0], trump, order)
    best_power = power(trick[0], trump, order)
    for place, card in enumerate(trick[1:], start=1):
        suit, strength = suit_in_play(card, trump, order), power(card, trump, order)
        higher = strength > best_power
        if strength == best_power and equal_cards is EqualCards.LAST_WINS:
            higher = True
        if (suit is best_suit and higher) or (suit is trump and best_suit is not trump):
            best, best_suit, best_power = place, suit, strength
    return best
