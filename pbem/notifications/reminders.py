"""Reminders for a question that has long been open, each complete in itself.

One mail reminds a player of all that is open at several tables.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.asking import stands
from pbem.logs import log
from pbem.notifications.gathering import open_now, write
from pbem.notifications.moment import Moment
from pbem.notifications.questions import send_reminder
from pbem.store import deadlines, outbox, questions
from pbem.store.games import load_table
from pbem.store.locks import games_around, take_games

_ONE_A_DAY = timedelta(hours=24)
"""A question that such a mail has told of needs no reminder of its own within that time."""


def remind_next(services: Services, now: datetime) -> bool:
    """Remind the player whose reminder is due first; False when none is."""
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        asked = deadlines.next_reminder(session, now)
        if asked is None:
            return False
        player = load_table(session, asked.game).players[asked.seat].id
        take_games(session, games_around(session, [player]))
        if not questions.still_open(session, asked):
            return True
        mail = outbox.asked_in(session, asked.id)
        game, length = services.games.game(session, asked.game)
        if mail is None or not stands(asked, game, length):
            return True
        table = load_table(session, asked.game)
        others = open_now(ctx, player, first=[asked.id])
        if len(others) > 1:
            write(session, others, f"{now:%Y%m%d%H%M}", reminder=True)
            deadlines.remind_no_sooner(session, [one.id for one, _ in others], now + _ONE_A_DAY)
        else:
            at = Moment(ctx, table, game, length)
            send_reminder(at, asked, mail, f".{now:%Y%m%d%H%M}")
        if asked.due_at and (again := table.last_call(asked.seat, now, asked.due_at)):
            deadlines.set_due(session, asked.id, asked.due_at, again)
    log.info("reminded", game=asked.game, seat=asked.seat)
    return True
