"""What may be asked of a game."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Seat


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
class PlayCard:
    """Play a card from the hand to the trick."""

    seat: Seat
    card: Card


Command = DealCards | MakeBid | PlayCard
