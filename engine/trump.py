"""Axis: how the trump suit of a deal is fixed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card, Rank, Suit


class TrumpBy(StrEnum):
    """What fixes the trump suit."""

    TURN_UP = "turn_up"
    TURN_UP_BUT_BIG_DEALS = "turn_up_but_big_deals"
    TURN_UP_PAST_SPECIALS = "turn_up_past_specials"
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


@dataclass(frozen=True, slots=True)
class Dealt:
    """What the trump of a deal can depend on.

    `stock` is the card that would be turned, None when none is left; `last` is the dealer's own
    last card; `biggest` tells whether the deal is of the size that is played without trump.
    """

    number: int
    stock: Card | None
    last: Card
    biggest: bool
    cycle: tuple[Suit | None, ...]


Fixed = tuple[Card | None, Suit | None]
"""The card shown for it, if one is, and the trump suit, None for no trump."""


def turn_up(dealt: Dealt) -> Fixed:
    """The suit of the next card of the pack; no trump when there is none (pagat, Oh Hell!)."""
    return dealt.stock, dealt.stock.suit if dealt.stock else None


def turn_up_but_big_deals(dealt: Dealt) -> Fixed:
    """As turned up, but the biggest deals are no trump though cards remain (pagat, 7-Truf)."""
    return (None, None) if dealt.biggest else turn_up(dealt)


def coulon(dealt: Dealt) -> Fixed:
    """As turned up, but a 2 to 6 means no trump (Jean-Pierre Coulon, pagat)."""
    low = dealt.stock is None or dealt.stock.rank < Rank.SEVEN
    return (dealt.stock, None) if low else turn_up(dealt)


def dealers_last_card(dealt: Dealt) -> Fixed:
    """The suit of the dealer's own last card, which is shown and stays in play (Oh! Well)."""
    return dealt.last, dealt.last.suit


def in_turn(dealt: Dealt) -> Fixed:
    """The next suit of the cycle, one a deal; no card is turned (pagat; Kachuful)."""
    return None, dealt.cycle[(dealt.number - 1) % len(dealt.cycle)]


def no_trump(_dealt: Dealt) -> Fixed:
    """Never a trump (Boerenbridge to 100)."""
    return None, None


TRUMPS: dict[TrumpBy, Callable[[Dealt], Fixed]] = {
    TrumpBy.TURN_UP: turn_up,
    TrumpBy.TURN_UP_BUT_BIG_DEALS: turn_up_but_big_deals,
    TrumpBy.COULON: coulon,
    TrumpBy.DEALERS_LAST_CARD: dealers_last_card,
    TrumpBy.FIXED: in_turn,
    TrumpBy.CYCLE: in_turn,
    TrumpBy.NONE: no_trump,
}
