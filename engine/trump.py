"""Axis: how the trump suit of a deal is fixed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.cards import Card, Hand, Rank, Suit


class TrumpBy(StrEnum):
    """What fixes the trump suit."""

    TURN_UP = "turn_up"
    TURN_UP_BUT_BIG_DEALS = "turn_up_but_big_deals"
    TURN_UP_PAST_SPECIALS = "turn_up_past_specials"
    TURN_UP_NOT_NINE = "turn_up_not_nine"
    TURN_UP_AFTER_BIDS = "turn_up_after_bids"
    COULON = "coulon"
    DEALERS_LAST_CARD = "dealers_last_card"
    FIXED = "fixed"
    CYCLE = "cycle"
    NONE = "none"
    HIGHEST_BIDDER_NAMES = "highest_bidder_names"
    DEALER_NAMES = "dealer_names"
    LAST_SUCCESSES = "last_successes"


class NoStock(StrEnum):
    """What makes trump when every card is dealt and none is left to turn."""

    NO_TRUMP = "no_trump"
    DEALERS_LAST_CARD = "dealers_last_card"


class Naming(StrEnum):
    """Who names the trump suit of a deal."""

    DEALER = "dealer"
    HIGHEST_BIDDER = "highest_bidder"


@dataclass(frozen=True, slots=True)
class Dealt:
    """What the trump of a deal can depend on.

    `stock` is what is left of the pack, its next card first; `last` is the dealer's own last
    card; `biggest` tells whether the deal is of the size that is played without trump; `made` is
    how many players made their bid in the deal before, None in the first.
    """

    number: int
    stock: Hand
    last: Card
    biggest: bool = False
    cycle: tuple[Suit | None, ...] = ()
    made: int | None = None


class Fixed(NamedTuple):
    """What is known of the trump once the cards are dealt.

    The card shown for it, if one is; the suit, None for no trump or none yet; who has still to
    name it; the card that is turned only after the bids.
    """

    shown: Card | None = None
    suit: Suit | None = None
    naming: Naming | None = None
    face_down: Card | None = None


def turned(card: Card | None) -> Fixed:
    """What a turned card makes trump: its suit; no trump when there is none (pagat, Oh Hell!).

    A jester means no trump, and for a wizard the dealer names a suit (Wizard); a joker makes the
    other joker the only trump (Brader).
    """
    match card:
        case None | Card(suit=Suit.JESTERS):
            return Fixed(card)
        case Card(suit=Suit.WIZARDS):
            return Fixed(card, naming=Naming.DEALER)
        case _:
            return Fixed(card, card.suit)


def turn_up(dealt: Dealt) -> Fixed:
    """The next card of the pack is turned up, as `turned` tells."""
    return turned(dealt.stock[0] if dealt.stock else None)


def turn_up_but_big_deals(dealt: Dealt) -> Fixed:
    """As turned up, but the biggest deals are no trump though cards remain (pagat, 7-Truf)."""
    return Fixed() if dealt.biggest else turn_up(dealt)


def turn_up_past_specials(dealt: Dealt) -> Fixed:
    """As turned up, but cards without a suit are turned past (GameDuell)."""
    return turned(next((card for card in dealt.stock if card.plain), None))


def turn_up_not_nine(dealt: Dealt) -> Fixed:
    """As turned up, but a nine or a joker means no trump (parlettgames.uk, Ninety-Nine)."""
    shown = dealt.stock[0] if dealt.stock else None
    suited = shown is not None and shown.plain and shown.rank is not Rank.NINE
    return turned(shown) if suited else Fixed(shown)


def turn_up_after_bids(dealt: Dealt) -> Fixed:
    """The next card of the pack is turned up once all have bid (Clag, Super Screw)."""
    return Fixed(face_down=dealt.stock[0] if dealt.stock else None)


def coulon(dealt: Dealt) -> Fixed:
    """As turned up, but a 2 to 6 means no trump (Jean-Pierre Coulon, pagat)."""
    shown = dealt.stock[0] if dealt.stock else None
    return turned(shown) if shown and shown.rank >= Rank.SEVEN else Fixed(shown)


def dealers_last_card(dealt: Dealt) -> Fixed:
    """The suit of the dealer's own last card, which is shown and stays in play (Oh! Well)."""
    return turned(dealt.last)


def in_turn(dealt: Dealt) -> Fixed:
    """The next suit of the cycle, one a deal; no card is turned (pagat; Kachuful)."""
    return Fixed(suit=dealt.cycle[(dealt.number - 1) % len(dealt.cycle)])


def no_trump(_dealt: Dealt) -> Fixed:
    """Never a trump (Boerenbridge to 100)."""
    return Fixed()


def highest_bidder_names(_dealt: Dealt) -> Fixed:
    """Who has bid most, the first of equals, names a suit or no trump (Al Okuneff, pagat)."""
    return Fixed(naming=Naming.HIGHEST_BIDDER)


def dealer_names(_dealt: Dealt) -> Fixed:
    """The dealer names a suit before the bids, with the hand in sight (Clag)."""
    return Fixed(naming=Naming.DEALER)


def last_successes(dealt: Dealt) -> Fixed:
    """Diamonds, spades, hearts or clubs when 0, 1, 2 or 3 players made their last bid.

    The first deal has no trump (pagat, Ninety-Nine).
    """
    suits = (Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS, Suit.CLUBS)
    return Fixed(suit=None if dealt.made is None else suits[dealt.made])


TRUMPS: dict[TrumpBy, Callable[[Dealt], Fixed]] = {
    TrumpBy.TURN_UP: turn_up,
    TrumpBy.TURN_UP_BUT_BIG_DEALS: turn_up_but_big_deals,
    TrumpBy.TURN_UP_PAST_SPECIALS: turn_up_past_specials,
    TrumpBy.TURN_UP_NOT_NINE: turn_up_not_nine,
    TrumpBy.TURN_UP_AFTER_BIDS: turn_up_after_bids,
    TrumpBy.COULON: coulon,
    TrumpBy.DEALERS_LAST_CARD: dealers_last_card,
    TrumpBy.FIXED: in_turn,
    TrumpBy.CYCLE: in_turn,
    TrumpBy.NONE: no_trump,
    TrumpBy.HIGHEST_BIDDER_NAMES: highest_bidder_names,
    TrumpBy.DEALER_NAMES: dealer_names,
    TrumpBy.LAST_SUCCESSES: last_successes,
}

TURNS = frozenset(
    (
        TrumpBy.TURN_UP,
        TrumpBy.TURN_UP_BUT_BIG_DEALS,
        TrumpBy.TURN_UP_PAST_SPECIALS,
        TrumpBy.TURN_UP_NOT_NINE,
        TrumpBy.TURN_UP_AFTER_BIDS,
        TrumpBy.COULON,
    )
)
"""The ways that turn a card of the stock, and so need one."""


def fix_trump(by: TrumpBy, dealt: Dealt, no_stock: NoStock) -> Fixed:
    """What is known of the trump of a deal, whichever way it is fixed."""
    if by in TURNS and not dealt.stock and no_stock is NoStock.DEALERS_LAST_CARD:
        return dealers_last_card(dealt)
    return TRUMPS[by](dealt)
