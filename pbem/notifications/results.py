"""The result of a deal in a mail of its own, for who waits long for the next question."""

from __future__ import annotations

from datetime import datetime

from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.model import Stage
from pbem.logs import log
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import tell_result
from pbem.store.games import load_table
from pbem.store.locks import take_games
from pbem.store.results import next_result


def tell_result_next(services: Services, now: datetime) -> bool:
    """Tell the player the result who has waited for it longest; False when none is due."""
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        due = next_result(session, now)
        if due is None:
            return False
        number, seat = due
        take_games(session, [number])
        table = load_table(session, number)
        if table.stage is not Stage.PLAYING or seat in table.kept:
            return True
        told = tell_result(moment_for(ctx, table, seat), seat)
    if told:
        log.info("result told", game=number, seat=seat)
    return True
