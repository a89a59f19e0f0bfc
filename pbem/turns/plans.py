"""What players leave with the server for their turns: sealed bids, plans, policies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine import (
    Card,
    Choice,
    DealStage,
    DealView,
    Level,
    MakeBid,
    PlayCard,
    Reason,
    Seat,
    View,
)
from engine.bidding import BidMode
from engine.order import led_suit
from pbem.domain.vocabulary import Why
from pbem.orders.answers import Bid, Clause, Plan, Play, Step
from pbem.orders.keywords import Policy, When
from pbem.turns.policies import card_by


class Part(StrEnum):
    """What part of a deal is left with the server."""

    BID = "bid"
    CARDS = "cards"


class WhyDropped(StrEnum):
    """Why a plan was dropped when its turn came."""

    ILLEGAL = "illegal"
    LED = "led"
    LATE = "late"
    ASKS = "asks"


@dataclass(frozen=True, slots=True)
class KeptOrder:
    """A sealed bid, or a plan; `trick` is the trick that its first step is for."""

    order: Bid | Play | Plan
    trick: int = 0

    @property
    def part(self) -> Part:
        """The part of the deal it is for."""
        return Part.BID if isinstance(self.order, Bid) else Part.CARDS

    @property
    def rest(self) -> KeptOrder | None:
        """What is left of it once its first step is done."""
        if isinstance(self.order, Plan) and len(self.order.steps) > 1:
            return KeptOrder(Plan(self.order.steps[1:]), self.trick + 1)
        return None


@dataclass(frozen=True, slots=True)
class KeptChange:
    """From now on `kept` stands for a part of a seat's deal, or nothing.

    `dropped` was not done, for the reason `why`. `at` is how many entries of its turn its owner
    must know to know of it.
    """

    seat: Seat
    part: Part
    kept: KeptOrder | None
    dropped: KeptOrder | None = None
    why: WhyDropped | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something kept that was not done."""

    kept: KeptOrder
    why: WhyDropped


Policies = Mapping[When, Policy]


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """All that is left with the server at one table in one deal.

    With `play_out` the server makes no move of its own, even where there is no other. At the seats
    `at_once` a computer answers as soon as it is their turn, by its level and the `seed`; one whose
    choice takes long is asked, all the same.
    """

    kept: Mapping[tuple[Seat, Part], KeptOrder] = field(default_factory=dict)
    policies: Mapping[Seat, Policies] = field(default_factory=dict)
    play_out: bool = False
    at_once: Mapping[Seat, Level] = field(default_factory=dict)
    seed: bytes = b""

    def after(self, change: KeptChange) -> StandingOrders:
        """The same with one change."""
        kept = {key: one for key, one in self.kept.items() if key != (change.seat, change.part)}
        if change.kept is not None:
            kept[change.seat, change.part] = change.kept
        return replace(self, kept=kept)


NO_ORDERS = StandingOrders()


def planned(seen: View, kept: KeptOrder) -> Choice | WhyDropped | None:
    """What something kept says at this turn, or why it says nothing any more; None if not yet."""
    deal, seat = seen.deal, seen.seat
    if deal is None or seat is None:
        return None
    match kept.order:
        case Bid() if deal.stage is not DealStage.BID:
            return None
        case Bid(tricks, otherwise):
            allowed = [number for number in (tricks, *otherwise) if number in seen.legal_bids]
            return MakeBid(seat, allowed[0]) if allowed else WhyDropped.ILLEGAL
        case _ if not seen.legal_cards or kept.trick > deal.trick_number:
            return None
        case _ if kept.trick < deal.trick_number:
            return WhyDropped.LATE
        case Play(card, call):
            open_to = dict(seen.calls).get(card, (None,))
            fits = card in seen.legal_cards and call in open_to
            return PlayCard(seat, card, call) if fits else WhyDropped.ILLEGAL
        case Plan(steps):
            return _step(steps[0], seen, deal, seat)


def _step(step: Step, seen: View, deal: DealView, seat: Seat) -> PlayCard | WhyDropped:
    """The first clause of a step that can be done; otherwise why the last could not."""
    led = led_suit(deal.trick.cards, deal.ranking, deal.trick.calls)
    why = WhyDropped.LED
    for clause in step:
        if clause.led is not None and clause.led is not led:
            continue
        action = clause.action
        card = action if isinstance(action, Card) else card_by(action, seen)
        if card in seen.legal_cards and card not in dict(seen.calls):
            return PlayCard(seat, card)
        why = WhyDropped.ILLEGAL if isinstance(action, Card) else WhyDropped.ASKS
    return why


def by_policy(seen: View, policies: Policies) -> PlayCard | None:
    """The card a house policy plays now; None if none is for this state, or it asks."""
    when = state_of(seen)
    if when is None or seen.seat is None or when not in policies:
        return None
    card = card_by(policies[when], seen)
    return None if card is None or card in dict(seen.calls) else PlayCard(seen.seat, card)


def state_of(seen: View) -> When | None:
    """How the bid of the seat stands, if it is made, missed, or needs every trick that is left."""
    deal, bid = seen.deal, seen.bid
    if deal is None or bid is None or seen.seat is None:
        return None
    needs, left = bid - deal.taken[seen.seat], deal.size - len(deal.tricks)
    if needs == 0:
        return When.MADE
    if needs < 0 or needs > left:
        return When.MISSED
    return When.NEED_ALL if needs == left else None


def kept_of(order: Bid | Play | Plan, seen: View) -> KeptOrder | Why | Reason:
    """What is kept of an order given before its turn, or why it cannot be kept.

    What is kept must be possible; whether it is legal shows when the turn comes.
    """
    deal, seat = seen.deal, seen.seat
    if deal is None or seat is None:
        return Reason.NOT_YOUR_TURN
    if isinstance(order, Bid):
        if deal.stage is DealStage.PLAY or deal.bids[seat] is not None or seat not in deal.bidders:
            return Reason.NOT_BIDDING
        if deal.rules.bid_mode not in (BidMode.SEQUENTIAL, BidMode.BLIND):
            return Reason.NOT_BIDDING
        return KeptOrder(order) if order.tricks <= deal.size else Reason.BID_RANGE
    if any(card not in seen.hand for card in cards_in(order)):
        return Reason.CARD_NOT_HELD
    trick = next_trick(deal, seat)
    if trick > deal.size:
        return Why.NO_TURN_LEFT
    if isinstance(order, Play) and order.call is None:
        order = Plan(((Clause(order.card),),))
    return KeptOrder(order, trick)


def next_trick(deal: DealView, seat: Seat) -> int:
    """The trick a seat plays to next."""
    played = [other for other, _ in deal.trick.by_seat(deal.players, deal.way)]
    return len(deal.tricks) + 1 + (seat in played)


def cards_in(order: Play | Plan) -> list[Card]:
    """The cards an order names."""
    if isinstance(order, Play):
        return [order.card]
    actions = [clause.action for step in order.steps for clause in step]
    return [action for action in actions if isinstance(action, Card)]
