"""An answer that nobody has seen yet: its player may still change it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import Game, Seat, replay
from pbem.context import Context
from pbem.domain.hold import MOVES
from pbem.domain.logged import Logged
from pbem.domain.model import Closed, Question, Table
from pbem.letters.kinds import kinds_with
from pbem.letters.page import Trait
from pbem.store import outbox, questions
from pbem.store.database import Session
from pbem.store.events import last_turn, load_log
from pbem.turns.turn import own_turn
from pbem.turns.undo import was_answered_last


def before_the_held(ctx: Context, table: Table, question: Question | None) -> Game | None:
    """The game as it was before a question's answer; None if others may have seen that answer."""
    if question is None or question.closed is not Closed.ANSWERED:
        return None
    log = load_log(ctx.session, table.id)
    last = _held(ctx, table, question, log)
    return replay(one.entry for one in log[: last[0].seq]) if last else None


def held_answer(ctx: Context, table: Table, seat: Seat) -> Question | None:
    """The question that a seat has answered last, if nobody has seen the answer yet."""
    asked = questions.last_answered(ctx.session, table.id, seat)
    held = asked is not None and _held(ctx, table, asked, load_log(ctx.session, table.id))
    return asked if held else None


def _held(
    ctx: Context, table: Table, question: Question, log: Sequence[Logged]
) -> Sequence[Logged]:
    """The last turn of a log, if it is the answer to a question and nobody else has seen it."""
    last = log[log[-1].turn :] if log else ()
    if own_turn(last, question.seat) is None or seen(
        ctx.session, table, question.seat, last, ctx.now
    ):
        return ()
    game = ctx.services.games.game(ctx.session, table.id)[0]
    return last if was_answered_last(question, last, game) else ()


def hidden_until(session: Session, table: Table) -> datetime | None:
    """Until when the first move of the last turn is hidden from others; None if it never was."""
    first = next(iter(last_turn(session, table.id)), None)
    return first.opens if first is not None and first.opens > first.at else None


def seen(
    session: Session, table: Table, seat: Seat, entries: Sequence[Logged], now: datetime
) -> bool:
    """Whether others may have seen a seat's turn, which these are, so that it cannot be taken back.

    A mail of it has left, perhaps one that was asked for; or its first move has been known while
    the next ones were still held.
    """
    turn = entries[0].seq
    if outbox.turn_seen(session, table.id, turn):
        return True
    if outbox.told_others(session, table.id, seat, turn, kinds_with(Trait.SHOWS)):
        return True
    moves = [one for one in last_turn(session, table.id) if isinstance(one.logged.entry, MOVES)]
    return len(moves) > 1 and moves[0].opens <= now
