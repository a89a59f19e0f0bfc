"""What an order does to a table, by the question it answers and how the game stands."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine import Card, Game, Reason, view
from pbem.domain.logged import Actor
from pbem.domain.model import Closed, Question
from pbem.domain.vocabulary import Why
from pbem.orders.answers import Bid, Join, Keep, Lay, Pass, Plan, Play, Trump
from pbem.orders.keywords import Ask
from pbem.orders.model import Away, HousePolicy, Request, Setting, Unread, Unsure, WhichOrder
from pbem.turns.decisions import (
    Denied,
    Doubted,
    Early,
    Forgotten,
    Move,
    Moved,
    Order,
    Replaced,
    Ruled,
    SaidTwice,
    Stored,
    Unclear,
    Verdict,
)
from pbem.turns.execute import execute
from pbem.turns.plans import KeptOrder, by_policy, kept_of
from pbem.turns.situation import Situation
from pbem.turns.turn import act, own_turn
from pbem.turns.undo import asks_bid_of, undo, was_answered_last


def decide(order: Order, at: Situation) -> Verdict:
    """What to do with a seat's order."""
    match order:
        case Request(wish="forget_plan"):
            return _forget(at)
        case Request():
            return undo(at)
        case Join():
            return SaidTwice()
        case _ if at.game.over:
            return Denied(Reason.GAME_OVER)
        case Unread(line, quoted):
            return Denied(Why.QUOTED if quoted else Why.UNREADABLE if line else Why.EMPTY)
        case Unsure(among=among) if not among or not isinstance(among[0], Card):
            return Denied(Why.UNREADABLE)
        case HousePolicy():
            return _rule(order, at)
        case Pass():
            return Denied(Why.PASS if at.asked else Why.UNREADABLE)
        case Unsure():
            return _unsure(order, at)
        case WhichOrder():
            return _undecided(order, at)
        case Keep(order=inner):
            return _keep(inner, at)
        case Bid() | Play() | Plan() | Trump() | Lay():
            return _choose(order, at)
        case _:
            assert_never(order)


def _choose(order: Move, at: Situation) -> Verdict:
    """An order that answers a question, if it answers one."""
    question = at.question
    if question is not None and question.closed is not None:
        return _again(order, question, at)
    if question is not None or _was_offered(order, at):
        return execute(order, at)
    return Denied(Why.NO_QUESTION) if at.their_turn else _ahead(order, at)


def _was_offered(order: Move, at: Situation) -> bool:
    """Whether a letter that asks nothing has offered a bid now asked for: that of the first hands.

    No letter of a later deal does; so what comes then may be an answer to an old one.
    """
    return (
        isinstance(order, Bid) and at.their_turn and not at.game.deals and at.meant_for in (None, 1)
    )


def _again(order: Move, question: Question, at: Situation) -> Verdict:
    """An order to a question that is closed: another bid, a double tap, or too late."""
    if question.closed is Closed.ANSWERED and question.answer == str(order):
        return SaidTwice()
    if at.before is not None and was_answered_last(question, at.log, at.game):
        return _replace(order, question, at, at.before)
    if asks_bid_of(question, at.game) and _amends(order, at) and not at.behind:
        if isinstance(order, Bid) and order.tricks == at.view.bid:
            return SaidTwice()
        return execute(order, at)
    late = Denied(Why.OLD_QUESTION, question)
    deal = at.game.deal
    if deal is None or deal.number != question.deal or at.their_turn:
        return late
    if not isinstance(order, Play | Plan):
        return late
    return _ahead(order, at) if isinstance(kept_of(order, at.view), KeptOrder) else late


def _replace(order: Move, question: Question, at: Situation, before: Situation) -> Verdict:
    """Another answer instead of the last; one that cannot be leaves that as it is."""
    entry = own_turn(at.log, at.seat)
    assert entry is not None
    verdict = execute(order, replace(before, question=question))
    return Replaced(entry, verdict) if isinstance(verdict, Moved) else verdict


def _amends(order: Move, at: Situation) -> bool:
    """Whether this is another bid, where the one made may still be changed."""
    seen = at.view
    if isinstance(order, Lay):
        return seen.may_lay and seen.bid is not None
    return isinstance(order, Bid) and bool(seen.legal_bids) and seen.bid is not None


