"""The second stage: the next mail, or the next passed deadline, thought through in one commit.

Everything a mail brings about - events, questions, answers, the mail being done - is written
together or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from engine import view
from engine.players import choose, usual
from pbem.house import House, packs, shown_log
from pbem.logs import log
from pbem.server.fates import Fate, fate_of, note_player
from pbem.store import deadlines, plans, questions
from pbem.store.claims import Late, take_games
from pbem.store.database import Trouble
from pbem.store.games import load_table
from pbem.store.inbound import (
    MOST_ATTEMPTS,
    Inbound,
    close_inbound,
    next_inbound,
    note_failure,
    park_inbound,
    still_ours,
    uncount,
)
from pbem.store.trials import end_trial
from pbem.table.asking import said, stands
from pbem.table.model import Actor, Closed, Stage
from pbem.table.turn import act, resume
from pbem.telling.presence import after_a_miss
from pbem.telling.spare import run_spare
from pbem.telling.turns import carry_out, not_done, standing_orders


def process_next(house: House, now: datetime) -> bool:
    """Think one stored mail through; False when none waits.

    A mail that failed three times is parked with its bytes kept, and the next one gets its turn.
    Trouble when the database cannot do it now.
    """
    with house.db.begin() as session:
        inbound = next_inbound(session, now)
        if inbound is None:
            return False
        if inbound.attempts > MOST_ATTEMPTS:
            why = f"failed three times{f': {inbound.failed}' if inbound.failed else ''}"
            park_inbound(session, inbound.id, fate=why, now=now)
            note_player(house, session, inbound)
            log.error("mail parked", inbound=inbound.id)
            return True
    try:
        found = _think(house, inbound, now)
    except Trouble:
        # Not the mail's fault: it does not count, and no other mail would fare better now.
        with suppress(Trouble), house.db.begin() as session:
            uncount(session, inbound.id)
        raise
    except Exception as problem:
        # Ours, not the player's: the mail stays, and comes up again until it is parked.
        with suppress(Trouble), house.db.begin() as session:
            note_failure(session, inbound.id, type(problem).__name__)
        log.exception("mail failed", inbound=inbound.id, attempt=inbound.attempts)
        return True
    if found is not None:
        fate, game = found
        log.info("mail processed", inbound=inbound.id, fate=fate, game=game)
    return True


def _think(house: House, inbound: Inbound, now: datetime, games: Iterable[int] = ()) -> Fate | None:
    """Do what a mail asks; what became of it. None if another server has taken it meanwhile.

    `games` are those that it turned out to need, where they could not all be had.
    """
    try:
        with house.db.begin() as session:
            if not still_ours(session, inbound):
                return None
            take_games(session, games)
            fate, game = fate_of(house, session, inbound, now)
            close_inbound(session, inbound.id, fate=fate, now=now, game=game)
            return fate, game
    except Late as late:
        return _think(house, inbound, now, late.games)


def process_deadline(house: House, now: datetime, heard: datetime | None = None) -> bool:
    """Answer for the player whose deadline passed first; False when everybody has time.

    All mail that came before `heard` is processed, so no later deadline has passed yet.
    """
    with house.db.begin() as session:
        missed = deadlines.next_due(session, heard or now)
        if missed is None:
            return False
        take_games(session, [missed.game])
        if not questions.still_open(session, missed):
            return True
        table = load_table(session, missed.game)
        game, length = house.folded.game(session, table.id)
        if not stands(missed, game, length):
            questions.close(session, missed.id, Closed.VOID, now)
            return True
        if table.trial:
            end_trial(session, table.id, now)
            return True
        if run_spare(session, table, missed, now):
            return True
        kept = missed.seat in table.kept
        seen = view(game, missed.seat)
        chosen = choose(seen) if kept else usual(seen)
        outcome = act(
            game,
            chosen,
            Actor.KEEPER if kept else Actor.DEADLINE,
            packs(house, session, table, game.rules),
            standing_orders(session, table, game),
        )
        how = Closed.KEPT if kept else Closed.MISSED
        questions.close(session, missed.id, how, now, said(chosen))
        carry_out(house, session, table, outcome, length, now)
        if not kept:
            after_a_miss(house, session, table, missed.seat, now)
    log.info("played for a seat" if kept else "deadline missed", game=table.id, seat=missed.seat)
    return True


def process_kept(house: House, now: datetime) -> bool:
    """Make the first move that was kept while another was held back; False when none waits.

    Its player could not know that the turn had come already.
    """
    with house.db.begin() as session:
        due = plans.next_due(session, now)
        if due is None:
            return False
        number, row = due
        take_games(session, [number])
        if not plans.clear_due(session, row):
            return True
        table = load_table(session, number)
        game, length = house.folded.game(session, number)
        if table.stage is Stage.PLAYING and shown_log(session, table, now) is None:
            orders = standing_orders(session, table, game)
            outcome = resume(game, packs(house, session, table, game.rules), orders)
            if outcome.steps:
                carry_out(house, session, table, outcome, length, now)
            elif outcome.changes:
                not_done(house, session, table, outcome, length, now)
    return True
