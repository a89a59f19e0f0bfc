"""Game, deal and trick as they stand. None of them changes; what can be derived is a property.

Named tuples, because three new ones are made for every card that is played.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from engine.bidding import Premium, premium_holder
from engine.cards import Card, Hand, Seat, Suit
from engine.order import Ranking, best_card
from engine.play import step
from engine.rules import Rules
from engine.specials import Call, Calls
from engine.trump import Naming

if TYPE_CHECKING:
    from engine.view import DealView


class DealStage(StrEnum):
    """What a deal waits for."""

    NAME_TRUMP = "name_trump"
    BID = "bid"
    PLAY = "play"


class Trick(NamedTuple):
    """Cards on the table in the order played, beginning with the leader's.

    `calls` go with the cards, or are empty when no card of the trick was called.
    """

    leader: Seat
    cards: tuple[Card, ...] = ()
    taker: Seat | None = None
    calls: Calls = ()

    def by_seat(self, players: int, step: int = 1) -> tuple[tuple[Seat, Card], ...]:
        """Who played what, in the order played; `step` is -1 where the turn goes anticlockwise."""
        return tuple(
            (Seat((self.leader + i * step) % players), card) for i, card in enumerate(self.cards)
        )

    def call(self, place: int) -> Call | None:
        """What was said of the card at a place of the trick."""
        return self.calls[place] if self.calls else None

    def best(self, ranking: Ranking, players: int, step: int = 1) -> Seat | None:
        """The seat whose card is the best so far, or None while the trick is empty."""
        if not self.cards:
            return None
        place = best_card(self.cards, ranking, self.calls)
        return Seat((self.leader + place * step) % players)


class Deal(NamedTuple):
    """One distribution of cards and its play.

    `size` is the number of its tricks, `rules` are those of this deal; `hands` are what is still
    held, by seat; `bidders` are the seats that bid, in their order. `naming` says who has still
    to name the trump, `face_down` is the card still to be turned; `laid` and `premiums` are the
    bids by cards, by seat. `way` is what to add to a seat for the next in turn, `ranking` what
    ranks the cards. `bonus` is the part of `points` that was not for the tricks.
    """

    number: int
    size: int
    dealer: Seat
    rules: Rules
    hands: tuple[Hand, ...]
    turn_up: Card | None
    trump: Suit | None
    naming: Naming | None
    face_down: Card | None
    bidders: tuple[Seat, ...]
    bids: tuple[int | None, ...]
    laid: tuple[Hand, ...]
    premiums: tuple[Premium | None, ...]
    way: int
    ranking: Ranking
    trick: Trick
    tricks: tuple[Trick, ...] = ()
    points: tuple[int, ...] | None = None
    bonus: tuple[int, ...] = ()

    @property
    def bids_made(self) -> int:
        """How many seats have a bid."""
        return len(self.bids) - self.bids.count(None)

    @property
    def stage(self) -> DealStage:
        """What the deal waits for."""
        if self.trick.cards or self.tricks:
            return DealStage.PLAY
        if self.naming is Naming.DEALER:
            return DealStage.NAME_TRUMP
        if self.bids_made < len(self.bidders):
            return DealStage.BID
        return DealStage.NAME_TRUMP if self.naming else DealStage.PLAY

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The seats that must act now, in their order."""
        if (turn := self.turn) is not None:
            return (turn,)
        if self.stage is DealStage.NAME_TRUMP:
            return (self.namer,)
        waiting = [seat for seat in self.bidders if self.bids[seat] is None]
        return tuple(waiting if self.rules.bid_mode.sealed else waiting[:1])

    @property
    def turn(self) -> Seat | None:
        """The seat whose card comes next; None while no card may be played."""
        trick = self.trick
        laid = len(trick.cards)
        if not laid and not self.tricks and self.stage is not DealStage.PLAY:
            return None
        return Seat((trick.leader + laid * self.way) % len(self.hands))

    @property
    def namer(self) -> Seat:
        """Who names the trump, where somebody does: the dealer, or the first to bid the most."""
        if self.naming is Naming.DEALER:
            return self.dealer
        return max(self.bidders, key=lambda seat: self.bids[seat] or 0)

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks taken, by seat."""
        takers = [trick.taker for trick in self.tricks]
        return tuple(takers.count(Seat(seat)) for seat in range(len(self.hands)))

    @property
    def calls(self) -> tuple[Call, ...]:
        """What has been said of cards so far in this deal."""
        return tuple(
            call for trick in (*self.tricks, self.trick) for call in trick.calls if call is not None
        )

    @property
    def premium(self) -> tuple[Seat, Premium] | None:
        """Whose premium counts, and which, once all have laid their bids."""
        if not any(self.premiums) or self.stage is DealStage.BID:
            return None
        holder = premium_holder((seat, self.premiums[seat]) for seat in self.bidders)
        offered = None if holder is None else self.premiums[holder]
        return (holder, offered) if holder is not None and offered else None

    @property
    def made(self) -> tuple[bool, ...]:
        """Whether each seat has taken exactly its bid."""
        return tuple(bid == taken for bid, taken in zip(self.bids, self.taken, strict=True))


class Game(NamedTuple):
    """A whole game. `deals` are the finished ones; `deal` is under way, or None between deals.

    `past` are the finished deals as everybody may know them; `totals` are the points so far by
    seat, over all finished deals, as the rules add them up.
    """

    rules: Rules
    players: int
    first_dealer: Seat
    deals: tuple[Deal, ...] = ()
    deal: Deal | None = None
    winners: tuple[Seat, ...] | None = None
    past: tuple[DealView, ...] = ()
    totals: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winners is not None

    @property
    def deal_count(self) -> int | None:
        """How many deals the game has, short of extra ones; None where a target ends it."""
        return self.rules.deal_count(self.players)

    @property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """The points of every finished deal, each by seat."""
        return tuple(deal.points for deal in self.deals if deal.points is not None)

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The seats that must act now; empty between deals and after the end."""
        return self.deal.awaiting if self.deal else ()

    @property
    def next_dealer(self) -> Seat:
        """Who deals the next deal: the deal passes on the way the turn goes."""
        passed = len(self.deals) * step(self.rules.direction)
        return Seat((self.first_dealer + passed) % self.players)
