"""An order that is carried out now: its move, and what is kept of it for later turns."""

from __future__ import annotations

from engine import Card, Choice, IllegalAction, LayBid, MakeBid, NameTrump, PlayCard, Reason
from engine.specials import Call
from pbem.domain.logged import Actor
from pbem.domain.vocabulary import Why
from pbem.orders.answers import Bid, Lay, Plan, Play, Trump
from pbem.orders.keywords import Policy
from pbem.turns.decisions import Denied, Move, Moved, Verdict
from pbem.turns.plans import KeptChange, KeptOrder, Part, WhyDropped, cards_in, planned
from pbem.turns.situation import Situation
from pbem.turns.turn import act

_WHY_NOT = {
    WhyDropped.ILLEGAL: Why.NOTHING_OF_PLAN,
    WhyDropped.LED: Why.OTHER_SUIT,
    WhyDropped.LATE: Why.NOTHING_OF_PLAN,
    WhyDropped.ASKS: Why.POLICY_ASKS,
}


def execute(order: Move, at: Situation) -> Verdict:
    """The move that an order makes now, with what is kept of it; or why it cannot be made."""
    choice, rest = _first(order, at)
    if isinstance(choice, Denied):
        return choice
    part = Part.BID if isinstance(choice, MakeBid | LayBid) else Part.CARDS
    changes = rest is not None or (at.seat, part) in at.orders.kept
    keeps = KeptChange(at.seat, part, rest) if changes else None
    try:
        outcome = act(at.game, choice, Actor.PLAYER, at.packs, at.orders, keeps)
    except IllegalAction as refusal:
        return Denied(refusal.reason)
    policy = isinstance(order, Plan) and not _names_first(order)
    return Moved(outcome, str(order), choice, keeps=rest is not None, by_policy=policy)


def _first(order: Move, at: Situation) -> tuple[Choice | Denied, KeptOrder | None]:
    """The move an order makes now, and what is kept of it for later turns."""
    match order:
        case Bid():
            return MakeBid(at.seat, _allowed(order, at)), None
        case Play(card, call):
            return PlayCard(at.seat, card, call or _only_call(card, at)), None
        case Trump(suit):
            return NameTrump(at.seat, suit), None
        case Lay(cards, premium):
            return LayBid(at.seat, cards, premium), None
        case Plan():
            return _begin(order, at)


def _only_call(card: Card, at: Situation) -> Call | None:
    """What goes without saying with a card: the second joker is what the first is not."""
    calls = dict(at.view.calls).get(card, ())
    return calls[0] if len(calls) == 1 else None


def _begin(plan: Plan, at: Situation) -> tuple[Choice | Denied, KeptOrder | None]:
    """The first step of a plan, and the rest of it."""
    seen = at.view
    deal = seen.deal
    if deal is None or not seen.legal_cards:
        return Denied(Reason.NOT_PLAYING), None
    if any(card not in seen.hand for card in cards_in(plan)):
        return Denied(Reason.CARD_NOT_HELD), None
    kept = KeptOrder(plan, deal.trick_number)
    rest = kept.rest if deal.trick_number < deal.size else None
    found = planned(seen, kept)
    if isinstance(found, PlayCard):
        return found, rest
    assert isinstance(found, WhyDropped)
    if _names_first(plan) and len(plan.steps[0]) == 1:
        # The rules say best why that card may not be played.
        return PlayCard(at.seat, cards_in(plan)[0]), rest
    leads = found is WhyDropped.LED and not deal.trick.cards
    return Denied(Why.YOU_LEAD if leads else _WHY_NOT[found]), None


def _names_first(plan: Plan) -> bool:
    """Whether a plan begins with a card that is named, whatever was led."""
    first = plan.steps[0][0]
    return first.led is None and not isinstance(first.action, Policy)


def _allowed(bid: Bid, at: Situation) -> int:
    """The number to bid: the first of those named that is allowed, or else the first."""
    open_to = at.view.legal_bids
    return next((n for n in (bid.tricks, *bid.otherwise) if n in open_to), bid.tricks)
