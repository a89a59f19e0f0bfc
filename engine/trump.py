"""Axis: how the trump suit of a deal is fixed."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from engine.cards import Card, Suit


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


def turned(turn_up: Card | None) -> Suit | None:
    """The suit of the turn-up; no trump when there is none (pagat, Oh Hell!)."""
    return turn_up.suit if turn_up else None


TRUMPS: dict[TrumpBy, Callable[[Card | None], Suit | None]] = {TrumpBy.TURN_UP: turned}
