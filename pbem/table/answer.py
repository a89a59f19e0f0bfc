"""What an order does to a table, by the question it answers and how the game stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from engine import (
    BidChanged,
    BidLaid,
    BidMade,
    Card,
    Choice,
    Game,
    IllegalAction,
    LayBid,
    MakeBid,
    NameTrump,
    PlayCard,
    Reason,
    Seat,
    View,
    view,
)
from pbem.orders.context import Reading
from pbem.orders.model import (
    Ask,
    Bid,
    Clause,
    HousePolicy,
    Join,
    Keep,
    Lay,
    Order,
    Pass,
    Plan,
    Play,
    Policy,
    Request,
    Step,
    Trump,
    Unread,
    Unsure,
    Wish,
)
from pbem.table.model import Actor, Closed, Logged, Question
from pbem.table.plans import (
    NO_ORDERS,
    Change,
    Kept,
    Part,
    StandingOrders,
    Why,
    by_policy,
    cards_in,
    kept_of,
    planned,
)
from pbem.table.turn import Packs, act, own_turn
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

Move = Bid | Play | Plan | Trump | Lay
"""What answers a question about a deal."""

Served = Move | Keep | Pass | Join | HousePolicy | Request | Unsure | Unread
"""The orders the server carries out; all others are answered as unreadable."""

_SERVED_WISHES = (
    *(Wish.STATUS, Wish.HELP, Wish.UNDO, Wish.FORGET_PLAN, Wish.FATES, Wish.PROOF),
    *(Wish.LOG, Wish.CHART),
)
_WHY_NOT = {
    Why.ILLEGAL: "nothing of the plan",
    Why.LED: "another suit led",
    Why.LATE: "nothing of the plan",
    Why.ASKS: "policy asks",
}


@dataclass(frozen=True, slots=True)
class Situation:
    """Who answers, what, and how the table stands for that player.

    `question` is the one the mail answers, None if it answers none; `log` holds the last turn;
    `seen` says whether a mail that tells the last turn has left for anybody else, `meant_for`
    which deal a tap was written for, `behind` that the game has moves the player may not know yet.
    `before` is how it was before the last turn, if that was the player's own and nobody has seen
    it; `sealed` how to take back a bid that nobody has been shown.
    """

    seat: Seat
    question: Question | None
    game: Game
    log: Sequence[Logged]
    seen: bool
    packs: Packs
    orders: StandingOrders = NO_ORDERS
    meant_for: int | None = None
    behind: bool = False
    before: Situation | None = None
    sealed: Undone | None = None

    @property
    def view(self) -> View:
        """What the player may know."""
        return view(self.game, self.seat)

    @property
    def asked(self) -> bool:
        """Whether the mail answers a question that is still open."""
        return self.question is not None and self.question.closed is None

    @property
    def their_turn(self) -> bool:
        """Whether the table waits for the player."""
        return self.seat in self.game.awaiting


def served(reading: Reading) -> Served:
    """The order of a line, or the line as unread where the server cannot do what it says."""
    match reading.order:
        case Bid() | Play() | Plan() | Keep() | Trump() | Lay() | Join() | Unread() as order:
            return order
        case Pass() | HousePolicy() as order:
            return order
        case Unsure(among=among) as order if among and isinstance(among[0], Card):
            return order
        case Request(wish=wish) as order if wish in _SERVED_WISHES:
            return order
        case Request(Wish.HAND | Wish.STANDINGS):
            # The status shows both.
            return Request(Wish.STATUS)
        case _:
            return Unread(reading.line)


def joined(readings: Sequence[Reading]) -> list[Reading]:
    """The same readings, a card and the condition written below it as one plan."""
    whole: list[Reading] = []
    for reading in readings:
        last = whole[-1] if whole else None
        steps = _steps(last.order) if last and last.table == reading.table else ()
        if last and steps and isinstance(reading.order, Plan):
            plan = Plan((*steps, *reading.order.steps))
            line = f"{last.line}; {reading.line}"
            repaired = last.repaired or reading.repaired
            whole[-1] = replace(last, line=line, order=plan, repaired=repaired)
        else:
            whole.append(reading)
    return whole


def _steps(order: Order) -> tuple[Step, ...]:
    match order:
        case Plan(steps):
            return steps
        case Play(card, None):
            return ((Clause(card),),)
        case _:
            return ()


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
        return _carry_out(order, at)
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
        return _carry_out(order, at)
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
    verdict = _carry_out(order, replace(before, question=question))
    return Replaced(entry, verdict) if isinstance(verdict, Moved) else verdict


def _amends(order: Move, at: Situation) -> bool:
    """Whether this is another bid, where the one made may still be changed."""
    seen = at.view
    if isinstance(order, Lay):
        return seen.may_lay and seen.bid is not None
    return isinstance(order, Bid) and bool(seen.legal_bids) and seen.bid is not None


def _carry_out(order: Move, at: Situation) -> Verdict:
    choice, rest = _first(order, at)
    if isinstance(choice, Denied):
        return choice
    part = Part.BID if isinstance(choice, MakeBid | LayBid) else Part.CARDS
    keeps = None
    if rest is not None or (at.seat, part) in at.orders.kept:
        keeps = Change(at.seat, part, rest)
    try:
        outcome = act(at.game, choice, Actor.PLAYER, at.packs, at.orders, keeps)
    except IllegalAction as refusal:
        return Denied(refusal.reason.value)
    policy = isinstance(order, Plan) and not _names_first(order)
    return Moved(outcome, str(order), choice, keeps=rest is not None, by_policy=policy)


def _first(order: Move, at: Situation) -> tuple[Choice | Denied, Kept | None]:
    """The move an order makes now, and what is kept of it for later turns."""
    match order:
        case Bid():
            return MakeBid(at.seat, _allowed(order, at)), None
        case Play(card, call):
            return PlayCard(at.seat, card, call), None
        case Trump(suit):
            return NameTrump(at.seat, suit), None
        case Lay(cards, premium):
            return LayBid(at.seat, cards, premium), None
        case Plan():
            return _begin(order, at)


def _begin(plan: Plan, at: Situation) -> tuple[Choice | Denied, Kept | None]:
    """The first step of a plan, and the rest of it."""
    seen = at.view
    deal = seen.deal
    if deal is None or not seen.legal_cards:
        return Denied(Reason.NOT_PLAYING.value), None
    if any(card not in seen.hand for card in cards_in(plan)):
        return Denied(Reason.CARD_NOT_HELD.value), None
    kept = Kept(plan, deal.trick_number)
    rest = kept.rest if deal.trick_number < deal.size else None
    found = planned(seen, kept)
    if isinstance(found, PlayCard):
        return found, rest
    assert isinstance(found, Why)
    if _names_first(plan) and len(plan.steps[0]) == 1:
        # The rules say best why that card may not be played.
        return PlayCard(at.seat, cards_in(plan)[0]), rest
    leads = found is Why.LED and not deal.trick.cards
    return Denied("you lead" if leads else _WHY_NOT[found]), None


def _names_first(plan: Plan) -> bool:
    """Whether a plan begins with a card that is named, whatever was led."""
    first = plan.steps[0][0]
    return first.led is None and not isinstance(first.action, Policy)


def _allowed(bid: Bid, at: Situation) -> int:
    """The number to bid: the first of those named that is allowed, or else the first."""
    open_to = at.view.legal_bids
    return next((n for n in (bid.tricks, *bid.otherwise) if n in open_to), bid.tricks)


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
        return _carry_out(order, at)
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
