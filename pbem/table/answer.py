"""What an order does to a table, by the question it answers and how the game stands."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine import BidChanged, BidLaid, BidMade, Card, Reason
from pbem.orders.model import (
    Ask,
    Bid,
    HousePolicy,
    Join,
    Keep,
    Lay,
    Pass,
    Plan,
    Play,
    Request,
    Trump,
    Unread,
    Unsure,
    Wish,
)
from pbem.table.carrying import carry_out
from pbem.table.model import Actor, Closed, Question
from pbem.table.plans import Kept, by_policy, kept_of
from pbem.table.served import Move, Served
from pbem.table.situation import Situation
from pbem.table.turn import act, own_turn
from pbem.table.verdicts import (
    Asked,
    Denied,
    Early,
    Forgotten,
    Moved,
    Repeated,
    Replaced,
    Ruled,
    Stored,
    Unclear,
    Undone,
    Verdict,
)


def answer(order: Served, at: Situation) -> Verdict:
    """What to do with a seat's order."""
    match order:
        case Request(wish=Wish.UNDO):
            return _undo(at)
        case Request(wish=Wish.FORGET_PLAN):
            return _forget(at)
        case Request(wish, topic):
            return Asked(wish, topic)
        case Join():
            return Repeated()
        case _ if at.game.over:
            return Denied("game over")
        case Unread(line, quoted):
            return Denied("quoted" if quoted else "unreadable" if line else "empty")
        case HousePolicy():
            return _rule(order, at)
        case Pass():
            return _pass(order, at)
        case Unsure():
            return _unsure(order, at)
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
    if question is not None:
        return carry_out(order, at)
    if at.their_turn:
        return Denied("no question")
    return _ahead(order, at)


def _again(order: Move, question: Question, at: Situation) -> Verdict:
    """An order to a question that is closed: another bid, a double tap, or too late."""
    if question.closed is Closed.ANSWERED and question.answer == str(order):
        return Repeated()
    if at.before is not None and _was_answered_last(question, at):
        return _replace(order, question, at, at.before)
    if question.ask in (Ask.BID, Ask.LAY) and _amends(order, at) and not at.behind:
        return carry_out(order, at)
    late = Denied("old question", question)
    deal = at.game.deal
    if deal is None or deal.number != question.deal or at.their_turn:
        return late
    if not isinstance(order, Play | Plan):
        return late
    return _ahead(order, at) if isinstance(kept_of(order, at.view), Kept) else late


def _was_answered_last(question: Question, at: Situation) -> bool:
    """Whether the last turn was the answer to a question."""
    if question.closed is not Closed.ANSWERED:
        return False
    first = at.log[0]
    bids = isinstance(first.entry, BidMade | BidChanged | BidLaid)
    same_bid = question.ask in (Ask.BID, Ask.LAY) and bids and first.seat == question.seat
    number = at.game.deal.number if at.game.deal else None
    return first.seq == question.seq or (same_bid and number == question.deal)


def _replace(order: Move, question: Question, at: Situation, before: Situation) -> Verdict:
    """Another answer instead of the last; one that cannot be leaves that as it is."""
    entry = own_turn(at.log, at.seat)
    assert entry is not None
    verdict = carry_out(order, replace(before, question=question))
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
        return Denied("not your turn")
    kept = kept_of(order, at.view)
    if not isinstance(kept, Kept):
        return Denied(_said(kept), at.question)
    if isinstance(order, Bid) or (isinstance(order, Plan) and order.steps[0][0].led):
        return Stored(kept)
    return Early(order, kept, at.question)


def _keep(order: Bid | Play | Plan, at: Situation) -> Verdict:
    """An order to keep; if its turn has come already, it is carried out."""
    deal, question = at.game.deal, at.question
    if question is not None and (deal is None or question.deal != deal.number):
        return Denied("old question", question)
    if deal is None or at.meant_for not in (None, deal.number):
        return Denied("other deal")
    if at.their_turn:
        return carry_out(order, at)
    kept = kept_of(order, at.view)
    if isinstance(kept, Kept):
        return Stored(kept)
    return Denied(_said(kept))


def _said(why: Reason | str) -> str:
    if why is Reason.NOT_BIDDING:
        return "bid made"
    return why.value if isinstance(why, Reason) else why


def _rule(order: HousePolicy, at: Situation) -> Verdict:
    """A house policy; if it has a card for this very turn, that is the answer."""
    if order.policy is None or not at.their_turn:
        return Ruled(order)
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
        return Denied("no question" if at.their_turn else "not your turn")
    if question.closed is not None:
        return Denied("old question", question)
    if question.ask is Ask.BID:
        return Denied(Reason.NOT_PLAYING.value)
    if question.ask is not Ask.PLAY:
        return Denied("unreadable")
    return Unclear(among, question)


def _pass(order: Pass, at: Situation) -> Verdict:
    if not at.asked:
        return Denied("unreadable")
    return Denied("pass")


def _forget(at: Situation) -> Verdict:
    keeps = any(seat == at.seat for seat, _ in at.orders.kept)
    return Forgotten() if keeps else Denied("nothing kept")


def _undo(at: Situation) -> Verdict:
    """Take back what nobody has seen, and a bid until the next has bid or the bids are shown."""
    if at.sealed is not None:
        return at.sealed
    entry, seen = own_turn(at.log, at.seat), at.view
    if entry is None:
        return Denied("nothing to undo" if seen.bid is None else "seen")
    amendable = bool(seen.legal_bids) and not at.their_turn and not at.behind
    return Denied("seen") if at.seen and not amendable else Undone(entry)
