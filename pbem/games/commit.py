"""What a turn writes: its entries in the log, then who is asked and told; all in one commit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from engine import DealScored, Seat, TakenBack, replay
from pbem.context import Context
from pbem.context.shuffles import packs
from pbem.domain.logged import Logged
from pbem.domain.model import Closed, Question, Stage, Table
from pbem.notifications.moment import Moment
from pbem.notifications.notifier import results_wait, tell_the_end
from pbem.notifications.questions import ask_anew, ask_around, void
from pbem.notifications.tempo import opens
from pbem.notifications.watching import tell_watchers, tell_watchers_the_end
from pbem.store import outbox, plans, questions, receipts
from pbem.store.events import Dated, append, load_log
from pbem.store.games import load_table, set_stage
from pbem.turns.turn import Turn, begin


def start_game(ctx: Context, table: Table) -> None:
    """Draw for dealer, deal, and send everybody the first hand."""
    rules = table.setup.rules
    shuffled = packs(ctx.services, ctx.session, table, rules)
    outcome = begin(rules, len(table.players), shuffled, plans.computers_orders(ctx.session, table))
    set_stage(ctx.session, table.id, Stage.PLAYING, ctx.now)
    commit_turn(ctx, load_table(ctx.session, table.id), outcome, 0, starting=True)


def commit_turn(
    ctx: Context,
    table: Table,
    outcome: Turn,
    length: int,
    *,
    answered: Question | None = None,
    mover: Seat | None = None,
    reads: bool = False,
    starting: bool = False,
    follows: Dated | None = None,
) -> None:
    """Log a turn, then ask and tell. `mover` is the player whose turn it was, if one's it was.

    It began by answering the question `answered`, if the seat was asked one. With `reads` that
    player is told how the answer was read, if the next question leaves soon. What `follows` the
    last entry of a turn that was held opens as if it had been a part of that, however late.
    """
    entries = [
        Logged(length + at, length, step.actor, step.seat, step.entry)
        for at, step in enumerate(outcome.steps)
    ]
    begun, late = ctx.now, timedelta(0)
    if follows is not None:
        begun, late = follows.at, ctx.now - follows.opens
    waits = opens(ctx.session, table, outcome.steps, length, begun, answered=answered)
    waits = [max(one - late, timedelta(0)) for one in waits]
    append(ctx.session, table.id, entries, ctx.now, waits)
    plans.keep(ctx.session, table.id, outcome.deal, outcome.changes, seq=length, turn=length)
    if outcome.game.over:
        set_stage(ctx.session, table.id, Stage.OVER, ctx.now)
        table = load_table(ctx.session, table.id)
    shows = any(step.seat != mover for step in outcome.steps)
    at = Moment(
        ctx,
        table,
        outcome.game,
        length + len(entries),
        turn=length,
        hold=waits[-1] if waits else timedelta(0),
        knows=None if shows else mover,
        orders=outcome.orders,
        reads=mover if reads else None,
    )
    if any(isinstance(one.entry, DealScored) for one in entries) and not outcome.game.over:
        results_wait(at)
        tell_watchers(at)
    ask_around(at, starting=starting and not outcome.game.over)
    if outcome.game.over:
        tell_the_end(at)
        if table.match is None:
            tell_watchers_the_end(at)


def not_done(ctx: Context, table: Table, outcome: Turn, length: int) -> None:
    """Ask anew whoever had left something with us that cannot be done, and tell why."""
    plans.keep(ctx.session, table.id, outcome.deal, outcome.changes, seq=length)
    at = Moment(ctx, table, outcome.game, length)
    seats = {change.seat for change in outcome.changes}
    for asked in questions.open_questions(ctx.session, table.id):
        if asked.seat in seats:
            ask_anew(at, asked)


def take_back(ctx: Context, game: int, taken: Logged, again: Sequence[Logged]) -> None:
    """Undo a turn, and ask its seat again; moves of others after it are logged once more."""
    table = withdraw(ctx, game, taken)
    seq = taken.seq + 1
    stand = [replace(one, seq=seq + at, turn=seq + at) for at, one in enumerate(again)]
    append(ctx.session, table.id, stand, ctx.now)
    # Not through the cache, which must only hold what is committed.
    stood = replay(logged.entry for logged in load_log(ctx.session, table.id))
    ask_around(Moment(ctx, table, stood, seq + len(stand)))


def withdraw(ctx: Context, game: int, taken: Logged) -> Table:
    """Write down that a turn is taken back; the table as it is then.

    Its mails do not leave; its question is void, and so are those that it brought.
    """
    assert isinstance(taken.entry, TakenBack)
    assert taken.seat is not None
    session, now, turn = ctx.session, ctx.now, taken.entry.to
    outbox.supersede(session, game, now, turn=turn)
    receipts.drop(session, game, taken.seat, now)
    plans.undo_turn(session, game, turn)
    if answered := questions.last_answered(session, game, taken.seat):
        questions.close(session, answered.id, Closed.VOID, now)
    for asked in questions.open_questions(session, game):
        if asked.seq > turn:
            void(session, asked, now)
    append(session, game, [taken], now)
    # Not the table as its player knows it, to whom an end that is held has not come.
    table = load_table(session, game)
    if table.stage is Stage.OVER:
        set_stage(session, game, Stage.PLAYING, table.started_at or now)
        table = load_table(session, game)
    return table
