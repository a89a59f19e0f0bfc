"""Axis: who may bid what, and until when a bid may be changed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum


class BidMode(StrEnum):
    """How the bids are made."""

    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"
    CARDS = "cards"
    BLIND = "blind"
    NONE = "none"


class BidAmend(StrEnum):
    """Until when a player may change a bid."""

    UNTIL_NEXT_BID = "until_next_bid"
    UNTIL_LEAD = "until_lead"
    NEVER = "never"


class Announce(StrEnum):
    """Whether somebody says aloud how the bids compare with the tricks."""

    NO = "no"
    OVER_UNDER_EVEN = "over_under_even"


def legal_bids(size: int, earlier: Sequence[int], *, last: bool, hook: bool) -> tuple[int, ...]:
    """The bids open to a player, ascending, from 0 to `size` tricks.

    `earlier` are the bids already made. Under the hook the last bidder may not make the sum equal
    the tricks of the deal (pagat, Oh Hell!: "the bids may not add up to the number of tricks").

    >>> legal_bids(5, (2, 1, 1), last=True, hook=True)
    (0, 2, 3, 4, 5)
    """
    hooked = size - sum(earlier) if hook and last else None
    return tuple(bid for bid in range(size + 1) if bid != hooked)
