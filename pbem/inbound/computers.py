"""Computers whose choices take longer than a transaction may: chosen beforehand, played later."""

from __future__ import annotations

from datetime import datetime

from engine import Choice, view
from engine.players import choose, player
from pbem.context.services import Services
from pbem.domain.asking import stands
from pbem.lanes import CannotWork, Lane, LaneStopped
from pbem.logs import log
from pbem.store import deadlines
from pbem.store.games import load_table
from pbem.store.shuffles import computers_seed

Chosen = dict[int, Choice | None]
"""What computers have chosen, by the numbers of their questions; None where it is not asked any
more. It is lost with the process, and the same when it is chosen anew.
"""


def choose_next(services: Services, now: datetime, lane: Lane, chosen: Chosen) -> bool:
    """Choose for the computer that was to answer first and has not chosen; False if none is.

    No transaction is open meanwhile. One that cannot choose plays like a steady one, so that
    nobody waits for it.
    """
    with services.db.begin() as session:
        asked = deadlines.next_slow(session, now, chosen)
        if asked is None:
            for number in deadlines.closed_of(session, chosen):
                del chosen[number]
            return False
        level = load_table(session, asked.game).levels[asked.seat]
        game, length = services.games.game(session, asked.game)
        seed = computers_seed(session, asked.game)
    if level is None or not stands(asked, game, length):
        chosen[asked.id] = None
        return True
    seen = view(game, asked.seat)
    try:
        chosen[asked.id] = lane(player(level), seen, seed)
    except LaneStopped:
        return False
    except CannotWork as problem:
        log.error("no computer", game=asked.game, seat=asked.seat, error=str(problem))
        chosen[asked.id] = choose(seen)
    return True
