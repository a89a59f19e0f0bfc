"""Axis: deals that are played by other rules than the rest of a game."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from engine.bidding import BidMode
from engine.order import RankOrder
from engine.play import Visibility, VoidRule
from engine.scoring import Score
from engine.specials import Specials
from engine.trump import TrumpBy


class SpecialDeal(StrEnum):
    """What is different in a deal; most are Clag's."""

    NO_TRUMP = "no_trump"
    MISERE = "misere"
    MISERE_NO_TRUMP_OFF = "misere_no_trump_off"
    MISERE_OFF = "misere_off"
    TRUMP_AFTER_BIDS = "trump_after_bids"
    BLIND = "blind"
    TWOS_WILD = "twos_wild"
    ACES_LOW = "aces_low"
    DEALER_NAMES_TRUMP = "dealer_names_trump"
    MOST_TRICKS = "most_tricks"
    TOP_CARD = "top_card"
    FOREHEAD = "forehead"


AXES: dict[SpecialDeal, dict[str, Any]] = {
    SpecialDeal.NO_TRUMP: {"trump": TrumpBy.NONE},
    SpecialDeal.MISERE: {"bid_mode": BidMode.ZERO, "hook": False},
    SpecialDeal.MISERE_NO_TRUMP_OFF: {
        "trump": TrumpBy.NONE,
        "bid_mode": BidMode.ZERO,
        "hook": False,
        "score": Score.MISERE2,
    },
    SpecialDeal.MISERE_OFF: {"bid_mode": BidMode.ZERO, "hook": False, "score": Score.MISERE3},
    SpecialDeal.TRUMP_AFTER_BIDS: {"trump": TrumpBy.TURN_UP_AFTER_BIDS},
    SpecialDeal.BLIND: {"trump": TrumpBy.TURN_UP_AFTER_BIDS, "bid_mode": BidMode.BLIND},
    SpecialDeal.TWOS_WILD: {"specials": Specials.TWOS_WILD},
    SpecialDeal.ACES_LOW: {"order": RankOrder.ACES_LOW},
    SpecialDeal.DEALER_NAMES_TRUMP: {"trump": TrumpBy.DEALER_NAMES},
    SpecialDeal.MOST_TRICKS: {
        "bid_mode": BidMode.NONE,
        "hook": False,
        "score": Score.MOST_TRICKS,
    },
    SpecialDeal.TOP_CARD: {"void_rule": VoidRule.TOP_CARD},
    SpecialDeal.FOREHEAD: {"visibility": Visibility.OTHERS_ONLY},
}
"""The axes a special deal changes, and to what."""
