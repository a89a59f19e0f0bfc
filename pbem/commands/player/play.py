"""Bids, cards, plans and what is said of them: read against the table, and what that brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from engine import Choice, Game, TakenBack, replay
from pbem.commands.player.ask_back import ask_which
from pbem.commands.player.held import hidden_until, seen
from pbem.commands.player.row import Done, LetterBack, SeatContext
from pbem.context.known import Known, as_known
from pbem.context.shuffles import packs
from pbem.domain import outcomes
from pbem.domain.asking import stands
from pbem.domain.logged import Actor, Logged
from pbem.domain.model import Closed, Question
from pbem.domain.outcomes import AskedBack, Changed, Outcome
from pbem.domain.vocabulary import Back, Change, Why
from pbem.games.commit import commit_turn, take_back, withdraw
from pbem.letters.page import Page
from pbem.letters.pages.replies import GotIt, NotYet, Refused
from pbem.letters.pages.unclear import WhichCard
from pbem.letters.reader import Reader
from pbem.notifications.waiting import let_leave
from pbem.notifications.writer import RECEIPT_WAITS
from pbem.orders.keywords import Key
from pbem.orders.model import HousePolicy
from pbem.orders.reading import Doubt
from pbem.store import answers, deadlines, postponed, questions
from pbem.store.events import held_until, load_log
from pbem.store.people import set_notation
from pbem.store.plans import keep, set_policy, standing_orders
from pbem.turns.decide import decide
from pbem.turns.decisions import (
    Denied,
    Doubted,
    Early,
    Forgotten,
    Moved,
    Order,
    Replaced,
    Ruled,
    SaidTwice,
    Stored,
    Unclear,
    Undone,
)
from pbem.turns.plans import KeptChange
from pbem.turns.situation import Situation
from pbem.turns.turn import own_turn
from pbem.turns.undo import own_sealed_bid


def play(ctx: SeatContext, order: Order) -> Done:
    """Do what an order says of a game that has begun: a move, what is kept, what is taken back."""
    if ctx.reading.notation is not None:
        set_notation(ctx.session, ctx.player.id, ctx.reading.notation)
    at = _At.of(ctx)
    page: Callable[[Reader], Page]
    match decide(order, at.situation):
        case Moved() as moved:
            return _move(at, moved)
        case Undone(entry, again):
            take_back(ctx, ctx.table.id, at.withdrawn(entry), again)
            return Done(outcomes.TakenBack())
        case Replaced(entry, moved):
            now_on = replace(ctx, table=withdraw(ctx, ctx.table.id, at.withdrawn(entry)))
            return _move(replace(at, ctx=now_on, length=at.length + 1), moved)
        case Stored(kept):
            leaves = held_until(ctx.session, ctx.table.id) if at.hiding else None
            _keep(at, [KeptChange(ctx.seat, kept.part, kept)], due_at=leaves)
            return _noted(at, outcomes.Kept(str(kept.order)), keeps=True)
        case Forgotten():
            mine = [part for seat, part in at.situation.orders.kept if seat == ctx.seat]
            _keep(at, (KeptChange(ctx.seat, part, None) for part in mine))
            return _noted(at, Changed(Change.PLANS), news="forgotten")
        case Ruled(HousePolicy(when, policy), moved):
            set_policy(ctx.session, ctx.table.id, ctx.seat, when, policy)
            news = "policy" if policy else "no policy"
            if moved is not None:
                return _move(at, moved, news)
            return _noted(at, Changed(Change.POLICY), news=news)
        case Unclear(among, question):
            line = ctx.reading.line
            questions.set_doubt(ctx.session, question.id, Doubt(line, among))
            page = partial(WhichCard.of, wrote=line, among=among, question=question)
            return at.unchanged(AskedBack(Back.WHICH_CARD), page)
        case Doubted() as doubted:
            return ask_which(ctx, doubted, at.situation.orders)
        case Early(order, old):
            page = partial(NotYet.of, wrote=ctx.reading.line, order=order, old=old)
            return at.unchanged(AskedBack(Back.KEEP), page)
        case Denied(why, old):
            if why is Why.OLD_QUESTION and ctx.seat in ctx.table.kept:
                why, old = Why.COMPUTER_PLAYS, None
            page = partial(Refused.of, wrote=ctx.reading.line, why=why, old=old)
            return at.unchanged(outcomes.Refused(why), page)
        case SaidTwice():
            return Done(outcomes.Repeated())


@dataclass(frozen=True, slots=True)
class _At:
    """An order and the table as it stands for who gives it; `length` is that of the log.

    With `hiding` the player does not know all of the last turn yet.
    """

    ctx: SeatContext
    situation: Situation
    length: int
    hiding: bool

    @classmethod
    def of(cls, ctx: SeatContext) -> _At:
        """How the table stands for the player who orders."""
        services, session, table, seat = ctx.services, ctx.session, ctx.table, ctx.seat
        # For this player a move that is held back has not been made yet.
        known = as_known(services, session, table, ctx.now, seat)
        turn = known.turn
        own = own_turn(turn, seat) is not None
        asked = ctx.question
        if known.hiding and asked is not None and asked.closed is None:
            if stands(asked, known.game, known.entries):
                # Sealed bids: what others have done is no part of this question.
                known = Known(*services.games.game(session, table.id), hiding=False)
            else:
                asked = None
        entries = known.entries if known.hiding else None
        deal = known.game.deal
        sealed = deal is not None and deal.rules.bid_mode.sealed
        at = Situation(
            seat,
            asked,
            known.game,
            turn,
            seen=not own or seen(session, table, seat, turn, ctx.now),
            packs=lambda number: packs(services, session, table, known.game.rules)(number),
            orders=standing_orders(session, table, known.game, known=entries),
            meant_for=ctx.meant_for,
            behind=known.hiding,
            sealed=own_sealed_bid(load_log(session, table.id), known.game, seat)
            if sealed
            else None,
        )
        if not at.seen:
            at = replace(at, before=_before(at, ctx, turn[0].seq))
        return cls(ctx, at, turn[-1].seq + 1, known.hiding)

    def withdrawn(self, entry: TakenBack) -> Logged:
        """The entry by which the player takes a turn back."""
        return Logged(self.length, self.length, Actor.PLAYER, self.ctx.seat, entry)

    def unchanged(self, outcome: Outcome, page: Callable[[Reader], Page]) -> Done:
        """What became of an order that has changed nothing."""
        return Done(outcome, LetterBack(page, orders=self.situation.orders))


def _before(at: Situation, ctx: SeatContext, turn: int) -> Situation:
    """How it was before the last turn, by the log up to there."""
    game = replay(one.entry for one in load_log(ctx.session, ctx.table.id)[:turn])
    orders = standing_orders(ctx.session, ctx.table, game, known=turn)
    return replace(at, game=game, orders=orders, log=(), behind=False, sealed=None)


def close(ctx: SeatContext, text: str) -> Question | None:
    """The question is answered: the one the mail names, or else the one that is open, if any is.

    A void one stays void: a bid under it changes the answer to what was asked in its place.
    What waited because the player had not answered for so long leaves now.
    """
    asked = ctx.question or questions.open_at(ctx.session, ctx.table.id, ctx.seat)
    if asked is not None and asked.closed is Closed.VOID:
        last = questions.last_answered(ctx.session, ctx.table.id, ctx.seat)
        asked = last if last and (last.ask, last.deal) == (asked.ask, asked.deal) else None
    if asked is not None:
        deadlines.give_spare_back(ctx.session, asked, ctx.now)
        questions.close(ctx.session, asked.id, Closed.ANSWERED, ctx.now, text)
        if waiting := postponed.not_tried(ctx.session, ctx.player.id):
            let_leave(ctx, waiting, game=ctx.table.id)
    return asked


def _move(at: _At, moved: Moved, news: str = "") -> Done:
    ctx = at.ctx
    answered = close(ctx, moved.answer)
    ack = ctx.player.mailing.value(Key.ACK)
    odd = moved.keeps or moved.by_policy or ctx.reading.repaired
    asked_for = ack == "all" or (odd and ack != "none")
    turn = (ctx, ctx.table, moved.outcome, at.length)
    commit_turn(*turn, answered=answered, mover=ctx.seat, reads=asked_for)
    played = outcomes.Played(moved.answer)
    first = not asked_for and _is_among_the_first(ctx)
    unasked = not (asked_for or first) or _asked_again(ctx)
    if unasked and ctx.reading.away is None:
        return Done(played)
    until = hidden_until(ctx.session, ctx.table)
    if moved.outcome.game.over and until is None:
        return Done(played)
    return _noted(
        at,
        played,
        did=moved.choice,
        until=until,
        keeps=moved.keeps,
        news="days" if unasked else "first" if first else news,
        latest=moved.outcome.game,
    )


def _is_among_the_first(ctx: SeatContext) -> bool:
    """Whether a new player should hear that an answer has come, lest it is sent again."""
    most = ctx.settings.limits.newcomer_receipts
    if not most or ctx.table.setup.trial or Key.ACK in ctx.player.mailing.said:
        return False
    return not answers.has_answered_more(ctx.session, ctx.player.id, most)


def _asked_again(ctx: SeatContext) -> bool:
    """Whether the next question to the player leaves soon: it tells that an answer has come."""
    asked = questions.open_at(ctx.session, ctx.table.id, ctx.seat)
    return asked is not None and asked.asked_at <= ctx.now + RECEIPT_WAITS


def _keep(at: _At, changes: Iterable[KeptChange], due_at: datetime | None = None) -> None:
    deal = at.situation.game.deal
    assert deal is not None
    session, table = at.ctx.session, at.ctx.table.id
    keep(session, table, deal.number, changes, seq=at.length, due_at=due_at)


def _noted(
    at: _At,
    outcome: Outcome,
    *,
    did: Choice | None = None,
    until: datetime | None = None,
    keeps: bool = False,
    news: str = "",
    latest: Game | None = None,
) -> Done:
    """What became of an order, and the receipt that its player wants."""
    ctx, said = at.ctx, at.ctx.reading
    if ctx.player.mailing.value(Key.ACK) == "none" and not (ctx.aged or said.away):
        return Done(outcome)
    page = partial(GotIt.of, said=said, did=did, until=until, keeps=keeps, news=news)
    return Done(outcome, LetterBack(page, latest=latest))
