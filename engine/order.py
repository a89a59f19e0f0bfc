"""Axis: which card beats which, and so who takes the trick."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple

from engine.cards import Card, Rank, Suit
from engine.specials import Call, Calls, Height, Specials


class RankOrder(StrEnum):
    """Which card of a suit beats which."""

    STANDARD = "standard"
    SPANISH = "spanish"
    ACES_LOW = "aces_low"
    BOWERS = "bowers"


class EqualCards(StrEnum):
    """Which of two equal cards in a trick is the better, where a pack has equals."""

    FIRST_WINS = "first_wins"
    LAST_WINS = "last_wins"


class Ranking(NamedTuple):
    """What ranks the cards of a deal: its trump, and the axes that say which card beats which."""

    trump: Suit | None = None
    order: RankOrder = RankOrder.STANDARD
    equal_cards: EqualCards = EqualCards.FIRST_WINS
    specials: Specials = Specials.NONE
    turn_up: Card | None = None


PLAIN = Ranking()
"""No trump, and every card as usual."""


class Tier(IntEnum):
    """What kind of card takes a trick; each beats those before it."""

    NEVER = 0
    OTHER_SUIT = 1
    LED_SUIT = 2
    TRUMP = 3
    ABOVE_TRUMP = 4


Strength = tuple[Tier, int, bool]
"""How a card stands in a trick: its tier, then its power; the greater takes it."""

_SPANISH = "2456789TJQK3A"
_SAME_COLOUR = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}
_RIGHT_BOWER, _LEFT_BOWER = 100, 99


def suit_in_play(card: Card, ranking: Ranking, call: Call | None = None) -> Suit | None:
    """The suit a card counts as, None for one that has none.

    Its own, but the left bower is a trump (Jack Marrows, pagat), and so are the jokers of Super
    Screw; a wild two is of the suit it was called, a turn-up joker of that of the turn-up.
    """
    trump = ranking.trump
    match ranking.specials:
        case Specials.NONE | Specials.BRADER:
            if ranking.order is RankOrder.BOWERS and trump in _SAME_COLOUR:
                left_bower = card.rank is Rank.JACK and card.suit is _SAME_COLOUR[trump]
                return trump if left_bower else card.suit
            return card.suit
        case Specials.TWOS_WILD:
            return call.suit if isinstance(call, Card) else card.suit
        case Specials.TURN_UP_JOKER:
            return _turned(card, ranking).suit
        case Specials.SUPER_SCREW:
            return card.suit if card.plain else trump
        case Specials.WIZARD | Specials.ATKINSON:
            return card.suit if card.plain else None


def _turned(card: Card, ranking: Ranking) -> Card:
    """The card a joker stands for where it counts as the turn-up; any other card itself."""
    return card if card.plain or ranking.turn_up is None else ranking.turn_up


def power(card: Card, ranking: Ranking, call: Call | None = None) -> int:
    """How high a card is within the suit it counts as; only comparisons mean anything.

    Spanish: A 3 K Q J 7 6 5 4 2 (Pocha). Aces low: K to A (Clag). Bowers: the jack of trumps,
    then the other jack of its colour, then A to 2 (Marrows). The jokers of a suit are equal.
    """
    if isinstance(call, Card):
        card = call
    if ranking.specials is Specials.TURN_UP_JOKER:
        card = _turned(card, ranking)
    if not card.plain:
        return 0
    trump = ranking.trump
    match ranking.order:
        case RankOrder.STANDARD:
            return card.rank
        case RankOrder.SPANISH:
            return _SPANISH.index(card.rank.sign)
        case RankOrder.ACES_LOW:
            return 1 if card.rank is Rank.ACE else card.rank
        case RankOrder.BOWERS:
            if trump in _SAME_COLOUR and card.rank is Rank.JACK:
                if card.suit is trump:
                    return _RIGHT_BOWER
                return _LEFT_BOWER if card.suit is _SAME_COLOUR[trump] else card.rank
            return card.rank


def led_suit(trick: tuple[Card, ...], ranking: Ranking, calls: Calls = ()) -> Suit | None:
    """The suit to follow: that of the first card that has one; None when there is none.

    After a jester or an Atkinson joker the next suited card sets the suit; after a wizard
    anything goes.
    """
    for place, card in enumerate(trick):
        if card.suit is Suit.WIZARDS:
            return None
        if suit := suit_in_play(card, ranking, calls[place] if calls else None):
            return suit
    return None


def best_card(trick: tuple[Card, ...], ranking: Ranking = PLAIN, calls: Calls = ()) -> int:
    """The place in a trick of the card that takes it: highest trump, else highest of the led suit.

    Of two equal cards the first is the better, or the last where the rules say so (Bust). The
    first of several wizards takes the trick, and the first jester when nothing else was played.

    >>> from engine.cards import cards
    >>> best_card(cards("AH 2S KH 9S"), Ranking(Suit.SPADES))
    3
    """
    trump, order, equal_cards, specials, _ = ranking
    if (
        order is RankOrder.STANDARD
        and equal_cards is EqualCards.FIRST_WINS
        and specials is Specials.NONE
    ):
        best, held = 0, trick[0]
        for place, card in enumerate(trick):
            if card.suit is held.suit:
                if card.rank > held.rank:
                    best, held = place, card
            elif card.suit is trump:
                best, held = place, card
        return best
    led = led_suit(trick, ranking, calls)
    standing = [
        strength(card, led, ranking, calls[place] if calls else None)
        for place, card in enumerate(trick)
    ]
    places = [place for place, one in enumerate(standing) if one == max(standing)]
    return places[-1 if equal_cards is EqualCards.LAST_WINS else 0]


def strength(card: Card, led: Suit | None, ranking: Ranking, call: Call | None) -> Strength:
    """How a card stands in a trick. A wild two is just above the card it was called."""
    if (above := _stands_above(card, ranking, call)) is not None:
        return Tier.ABOVE_TRUMP, above, False
    suit = suit_in_play(card, ranking, call)
    if suit is None:
        return Tier.NEVER, 0, False
    if suit is ranking.trump:
        tier = Tier.TRUMP
    else:
        tier = Tier.LED_SUIT if suit is led else Tier.OTHER_SUIT
    return tier, power(card, ranking, call), isinstance(call, Card)


def _stands_above(card: Card, ranking: Ranking, call: Call | None) -> int | None:
    """How high a card stands above the trumps; None when it does not."""
    match ranking.specials:
        case Specials.WIZARD:
            return 0 if card.suit is Suit.WIZARDS else None
        case Specials.ATKINSON:
            return 0 if call is Height.HIGH else None
        case Specials.SUPER_SCREW:
            if card.suit is Suit.JOKERS:
                return 3 if card.rank is Rank.ONE else 2
            turned = ranking.turn_up
            twin = turned is not None and turned.plain and card.rank is turned.rank
            return 1 if twin and turned and card.suit is _SAME_COLOUR[turned.suit] else None
        case Specials.NONE | Specials.BRADER | Specials.TWOS_WILD | Specials.TURN_UP_JOKER:
            return None
