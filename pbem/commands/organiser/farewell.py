"""What a server does that ends, step by step: tell the day, stop what is open, write last letters.

Each step is a transaction that says how far it has come: whenever it is killed, it goes on there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from pbem.commands.organiser.desk import Desk
from pbem.commands.organiser.stopping import stop
from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.model import Stage
from pbem.letters.pages.farewell import LastLetter, ServerEnds
from pbem.logs import log
from pbem.notifications.mailer import no_taps, notify
from pbem.store import farewell as ending
from pbem.store import leagues, people
from pbem.store.farewell import Farewell, FarewellStage, set_farewell
from pbem.store.games import set_stage
from pbem.store.locks import take_games
from pbem.store.server import ServerTime, server_time

_DAY = timedelta(days=1)
_BATCH = 50
_PATIENCE = timedelta(hours=2)
"""So long the table of a league is waited for, of whose last moves one may still be taken back."""


def farewell_next(services: Services, now: datetime) -> bool:
    """Do the next step of a server that ends; False if there is none for now."""
    with services.db.begin() as session:
        known = ending.farewell(session, change=True)
        if known is None or known.closed:
            return False
        return _STEPS[known.stage](Context(services, session, now), known)


def _tell(ctx: Context, known: Farewell) -> bool:
    """Tell the day to who has a part in what is open, once a day to who has come since; a week
    before it those who play are told again.
    """
    if known.after is None:
        if ctx.now >= known.at:
            ending.end_entries(ctx.session)
            set_farewell(ctx.session, replace(known, stage=FarewellStage.STOPPING))
            return True
        week = known.at - ending.WEEK_BEFORE
        looked = known.looked
        if looked and ctx.now - looked < _DAY and not looked < week <= ctx.now:
            return False
        known = replace(known, after=0, looked=ctx.now)
    found = ending.to_tell(ctx.session, known.after or 0, _BATCH)
    told = ending.last_told(ctx.session, found, known.since)
    for number in found:
        games = ending.open_games(ctx.session, number)
        last = told.get(number)
        if last is None:
            _write(ctx, known, number, "told", games)
        elif games and last < known.at - ending.WEEK_BEFORE <= ctx.now:
            _write(ctx, known, number, "soon", games)
    set_farewell(ctx.session, replace(known, after=found[-1] if found else None))
    return True


def _tell_that_it_goes_on(ctx: Context, known: Farewell) -> bool:
    found = ending.told_since(ctx.session, known.since, known.after or 0, _BATCH)
    for number in found:
        _write(ctx, known, number, "goes on", ())
    set_farewell(ctx.session, replace(known, after=found[-1]) if found else None)
    return True


def _stop(ctx: Context, known: Farewell) -> bool:
    """Stop the next open game; once there is none, and all leagues have had their last table, the
    last letters may be written.
    """
    number = ending.next_open(ctx.session)
    if number is None:
        if ctx.now - known.at < _PATIENCE and leagues.untold(ctx.session):
            return False
        set_farewell(ctx.session, replace(known, stage=FarewellStage.WRITING, after=0))
        return True
    take_games(ctx.session, [number])
    try:
        with ctx.session.begin_nested():
            stop(
                Desk(ctx.services, ctx.session, ctx.now, number=number, unique="farewell"),
                "server_ends",
            )
    except (ValueError, LookupError):
        log.exception("a game stops untold", game=number)
        set_stage(ctx.session, number, Stage.CANCELLED, ctx.now)
    return True


def _write_last(ctx: Context, known: Farewell) -> bool:
    """Write the last letter of the next person."""
    from pbem.exports.keepsake import keepsake  # needed once in the life of a server

    found = ending.readers(ctx.session, known.after or 0, 1)
    if not found:
        told = replace(known, stage=FarewellStage.LEAVING, after=None, written=ctx.now)
        set_farewell(ctx.session, told)
        return True
    player = people.player(ctx.session, found[0])
    held = keepsake(ctx.session, ctx.services.templates, player, ctx.now)
    for part, packed in enumerate(held.packed, 1):
        page = LastLetter(
            no_taps(ctx, player.language),
            player.name,
            held.games,
            part,
            len(held.packed),
            held.whole,
            packed,
        )
        notify(ctx, page, player, _unique(known, f"{player.id}.{part}"))
    set_farewell(ctx.session, replace(known, after=player.id))
    return True


def _close(ctx: Context, known: Farewell) -> bool:
    """Close the database once everything has left, and the operator knows of it."""
    told = server_time(ctx.session, ServerTime.TOLD)
    waits = known.written is not None and (told is None or told < known.written)
    if (ctx.settings.operator and waits) or not ending.all_has_left(ctx.session):
        return False
    set_farewell(ctx.session, replace(known, stage=FarewellStage.CLOSED))
    log.warning("closed", farewell=known.day.isoformat())
    return True


_STEPS: dict[FarewellStage, Callable[[Context, Farewell], bool]] = {
    FarewellStage.TOLD: _tell,
    FarewellStage.TAKEN_BACK: _tell_that_it_goes_on,
    FarewellStage.STOPPING: _stop,
    FarewellStage.WRITING: _write_last,
    FarewellStage.LEAVING: _close,
}


def _write(
    ctx: Context,
    known: Farewell,
    number: int,
    what: Literal["told", "soon", "goes on"],
    games: tuple[str, ...],
) -> None:
    player = people.player(ctx.session, number)
    page = ServerEnds(
        no_taps(ctx, player.language),
        what,
        name=player.name,
        day=known.day,
        at=known.at,
        zone=player.zone,
        games=games,
        words=known.words if what == "told" else "",
    )
    notify(ctx, page, player, _unique(known, f"{what}.{number}"))


def _unique(known: Farewell, about: str) -> str:
    return f"{int(known.since.timestamp())}.{about}"
