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


def legal_bids(
    size: int,
    earlier: Sequence[int],
    *,
    last: bool,
    hook: bool,
    hook_above: int | None = None,
    zero_limit: int | None = None,
) -> tuple[int, ...]:
    """The bids open to a player, ascending, from 0 to `size` tricks.

    `earlier` are the bids already made, in order. Under the hook the last bidder may not make the
    sum equal the tricks of the deal (pagat, Oh Hell!: "the bids may not add up to the number of
    tricks"), with `hook_above` only in deals of more cards than that (Boerenbridge). After
    `zero_limit` zeros in a row the next bid must be positive (Kachuful), unless the hook leaves
    nothing but zero.

    >>> legal_bids(5, (2, 1, 1), last=True, hook=True)
    (0, 2, 3, 4, 5)
    """
    hooks = hook and last and (hook_above is None or size > hook_above)
    hooked = size - sum(earlier) if hooks else None
    open_ = tuple(bid for bid in range(size + 1) if bid != hooked)
    zeros = zero_limit is not None and len(earlier) >= zero_limit
    if zeros and not any(earlier[len(earlier) - (zero_limit or 0) :]):
        return tuple(bid for bid in open_ if bid) or open_
    return open_
