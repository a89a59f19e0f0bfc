"""What may be asked of a game."""

from __future__ import annotations

from dataclasses import dataclass

from engine.bidding import Premium
from engine.cards import Card, Hand, Seat, Suit
from engine.specials import Call


@dataclass(frozen=True, slots=True)
class DealCards:
    """Deal the next hands from a shuffled pack, its top card first."""

    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Bid to take exactly so many tricks; by the last bidder, change the bid."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class LayBid:
    """Lay cards aside for the bid, in games where cards are the bid; lay others to change it."""

    seat: Seat
    cards: Hand
    premium: Premium | None = None


@dataclass(frozen=True, slots=True)
class NameTrump:
    """Name the trump suit, or None for no trump."""

    seat: Seat
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card from the hand to the trick, with what is said of it, if anything.

    A wild two of which nothing is said is itself.
    """

    seat: Seat
    card: Card
    call: Call | None = None


Choice = MakeBid | LayBid | NameTrump | PlayCard
"""What a seat may be asked to choose."""

Command = DealCards | Choice
