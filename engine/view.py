"""What one seat, or a spectator, may know: built by listing, never by taking away."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Hand, Seat, Suit
from engine.game import bids_open_to, cards_open_to
from engine.rules import Rules
from engine.state import Deal, Game, Trick


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal as everybody at the table sees it.

    `bidders` are in the order they bid; bids, taken and points are by seat.
    """

    number: int
    size: int
    dealer: Seat
    turn_up: Card | None
    trump: Suit | None
    bidders: tuple[Seat, ...]
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    tricks: tuple[Trick, ...]
    trick: Trick
    points: tuple[int, ...] | None

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.bids)

    @property
    def opening_leader(self) -> Seat:
        """Who leads to the first trick."""
        return (self.tricks[0] if self.tricks else self.trick).leader

    @property
    def way(self) -> int:
        """What to add to a seat for the next in turn: 1 clockwise, -1 anticlockwise."""
        return 1 if (self.bidders[1] - self.bidders[0]) % self.players == 1 else -1

    @property
    def bidding(self) -> bool:
        """Whether somebody has still to bid."""
        return None in self.bids

    @property
    def bid_total(self) -> int:
        """The sum of the bids so far."""
        return sum(bid for bid in self.bids if bid is not None)

    @property
    def trick_number(self) -> int:
        """The trick under way, from 1; the last trick once all are taken."""
        return min(len(self.tricks) + 1, self.size)


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat sees it; `seat` is None for a spectator, who holds no hand.

    `legal_bids` and `legal_cards` are what this seat may choose now, the bids also while a bid
    may still be changed; `awaiting` says whose turn it is.
    """

    seat: Seat | None
    rules: Rules
    players: int
    deal_count: int
    awaiting: tuple[Seat, ...]
    hand: Hand
    legal_bids: tuple[int, ...]
    legal_cards: Hand
    deal: DealView | None
    past: tuple[DealView, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...] | None

    @property
    def legal(self) -> tuple[int, ...] | Hand:
        """The bids or cards this seat may choose when it is its turn; otherwise empty."""
        if self.seat not in self.awaiting:
            return ()
        return self.legal_cards or self.legal_bids


def view(game: Game, seat: int | None = None) -> View:
    """What a seat may know of a game; what everybody may know, for None."""
    mine = None if seat is None else Seat(seat)
    deal = game.deal
    return View(
        seat=mine,
        rules=game.rules,
        players=game.players,
        deal_count=len(game.sizes),
        awaiting=game.awaiting,
        hand=deal.hands[mine] if deal and mine is not None else (),
        legal_bids=bids_open_to(game, mine) if mine is not None else (),
        legal_cards=cards_open_to(game, mine) if mine is not None else (),
        deal=_open_cards(deal) if deal else None,
        past=tuple(_open_cards(done) for done in game.deals),
        totals=game.totals,
        winners=game.winners,
    )


def _open_cards(deal: Deal) -> DealView:
    return DealView(
        number=deal.number,
        size=deal.size,
        dealer=deal.dealer,
        turn_up=deal.turn_up,
        trump=deal.trump,
        bidders=deal.bidders,
        bids=deal.bids,
        taken=deal.taken,
        tricks=deal.tricks,
        trick=deal.trick,
        points=deal.points,
    )
