"""What happened: the entries of a game's log. No time, no names, no addresses."""

from __future__ import annotations

from dataclasses import dataclass

from engine.bidding import Premium
from engine.cards import Card, Hand, Seat, Suit
from engine.dealer import Draw
from engine.rules import Rules
from engine.specials import Call
from engine.trump import Naming


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Rules, number of players and first dealer are fixed; `draw` is how the dealer was found."""

    rules: Rules
    players: int
    first_dealer: Seat
    draw: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A deal began. `hands` are by seat; the turn-up is public and not in play.

    `naming` says who has still to name the trump; `face_down` is turned once all have bid, and
    nobody has seen it until then.
    """

    dealer: Seat
    hands: tuple[Hand, ...]
    turn_up: Card | None
    trump: Suit | None
    naming: Naming | None = None
    face_down: Card | None = None


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The seat that had to name the trump chose a suit, or None for no trump."""

    seat: Seat
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class TrumpTurned:
    """All had bid, and the card that lay face down was turned up."""

    turn_up: Card
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
class BidLaid:
    """A seat laid cards aside that bid so many tricks, or others than before, with any premium."""

    seat: Seat
    tricks: int
    cards: Hand
    premium: Premium | None = None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card to the trick, with a call if the card has one."""

    seat: Seat
    card: Card
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick was complete, and this seat took it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal was over; `points` are what each seat scored in it, `bonus` the part of it that was
    not for the tricks, empty when nobody had any.
    """

    points: tuple[int, ...]
    bonus: tuple[int, ...] = ()


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
    | TrumpNamed
    | TrumpTurned
    | BidMade
    | BidChanged
    | BidLaid
    | CardPlayed
    | TrickTaken
    | DealScored
    | GameEnded
)
Entry = Event | TakenBack
"""One entry of a game's log."""
