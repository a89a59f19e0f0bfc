"""What happened: the entries of a game's log. No time, no names, no addresses."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Hand, Seat, Suit
from engine.ending import Draw
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Rules, number of players and first dealer are fixed; `draw` is how the dealer was found."""

    rules: Rules
    players: int
    first_dealer: Seat
    draw: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A deal began. `hands` are by seat; the turn-up is public and not in play."""

    dealer: Seat
    hands: tuple[Hand, ...]
    turn_up: Card | None
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bid so many tricks."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class BidChanged:
    """A seat changed its bid before the next player bid."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick was complete, and this seat took it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal was over; `points` are what each seat scored in it."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game was over; several winners share a tie."""

    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The log was taken back to its first `to` entries; later ones no longer count.

    An entry about the log rather than the table: `replay` honours it, `evolve` never sees it.
    """

    to: int


Event = (
    GameStarted
    | CardsDealt
    | BidMade
    | BidChanged
    | CardPlayed
    | TrickTaken
    | DealScored
    | GameEnded
)
Entry = Event | TakenBack
"""One entry of a game's log."""
