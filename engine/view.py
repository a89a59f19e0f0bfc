"""What one seat, or a spectator, may know: built by listing, never by taking away."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations

from engine.bidding import BidMode, Premium
from engine.cards import Card, Hand, Seat, Suit
from engine.commands import Choice, LayBid, MakeBid, NameTrump, PlayCard
from engine.legal import bids_open_to, calls_in, cards_open_to, may_lay, trumps_open_to
from engine.order import Ranking
from engine.play import Visibility, step
from engine.rules import Rules
from engine.scoring import Bonus
from engine.specials import Call
from engine.stakes import settlement
from engine.state import Deal, DealStage, Game, Trick


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal as one seat at the table sees it.

    `rules` are those of this deal, `namer` names its trump, if somebody still has to. `bidders`
    are in the order they bid; bids, taken and points are by seat, and so are the cards laid aside
    for a bid. A bid the seat may not know is None, cards it may not know are not there. `shown`
    are the hands of others that lie open to it.
    """

    number: int
    size: int
    dealer: Seat
    rules: Rules
    stage: DealStage
    turn_up: Card | None
    trump: Suit | None
    namer: Seat | None
    bidders: tuple[Seat, ...]
    bids: tuple[int | None, ...]
    laid: tuple[Hand, ...]
    premium: tuple[Seat, Premium] | None
    shown: tuple[tuple[Seat, Hand], ...]
    taken: tuple[int, ...]
    tricks: tuple[Trick, ...]
    trick: Trick
    points: tuple[int, ...] | None
    bonus: tuple[int, ...]

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.bids)

    @property
    def ranking(self) -> Ranking:
        """What ranks the cards of this deal."""
        return self.rules.ranking(self.trump, self.turn_up)

    @property
    def opening_leader(self) -> Seat:
        """Who leads to the first trick."""
        return (self.tricks[0] if self.tricks else self.trick).leader

    @property
    def known_leader(self) -> Seat | None:
        """The same; None as long as the bids have still to say it."""
        return None if self.bidding and self.rules.lead.by_bids else self.opening_leader

    @property
    def way(self) -> int:
        """What to add to a seat for the next in turn: 1 clockwise, -1 anticlockwise."""
        return step(self.rules.direction)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat, in the order of the bidding, whether it bids in this deal or not."""
        first = self.bidders[0] if self.bidders else self.opening_leader
        return tuple(Seat((first + at * self.way) % self.players) for at in range(self.players))

    def played_by(self, seat: Seat) -> Hand:
        """The cards a seat has played: once the deal is over, those it held."""
        return tuple(
            card
            for trick in self.tricks
            for by, card in trick.by_seat(self.players, self.way)
            if by == seat
        )

    @property
    def bidding(self) -> bool:
        """Whether somebody has still to bid."""
        return self.stage is DealStage.BID

    @property
    def bid_total(self) -> int:
        """The sum of the bids so far, as far as the seat may know them."""
        return sum(bid for bid in self.bids if bid is not None)

    @property
    def made(self) -> tuple[bool, ...]:
        """Whether each seat has taken exactly its bid, as far as the seat may know it."""
        return tuple(bid == taken for bid, taken in zip(self.bids, self.taken, strict=True))

    @property
    def trick_number(self) -> int:
        """The trick under way, from 1; the last trick once all are taken."""
        return min(len(self.tricks) + 1, self.size)


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat sees it; `seat` is None for a spectator, who holds no hand.

    `legal_bids`, `legal_trumps` and `legal_cards` are what this seat may choose now, the bids also
    while a bid may still be changed; `may_lay` says the same of a bid by cards. `calls` pairs the
    cards of which something has to be said with what may be said. `awaiting` says whose turn it
    is; `deal_count` is None where a target ends the game.
    """

    seat: Seat | None
    rules: Rules
    players: int
    deal_count: int | None
    awaiting: tuple[Seat, ...]
    hand: Hand
    legal_bids: tuple[int, ...]
    legal_trumps: tuple[Suit | None, ...]
    may_lay: bool
    legal_cards: Hand
    calls: tuple[tuple[Card, tuple[Call, ...]], ...]
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

    @property
    def bid(self) -> int | None:
        """This seat's own bid in the deal under way."""
        return self.deal.bids[self.seat] if self.deal and self.seat is not None else None

    @property
    def own_laid(self) -> Hand:
        """The cards this seat has laid aside for its bid."""
        return self.deal.laid[self.seat] if self.deal and self.seat is not None else ()

    @property
    def payments(self) -> tuple[str, ...]:
        """What each seat gets at the end, by seat, as `+49` or `-5/2`; empty if nothing is paid."""
        if self.winners is None:
            return ()
        due = settlement(self.rules.settle, self.totals, self.winners)
        return tuple(f"{'+' if amount > 0 else ''}{amount}" for amount in due)


