"""The second stage: the next mail, or the next passed deadline, thought through in one commit.

Everything a mail brings about - events, questions, answers, the mail being done - is written
together or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from engine import view
from engine.players import choose, usual
from pbem.context import Context
from pbem.context.known import shown_log
from pbem.context.services import Services
from pbem.context.shuffles import packs
from pbem.domain.asking import said, stands
from pbem.domain.model import Actor, Closed, Stage
from pbem.domain.outcomes import game_of, kind
from pbem.games.commit import commit_turn, not_done
from pbem.games.seats import after_a_miss
from pbem.games.spare_hours import run_spare
from pbem.inbound.parking import failed
from pbem.inbound.route import route
from pbem.logs import log
from pbem.store import deadlines, plans, questions
from pbem.store.database import DatabaseUnavailable
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, close_inbound
from pbem.store.locks import GamesNeeded, take_games
from pbem.store.plans import standing_orders
from pbem.store.trials import end_trial
from pbem.store.waiting import cut_short, next_inbound, this_inbound
from pbem.turns.turn import act, resume


def process_next(services: Services, now: datetime) -> bool:
    """Think one stored mail through; False when none waits.

    A mail that fails three times is set aside, and the next one gets its turn. Being killed is no
    failure: the mail is noted beforehand, and whoever finds the note tries it again, last.
    Trouble when the database cannot do it now; it is no failure of the mail either.
    """
    return _think(services, now)


def _think(
    services: Services, now: datetime, games: Iterable[int] = (), again: int | None = None
) -> bool:
    """Think a mail through: `again` one that turned out to need some `games`, or the next."""
    mail: Inbound | None = None
    try:
        with services.db.begin() as session:
            ctx = Context(services, session, now)
            mail = next_inbound(session, now) if again is None else this_inbound(session, again)
            if mail is None:
                return again is not None
            services.note.begin(mail.id)
            take_games(session, games)
            outcomes = route(ctx, mail)
            close_inbound(session, mail.id, outcomes, now)
    except GamesNeeded as late:
        assert mail is not None
        return _think(services, now, late.games, mail.id)
    except DatabaseUnavailable:
        services.note.end()
        raise
    except Exception as problem:
        services.note.end()
        if mail is None:
            raise
        failed(services, mail, problem, now)
        return True
    services.note.end()
    kinds = " ".join(kind(one) for _, one in outcomes)
    log.info("mail processed", inbound=mail.id, outcome=kinds, game=game_of(outcomes))
    return True


def take_up(services: Services, now: datetime) -> None:
    """Let the mails rest that a process which was killed had noted; once, at the start."""
    with services.db.begin() as session:
        numbers = cut_short(session, services.note.found, now)
    services.note.end()
    for number in numbers:
        log.warning("killed while a mail was processed", inbound=number)


def process_deadline(services: Services, now: datetime, heard: datetime | None = None) -> bool:
    """Answer for the player whose deadline passed first; False when everybody has time.

    All mail that came before `heard` is processed, so no later deadline has passed yet.
    """
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        missed = deadlines.next_due(session, heard or now)
        if missed is None:
            return False
        take_games(session, [missed.game])
        if not questions.still_open(session, missed):
            return True
        table = load_table(session, missed.game)
        game, length = services.games.game(session, table.id)
        if not stands(missed, game, length):
            questions.close(session, missed.id, Closed.VOID, now)
            return True
        if table.setup.trial:
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
            packs(services, session, table, game.rules),
            standing_orders(session, table, game),
        )
        how = Closed.KEPT if kept else Closed.MISSED
        questions.close(session, missed.id, how, now, said(chosen))
        commit_turn(ctx, table, outcome, length, answered=missed)
        if not kept:
            after_a_miss(ctx, table, missed.seat)
    log.info("played for a seat" if kept else "deadline missed", game=table.id, seat=missed.seat)
    return True


def process_kept(services: Services, now: datetime) -> bool:
    """Make the first move that was kept while another was held back; False when none waits.

    Its player could not know that the turn had come already.
    """
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        due = plans.next_due(session, now)
        if due is None:
            return False
        number, row = due
        take_games(session, [number])
        if not plans.clear_due(session, row):
            return True
        table = load_table(session, number)
        game, length = services.games.game(session, number)
        if table.stage is Stage.PLAYING and shown_log(session, table, now) is None:
            orders = standing_orders(session, table, game)
            outcome = resume(game, packs(services, session, table, game.rules), orders)
            if outcome.steps:
                commit_turn(ctx, table, outcome, length)
            elif outcome.changes:
                not_done(ctx, table, outcome, length)
    return True
