"""The result of a deal in a mail of its own, for who waits long for the next question (P7)."""

from __future__ import annotations

from datetime import datetime

from pbem.context import Context
from pbem.house import House
from pbem.logs import log
from pbem.store.claims import take_games
from pbem.store.games import load_table
from pbem.store.results import next_result
from pbem.table.model import Stage
from pbem.telling.teller import teller_for


def tell_result_next(house: House, now: datetime) -> bool:
    """Tell the player the result who has waited for it longest; False when none is due."""
    with house.db.begin() as session:
        ctx = Context(house, session, now)
        due = next_result(session, now)
        if due is None:
            return False
        number, seat = due
        take_games(session, [number])
        table = load_table(session, number)
        if table.stage is not Stage.PLAYING or seat in table.kept:
            return True
        told = teller_for(ctx, table, seat).tell_result(seat)
    if told:
        log.info("result told", game=number, seat=seat)
    return True
