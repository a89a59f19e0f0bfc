"""Mails that wait for their time, let go: what kept them has ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbem.context import Context
from pbem.domain.asking import stands
from pbem.domain.model import Table
from pbem.notifications.moment import Moment
from pbem.notifications.questions import tell_late
from pbem.notifications.timing import leaving
from pbem.store import deadlines, outbox, postponed, questions
from pbem.store.events import held_until
from pbem.store.games import load_table
from pbem.store.postponed import Later


def let_leave(ctx: Context, waiting: Sequence[Later], *, game: int | None = None) -> None:
    """Let mails that wait leave as it would be decided now.

    Those of one `game` only sooner, where one is given. The deadline of a question goes with its
    mail.
    """
    for mail in waiting:
        if game not in (None, mail.game):
            continue
        ready = max(ctx.now, held_until(ctx.session, mail.game) or ctx.now)
        table = load_table(ctx.session, mail.game)
        player = table.players[mail.seat]
        leaves = leaving(ctx, table, player, mail.seat, ready, mail.kind, but=mail.id)
        same = (leaves.at, leaves.gathered) == (mail.due_at, mail.gathered)
        if same or (game is not None and leaves.at > mail.due_at):
            continue
        postponed.put_off(ctx.session, mail.id, leaves.at, gathered=leaves.gathered)
        if mail.kind in outbox.NEWS and mail.question is not None:
            _ask_then(ctx, table, mail, leaves.at)


def _ask_then(ctx: Context, table: Table, mail: Later, at: datetime) -> None:
    """Let the time to answer begin when the mail leaves that asks, and tell so in it."""
    assert mail.question is not None
    asked = questions.question(ctx.session, mail.question)
    game, length = ctx.services.games.game(ctx.session, table.id)
    if asked is None or asked.closed or not stands(asked, game, length):
        return
    due, remind_at = table.times(asked.seat, at)
    deadlines.ask_at(ctx.session, asked.id, at, due, remind_at)
    anew = replace(asked, asked_at=at, due_at=due)
    tell_late(Moment(ctx, table, game, length), anew, mail.id, mail.kind)
