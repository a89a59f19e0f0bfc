"""Axis: who may bid what, and until when a bid may be changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from engine.cards import Card, Seat, Suit


class BidMode(StrEnum):
    """How the bids are made.

    In turn; all at once and sealed until the last is in; by three cards laid aside, sealed until
    the deal is over (Ninety-Nine); in turn before anybody has seen a card; not at all, where all
    are bound to zero (misere), or where nobody has a bid.
    """

    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"
    CARDS = "cards"
    BLIND = "blind"
    ZERO = "zero"
    NONE = "none"

    @property
    def sealed(self) -> bool:
        """Whether all bid at once, unseen by the others."""
        return self in (BidMode.SIMULTANEOUS, BidMode.CARDS)

    @property
    def laid(self) -> int:
        """How many cards of a hand are laid aside for the bid."""
        return LAID if self is BidMode.CARDS else 0


LAID = 3
"""How many cards make a bid by cards."""

CARD_BIDS = {Suit.DIAMONDS: 0, Suit.SPADES: 1, Suit.HEARTS: 2, Suit.CLUBS: 3}
"""The tricks each card laid aside stands for (Parlett, Ninety-Nine)."""


class Premium(StrEnum):
    """What a player offers for more points: to lay the bid open, or the whole hand (Ninety-Nine).

    Only one counts: a revelation before a declaration, then the seat nearest the dealer's left.
    """

    DECLARE = "declare"
    REVEAL = "reveal"


def premium_holder(offers: Iterable[tuple[Seat, Premium | None]]) -> Seat | None:
    """The seat whose offer counts; `offers` begin at the dealer's left."""
    offered = list(offers)
    for premium in (Premium.REVEAL, Premium.DECLARE):
        for seat, offer in offered:
            if offer is premium:
                return seat
    return None


def bid_by(laid: Iterable[Card], turn_up: Card | None = None) -> int:
    """The tricks some cards laid aside stand for; a joker counts as the turn-up."""
    suits = ((card if card.plain or turn_up is None else turn_up).suit for card in laid)
    return sum(CARD_BIDS[suit] for suit in suits)


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
    others: int | None = None,
    hook_above: int | None = None,
    zero_limit: int | None = None,
    least: int = 0,
) -> tuple[int, ...]:
    """The bids open to a player, ascending, from `least`, or all, to `size` tricks.

    `earlier` are the bids made before, in order; `others` is the sum of all but the player's own,
    where somebody behind has bid too. Under the hook the last bidder may not make the
    sum equal the tricks of the deal (pagat, Oh Hell!: "the bids may not add up to the number of
    tricks"), with `hook_above` only in deals of more cards than that (Boerenbridge). After
    `zero_limit` zeros in a row the next bid must be positive (Kachuful), unless the hook leaves
    nothing but zero.

    >>> legal_bids(5, (2, 1, 1), last=True, hook=True)
    (0, 2, 3, 4, 5)
    """
    hooks = hook and last and (hook_above is None or size > hook_above)
    hooked = size - (sum(earlier) if others is None else others) if hooks else None
    open_ = tuple([bid for bid in range(min(least, size), size + 1) if bid != hooked])
    zeros = zero_limit is not None and len(earlier) >= zero_limit
    if zeros and not any(earlier[len(earlier) - (zero_limit or 0) :]):
        return tuple(bid for bid in open_ if bid) or open_
    return open_
