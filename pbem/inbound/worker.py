"""The second stage: mails that wait, thought through in one commit.

Everything a mail brings about - events, questions, answers, the mail being done - is written
together or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial

from pbem.context import Context
from pbem.context.known import shown_log
from pbem.context.services import Services
from pbem.context.shuffles import packs
from pbem.domain.model import Stage
from pbem.domain.outcomes import Outcomes, game_of, kind
from pbem.games.commit import commit_turn, not_done
from pbem.inbound.parking import failed
from pbem.inbound.route import route
from pbem.logs import log
from pbem.store import plans
from pbem.store.database import DatabaseUnavailable, Session
from pbem.store.events import held_until, last_turn
from pbem.store.games import load_table
from pbem.store.inbound import Inbound, close_inbound
from pbem.store.locks import GamesNeeded, apart, take_games
from pbem.store.plans import standing_orders
from pbem.store.waiting import cut_short, next_inbound, this_inbound
from pbem.turns.turn import resume

Which = Callable[[Session], Sequence[Inbound]]
"""Finds the mails to think through in a transaction."""

TOGETHER = 50
"""So many mails of different games are thought through in one commit."""


def process_next(services: Services, now: datetime, most: int = TOGETHER) -> bool:
    """Think stored mails through, up to so many of different games; False when none waits.

    A mail that fails three times is set aside, and the others get their turn. Being killed is no
    failure: the mails are noted beforehand, and whoever finds the note tries each again, last.
    Trouble when the database cannot do it now; it is no failure of the mails either.
    """
    return _think(services, now, lambda session: next_inbound(session, now, most))


def _think(services: Services, now: datetime, which: Which, games: Iterable[int] = ()) -> bool:
    """Think some mails through in one commit, and those that cannot be with the others, alone.

    One that is alone may turn out to need some `games`.
    """
    mails: Sequence[Inbound] = ()
    came_of: Mapping[int, Outcomes] = {}
    try:
        # It lasts once a letter of it is claimed, since that does; nothing leaves before.
        with services.db.begin(lasting=False) as session:
            mails = which(session)
            if not mails:
                return False
            services.note.begin(mail.id for mail in mails)
            take_games(session, games)
            came_of = _heard(Context(services, session, now), mails)
    except GamesNeeded as late:
        _think(services, now, _this(mails[0]), late.games)
        return True
    except DatabaseUnavailable as problem:
        services.note.end()
        if len(mails) <= 1:
            raise
        came_of = {}
        log.warning("mails are tried alone", inbound=_numbers(mails), why=str(problem))
    except Exception as problem:
        services.note.end()
        if not mails:
            raise
        if len(mails) == 1:
            failed(services, mails[0], problem, now)
            return True
        came_of = {}
        log.warning("mails are tried alone", inbound=_numbers(mails), why=repr(problem))
    services.note.end()
    for mail in mails:
        if mail.id in came_of:
            outcomes = came_of[mail.id]
            kinds = " ".join(kind(one) for _, one in outcomes)
            log.info("mail processed", inbound=mail.id, outcome=kinds, game=game_of(outcomes))
        else:
            _think(services, now, _this(mail))
    return True


def _heard(ctx: Context, mails: Sequence[Inbound]) -> dict[int, Outcomes]:
    """What became of each mail: of one alone, or it raises; of several, those that did not fail."""
    if len(mails) == 1:
        return {mails[0].id: _done(ctx, mails[0])}
    came_of = {}
    for mail in mails:
        try:
            with apart(ctx.session):
                outcomes = _done(ctx, mail)
        except GamesNeeded:
            continue
        except DatabaseUnavailable:
            raise
        except Exception as problem:
            log.warning("mail is tried alone", inbound=mail.id, why=repr(problem))
        else:
            came_of[mail.id] = outcomes
    return came_of


def _done(ctx: Context, mail: Inbound) -> Outcomes:
    outcomes = route(ctx, mail)
    close_inbound(ctx.session, mail.id, outcomes, ctx.now)
    return outcomes


def _this(mail: Inbound) -> Which:
    return partial(this_inbound, number=mail.id)


def _numbers(mails: Sequence[Inbound]) -> list[int]:
    return [mail.id for mail in mails]


def take_up(services: Services, now: datetime) -> None:
    """Let the mails rest that a process which was killed had noted; once, at the start."""
    with services.db.begin() as session:
        numbers = cut_short(session, services.note.found, now)
    services.note.end()
    for number in numbers:
        log.warning("killed while a mail was processed", inbound=number)


def process_kept(services: Services, now: datetime) -> bool:
    """Make the first move that was kept while another was held back; False when none waits.

    Its player could not know that the turn had come already. Others see it when they would have,
    had it been forced, or kept before: not by the tick that made it.
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
                held = last_turn(session, number) if held_until(session, number) else ()
                commit_turn(ctx, table, outcome, length, follows=held[-1] if held else None)
            elif outcome.changes:
                not_done(ctx, table, outcome, length)
    return True
