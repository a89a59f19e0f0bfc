"""Going back to a copy of the database: all is asked anew, and older answers play nothing."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pbem.config.settings import Settings
from pbem.context import Context
from pbem.context.services import Services, open_services
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Stage
from pbem.games import seats
from pbem.mail.codes import Chance
from pbem.notifications.moment import moment_now
from pbem.notifications.organisers import tell_organiser
from pbem.notifications.questions import ask_all_anew
from pbem.store import people, questions
from pbem.store.backup import CannotCopy, database_file, laid_beside, put_in_place
from pbem.store.carried_over import Gone, gone_from, still_seated, still_there
from pbem.store.codes import void_old_form
from pbem.store.database import Database
from pbem.store.erasure import keep_back
from pbem.store.games import games_at, load_table
from pbem.store.server import ServerTime, server_time


@dataclass(frozen=True, slots=True)
class Restored:
    """How many questions are asked anew, and how many people the copy knew who had gone since."""

    asked: int
    forgotten: int
    stopped: int
    left: int


@dataclass(frozen=True, slots=True)
class WentBack:
    """What was done, where the database that was there before is, and whether all is known of who
    had gone from it.
    """

    done: Restored
    aside: Path | None
    sure: bool


def go_back(
    settings: Settings, copy: Path, now: datetime, chance: Chance = secrets.token_bytes
) -> WentBack:
    """Make a copy the database, with everybody asked anew; until the last step all is as it was.

    The caller has made sure that no server runs. CannotCopy or CannotOpen if it cannot be done.
    """
    made = datetime.fromtimestamp(copy.stat().st_mtime, UTC)
    with laid_beside(copy, settings.database) as fresh:
        url = f"sqlite:///{fresh}"
        gone = gone_from(database_file(settings.database))
        db = Database(url)
        try:
            ours = settings.model_copy(update={"database": url})
            done = ask_everybody(open_services(db, ours, chance=chance), made, now, gone)
        finally:
            db.close()
        aside = put_in_place(fresh, settings.database, f"before-{now:%Y-%m-%d-%H%M%S}")
    return WentBack(done, aside, gone.sure)


def ask_everybody(
    services: Services, made: datetime, now: datetime, gone: Gone | None = None
) -> Restored:
    """Ask every open question anew, with a whole new time, and tell all what has happened.

    Before that whoever has gone since the copy is gone again, so that nobody of them is written to.
    `made` is when the copy was made, should it not tell when its server was last at work.
    CannotCopy if it cannot be done, and then nothing has changed.
    """
    asked = 0
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        void_old_form(session)
        copied = server_time(session, ServerTime.AT_WORK) or made
        carried = _carry_over(ctx, gone or Gone())
        for number in games_at(session, Stage.INVITING, Stage.PLAYING):
            table = load_table(session, number)
            try:
                back = replace(moment_now(ctx, table), went_back=copied)
                ask_all_anew(back)
            except Exception as problem:
                raise _cannot(f"{table.name} cannot be asked anew", problem) from problem
            organiser = table.organiser.id
            at_table = {player.id for player in table.players}
            if organiser not in at_table and not people.has_stopped(session, organiser):
                told = CommandOutcome(
                    CommandKind.WENT_BACK, game=table.name, at=copied, zone=table.organiser.zone
                )
                tell_organiser(ctx, table, told, f"back{int(now.timestamp())}")
            asked += len(questions.open_questions(session, number))
    return replace(carried, asked=asked)


def _carry_over(ctx: Context, gone: Gone) -> Restored:
    """Forget again whom a copy still knows, write no more to who has stopped, and take out of
    games who has left them for good.
    """
    forgotten = still_there(ctx.session, gone.forgotten, "forgotten_at")
    stopped = still_there(ctx.session, gone.stopped, "stopped_at")
    try:
        for number in forgotten:
            seats.forget_now(ctx, people.player(ctx.session, number))
        for number in stopped:
            seats.stop(ctx, people.player(ctx.session, number))
            keep_back(ctx.session, number, ctx.now)
        left = still_seated(ctx.session, gone.left)
        for game, seat in left:
            seats.leave(ctx, load_table(ctx.session, game), seat)
    except Exception as problem:
        raise _cannot("who has gone since cannot be taken out again", problem) from problem
    return Restored(0, len(forgotten), len(stopped), len(left))


def _cannot(what: str, problem: Exception) -> CannotCopy:
    return CannotCopy(f"the copy is not used, and nothing has changed: {what} ({problem!r})")
