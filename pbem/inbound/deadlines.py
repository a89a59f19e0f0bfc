"""Deadlines that have passed: the server answers for whoever has not, at many tables at once."""

from __future__ import annotations

from datetime import datetime

from engine import view
from engine.players import player, usual
from pbem.context import Context
from pbem.context.services import Services
from pbem.context.shuffles import packs
from pbem.domain.asking import said, stands
from pbem.domain.logged import Actor
from pbem.domain.model import Closed, Question
from pbem.games.commit import commit_turn
from pbem.games.seats import after_a_miss
from pbem.games.spare_hours import run_spare
from pbem.inbound.computers import Chosen
from pbem.inbound.worker import TOGETHER
from pbem.logs import log
from pbem.store import deadlines, questions
from pbem.store.database import DatabaseUnavailable
from pbem.store.games import load_table
from pbem.store.locks import GamesNeeded, apart, take_games
from pbem.store.plans import standing_orders
from pbem.store.shuffles import computers_seed
from pbem.store.trials import end_trial
from pbem.turns.turn import SLOW, act, computer


def process_deadlines(
    services: Services, now: datetime, failed: set[int], chosen: Chosen, heard: datetime | None
) -> bool:
    """Answer for the players whose deadlines passed first, at several tables in one commit; False
    when everybody has time.

    All mail that came before `heard` is processed, so no later deadline has passed yet; without it
    only computers answer for which nobody waits. Of those that think longer only such do that have
    `chosen`, which is forgotten then. What fails, or needs a game that another server has, takes
    nothing with it: its question is added to `failed`, and those are left for another time.
    """
    kept: list[tuple[Question, str]] = []
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        due = deadlines.next_due(session, heard, TOGETHER, failed, chosen)
        for missed in due:
            try:
                with apart(session):
                    kept.append((missed, _keep(ctx, missed, chosen)))
            except GamesNeeded:
                failed.add(missed.id)
            except DatabaseUnavailable:
                raise
            except Exception:
                failed.add(missed.id)
                log.exception("deadline not kept", game=missed.game, seat=missed.seat)
    for missed, what in kept:
        chosen.pop(missed.id, None)
        if what:
            log.info(what, game=missed.game, seat=missed.seat)
    return bool(due)


def _keep(ctx: Context, missed: Question, chosen: Chosen) -> str:
    """Answer for a player, if that is still to be done; in words what it was."""
    services, session, now = ctx.services, ctx.session, ctx.now
    take_games(session, [missed.game])
    if not questions.still_open(session, missed):
        return ""
    table = load_table(session, missed.game)
    game, length = services.games.game(session, table.id)
    if not stands(missed, game, length):
        questions.close(session, missed.id, Closed.VOID, now)
        return ""
    level = table.levels[missed.seat]
    if table.setup.trial and level is None:
        end_trial(session, table.id, now)
        return ""
    if run_spare(session, table, missed, now):
        return ""
    seen = view(game, missed.seat)
    choice = usual(seen)
    if level in SLOW:
        choice = chosen[missed.id] or choice
    elif level is not None:
        choice = player(level)(seen, computers_seed(session, table.id))
    outcome = act(
        game,
        choice,
        Actor.DEADLINE if level is None else computer(level),
        packs(services, session, table, game.rules),
        standing_orders(session, table, game),
    )
    how = Closed.MISSED if level is None else Closed.KEPT
    questions.close(session, missed.id, how, now, said(choice))
    commit_turn(ctx, table, outcome, length, answered=missed)
    if level is None:
        after_a_miss(ctx, table, missed.seat)
    return "deadline missed" if level is None else "played for a seat"