def _ahead(order: Move, at: Situation) -> Verdict:
    """An order before its turn: a bid and a condition are kept, a card only when confirmed."""
    if not isinstance(order, Bid | Play | Plan):
        return Denied(Reason.NOT_YOUR_TURN)
    kept = kept_of(order, at.view)
    if not isinstance(kept, KeptOrder):
        return Denied(_said(kept), at.question)
    if isinstance(order, Bid) or (isinstance(order, Plan) and order.steps[0][0].led):
        return Stored(kept)
    return Early(order, at.question)


def _keep(order: Bid | Play | Plan, at: Situation) -> Verdict:
    """An order to keep; if its turn has come already, it is carried out."""
    deal, question = at.game.deal, at.question
    if question is not None and (deal is None or question.deal != deal.number):
        return Denied(Why.OLD_QUESTION, question)
    if deal is None or at.meant_for not in (None, deal.number):
        return Denied(Why.OTHER_DEAL)
    if at.their_turn:
        closed = question is not None and question.closed is not None
        return Denied(Why.OLD_QUESTION, question) if closed else execute(order, at)
    kept = kept_of(order, at.view)
    return Stored(kept) if isinstance(kept, KeptOrder) else Denied(_said(kept))


def _said(why: Why | Reason) -> Why | Reason:
    return Why.BID_MADE if why is Reason.NOT_BIDDING else why


def _rule(order: HousePolicy, at: Situation) -> Verdict:
    """A house policy; if it has a card for this very turn, that is the answer."""
    if order.policy is None or not at.their_turn:
        return Ruled(order)
    if at.question is not None and at.question.closed is not None:
        return Denied(Why.OLD_QUESTION, at.question)
    choice = by_policy(at.view, {order.when: order.policy})
    if choice is None:
        return Ruled(order)
    mine = {**at.orders.policies.get(at.seat, {}), order.when: order.policy}
    orders = replace(at.orders, policies={**at.orders.policies, at.seat: mine})
    outcome = act(at.game, choice, Actor.PLAYER, at.packs, orders)
    return Ruled(order, Moved(outcome, str(order), choice, by_policy=True))


def _unsure(order: Unsure, at: Situation) -> Verdict:
    """Asked back while the question is open; to a closed one no card is an answer."""
    among = tuple(card for card in order.among if isinstance(card, Card))
    question = at.question
    if question is None:
        return Denied(Why.NO_QUESTION if at.their_turn else Reason.NOT_YOUR_TURN)
    if question.closed is not None:
        return Denied(Why.OLD_QUESTION, question)
    if question.ask is Ask.BID:
        return Denied(Reason.NOT_PLAYING)
    if question.ask is not Ask.PLAY:
        return Denied(Why.UNREADABLE)
    return Unclear(among, question)


def _undecided(order: WhichOrder, at: Situation) -> Verdict:
    """Asked back; beside an answer that may still be changed it is told that this one stands."""
    question = at.question
    if at.asked:
        return Doubted(order.among, question)
    if question is not None and _may_change(question, at):
        return Doubted(order.among, standing=question)
    if others := tuple(one for one in order.among if isinstance(one, Request | Away | Setting)):
        return Doubted(others)
    if question is not None:
        return Denied(Why.OLD_QUESTION, question)
    return Denied(Why.NO_QUESTION if at.their_turn else Reason.NOT_YOUR_TURN)


def _may_change(question: Question, at: Situation) -> bool:
    """Whether the answer to a closed question may be changed: nobody has seen it, or bid since."""
    unseen = at.before is not None and was_answered_last(question, at.log, at.game)
    return unseen or (may_bid_again(question, at.game) and not at.behind)


def may_bid_again(question: Question, game: Game) -> bool:
    """Whether the bid that answered a question may still be changed by the rules."""
    seen = view(game, question.seat)
    if question.closed is not Closed.ANSWERED or seen.bid is None:
        return False
    return asks_bid_of(question, game) and bool(seen.legal_bids or seen.may_lay)


def _forget(at: Situation) -> Verdict:
    keeps = any(seat == at.seat for seat, _ in at.orders.kept)
    return Forgotten() if keeps else Denied(Why.NOTHING_KEPT)
