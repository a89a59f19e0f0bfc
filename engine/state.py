"""Game, deal and trick as they stand. Frozen; what can be derived is a property."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Hand, Seat, Suit
from engine.order import best_card
from engine.play import step
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards on the table in the order played, beginning with the leader's."""

    leader: Seat
    cards: tuple[Card, ...] = ()
    taker: Seat | None = None

    def by_seat(self, players: int, step: int = 1) -> tuple[tuple[Seat, Card], ...]:
        """Who played what, in the order played; `step` is -1 where the turn goes anticlockwise."""
        return tuple(
            (Seat((self.leader + i * step) % players), card) for i, card in enumerate(self.cards)
        )

    def best(self, trump: Suit | None, rules: Rules, players: int) -> Seat | None:
        """The seat whose card is the best so far, or None while the trick is empty."""
        if not self.cards:
            return None
        place = best_card(self.cards, trump, rules.order, rules.equal_cards)
        return Seat((self.leader + place * step(rules.direction)) % players)


@dataclass(frozen=True, slots=True)
class Deal:
    """One distribution of cards and its play.

    `hands` are what is still held, by seat; `bidders` are the seats in the order they bid.
    """

    number: int
    size: int
    dealer: Seat
    hands: tuple[Hand, ...]
    turn_up: Card | None
    trump: Suit | None
    bidders: tuple[Seat, ...]
    bids: tuple[int | None, ...]
    trick: Trick
    tricks: tuple[Trick, ...] = ()
    points: tuple[int, ...] | None = None

    @property
    def bids_made(self) -> int:
        """How many seats have bid."""
        return len(self.bids) - self.bids.count(None)

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks taken, by seat."""
        takers = [trick.taker for trick in self.tricks]
        return tuple(takers.count(Seat(seat)) for seat in range(len(self.hands)))


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. `deals` are the finished ones; `deal` is under way, or None between deals."""

    rules: Rules
    players: int
    first_dealer: Seat
    deals: tuple[Deal, ...] = ()
    deal: Deal | None = None
    winners: tuple[Seat, ...] | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winners is not None

    @property
    def sizes(self) -> tuple[int, ...]:
        """The hand size of every deal of the game."""
        return self.rules.sizes(self.players)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far, by seat, over all finished deals."""
        scored = [deal.points for deal in self.deals if deal.points is not None]
        return tuple(sum(points[seat] for points in scored) for seat in range(self.players))

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The seats that must act now; empty between deals and after the end."""
        deal = self.deal
        if deal is None:
            return ()
        if (made := deal.bids_made) < self.players:
            return (deal.bidders[made],)
        trick = deal.trick
        turns = len(trick.cards) * step(self.rules.direction)
        return (Seat((trick.leader + turns) % self.players),)

    @property
    def next_dealer(self) -> Seat:
        """Who deals the next deal: the deal passes on the way the turn goes."""
        passed = len(self.deals) * step(self.rules.direction)
        return Seat((self.first_dealer + passed) % self.players)