def view(game: Game, seat: int | None = None) -> View:
    """What a seat may know of a game; what everybody may know, for None."""
    mine = None if seat is None else Seat(seat)
    deal = game.deal
    cards = cards_open_to(game, mine) if mine is not None else ()
    calls = [(card, calls_in(deal, card)) for card in cards if deal is not None]
    return View(
        seat=mine,
        rules=game.rules,
        players=game.players,
        deal_count=game.deal_count,
        awaiting=game.awaiting,
        hand=_hand(deal, mine) if deal and mine is not None else (),
        legal_bids=bids_open_to(game, mine) if mine is not None else (),
        legal_trumps=trumps_open_to(game, mine) if mine is not None else (),
        may_lay=may_lay(game, mine) if mine is not None else False,
        legal_cards=cards,
        calls=tuple((card, some) for card, some in calls if some),
        deal=deal_view(deal, mine) if deal else None,
        past=game.past,
        totals=game.totals,
        winners=game.winners,
    )


def choices(view: View) -> tuple[Choice, ...]:
    """Everything that answers what this seat is asked now; empty when it is not its turn."""
    seat, deal = view.seat, view.deal
    if seat is None or deal is None or seat not in view.awaiting:
        return ()
    if view.legal_cards:
        said = dict(view.calls)
        return tuple(
            PlayCard(seat, card, call)
            for card in view.legal_cards
            for call in said.get(card, (None,))
        )
    if view.legal_trumps:
        return tuple(NameTrump(seat, trump) for trump in view.legal_trumps)
    if view.may_lay:
        premiums = (None, *Premium) if deal.rules.bonus is Bonus.PREMIUM else (None,)
        bids = combinations(view.hand, deal.rules.bid_mode.laid)
        return tuple(LayBid(seat, laid, premium) for laid in bids for premium in premiums)
    return tuple(MakeBid(seat, tricks) for tricks in view.legal_bids)


def _hand(deal: Deal, seat: Seat) -> Hand:
    """The own hand: unseen while bids are blind, and as long as it is worn on the forehead."""
    if deal.rules.visibility is Visibility.OTHERS_ONLY:
        return ()
    if deal.rules.bid_mode is BidMode.BLIND and deal.stage is DealStage.BID:
        return ()
    return deal.hands[seat]


def _shown(deal: Deal, seat: Seat | None) -> tuple[tuple[Seat, Hand], ...]:
    """The hands of others that lie open to a seat: all on a forehead deal, one that is revealed."""
    others = [Seat(other) for other in range(len(deal.hands)) if other != seat]
    if deal.rules.visibility is Visibility.OTHERS_ONLY and seat is not None:
        return tuple((other, deal.hands[other]) for other in others)
    if deal.premium is not None and deal.premium[1] is Premium.REVEAL:
        return tuple((other, deal.hands[other]) for other in others if other == deal.premium[0])
    return ()


def deal_view(deal: Deal, seat: Seat | None = None) -> DealView:
    """What a seat may know of a deal: of one that is over, what everybody may."""
    knows = _knows_bids(deal, seat)
    return DealView(
        number=deal.number,
        size=deal.size,
        dealer=deal.dealer,
        rules=deal.rules,
        stage=deal.stage,
        turn_up=deal.turn_up,
        trump=deal.trump,
        namer=deal.namer if deal.stage is DealStage.NAME_TRUMP else None,
        bidders=deal.bidders,
        bids=tuple([bid if of in knows else None for of, bid in enumerate(deal.bids)]),
        laid=tuple([laid if of in knows else () for of, laid in enumerate(deal.laid)]),
        premium=deal.premium,
        shown=_shown(deal, seat) if deal.points is None else (),
        taken=deal.taken,
        tricks=deal.tricks,
        trick=deal.trick,
        points=deal.points,
        bonus=deal.bonus,
    )


def _knows_bids(deal: Deal, seat: Seat | None) -> Collection[int | None]:
    """Whose bids a seat knows: sealed bids open with the last, those by cards with the score.

    A premium lays the bid of its holder open for the play (Parlett, Ninety-Nine).
    """
    everybody = range(len(deal.bids))
    if deal.points is not None or not deal.rules.bid_mode.sealed:
        return everybody
    if deal.rules.bid_mode is BidMode.SIMULTANEOUS and deal.stage is not DealStage.BID:
        return everybody
    return (seat, deal.premium[0]) if deal.premium is not None else (seat,)
