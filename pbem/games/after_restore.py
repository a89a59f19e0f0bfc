"""Going back to a copy of the database: all is asked anew, and older answers play nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from engine import Seat
from pbem.config.settings import Settings
from pbem.context import Context
from pbem.context.services import Services, open_services
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Stage
from pbem.games import seats
from pbem.games.blocks import block
from pbem.mail.codes import Chance
from pbem.notifications.moment import moment_now
from pbem.notifications.organisers import tell_organiser
from pbem.notifications.questions import ask_all_anew
from pbem.orders.keywords import Ask, Key
from pbem.store import people, questions
from pbem.store.backup import CannotCopy, back_up, database_file, laid_beside, put_in_place
from pbem.store.codes import void_old_form
from pbem.store.database import Database
from pbem.store.dump import is_dump
from pbem.store.dumped import lay_out
from pbem.store.games import games_at, load_table
from pbem.store.holding import Holding, Holds, held_by, kept_key, not_held, read_held
from pbem.store.server import ServerTime, server_time

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)

_BETWEEN = timedelta(minutes=2)
"""How much later than its database the file beside the copies may be written, as a rule."""


@dataclass(frozen=True, slots=True)
class AskedAnew:
    """A game, and who is asked what in it: the name of each player, and the question."""

    game: str
    asked: tuple[tuple[str, Ask], ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """What is asked anew, and for how many of each kind of thing that must hold the copy knew
    nothing of it.
    """

    games: tuple[AskedAnew, ...]
    held: Mapping[Holds, int]

    @property
    def asked(self) -> int:
        """How many questions are asked anew."""
        return sum(len(one.asked) for one in self.games)


@dataclass(frozen=True, slots=True)
class WentBack:
    """What was done, where the database that was there before is, and up to when it is known what
    must hold: `sure` if up to the end, None if nothing of it is.
    """

    done: Restored
    aside: Path | None
    sure: bool
    known_to: datetime | None


def go_back(
    settings: Settings, copy: Path, now: datetime, chance: Chance = secrets.token_bytes
) -> WentBack:
    """Make a copy the database, with everybody asked anew; until the last step all is as it was.

    The caller has made sure that no server runs. CannotCopy or CannotOpen if it cannot be done.
    """
    with laid_beside(copy, settings.database) as fresh:
        before = held_by(database_file(settings.database))
        held = what_held(settings, copy.parent, before)
        done, known = _ready(settings, fresh, copy, now, held, chance)
        aside = put_in_place(fresh, settings.database, f"before-{now:%Y-%m-%d-%H%M%S}")
    return WentBack(done, aside, before.whole, held.at if known else None)


def try_out(settings: Settings, copy: Path, now: datetime, folder: Path) -> Restored:
    """What `go_back` would do; it is done in an empty folder, and nowhere else.

    A dump of a PostgreSQL is laid out there as a file. CannotCopy or CannotOpen if it cannot be
    done.
    """
    fresh = folder / f"{copy.name}.part"
    if is_dump(copy):
        lay_out(copy, fresh)
    else:
        back_up(f"sqlite:///{copy}", fresh)
    held = what_held(settings, copy.parent, _live(settings))
    return _ready(settings, fresh, copy, now, held, secrets.token_bytes)[0]


def what_held(settings: Settings, folder: Path, before: Holding) -> Holding:
    """What must hold, by the database that was there before and by the files beside copies.

    The database counts alone, unless it is damaged, or older than such a file.
    """
    folders = [folder, *([settings.backups.folder] if settings.backups is not None else [])]
    kept = max((read_held(one) for one in folders), key=lambda held: held.at or _LONG_AGO)
    newer = kept.at is None or (before.at is not None and kept.at <= before.at + _BETWEEN)
    if before.whole and newer:
        return before
    return replace(before, hashes=before.hashes | kept.hashes, at=kept.at)


def _live(settings: Settings) -> Holding:
    try:
        return held_by(database_file(settings.database))
    except CannotCopy:
        return Holding()


def _ready(
    settings: Settings, fresh: Path, copy: Path, now: datetime, held: Holding, chance: Chance
) -> tuple[Restored, bool]:
    """Ask everybody anew in a file that is made of a copy and not the database yet; and whether it
    has the key of the hashes, where they need one.
    """
    url = f"sqlite:///{fresh}"
    made = datetime.fromtimestamp(copy.stat().st_mtime, UTC)
    with closing(Database(url, keep=False)) as db:
        with db.begin() as session:
            known = held.key is not None or kept_key(session) is not None
        ours = settings.model_copy(update={"database": url})
        return ask_everybody(open_services(db, ours, chance=chance), made, now, held), known


def ask_everybody(services: Services, made: datetime, now: datetime, held: Holding) -> Restored:
    """Ask every open question anew, with a whole new time, and tell all what has happened.

    Before that whatever must hold holds again, so that nobody who has gone since is written to.
    `made` is when the copy was made, should it not tell when its server was last at work.
    CannotCopy if it cannot be done, and then nothing has changed.
    """
    games = []
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        void_old_form(session)
        copied = server_time(session, ServerTime.AT_WORK) or made
        again = _hold_again(ctx, held)
        for number in games_at(session, Stage.INVITING, Stage.PLAYING):
            table = load_table(session, number)
            try:
                ask_all_anew(replace(moment_now(ctx, table), went_back=copied))
            except Exception as problem:
                raise _cannot(f"{table.name} cannot be asked anew", problem) from problem
            organiser = table.organiser.id
            at_table = {player.id for player in table.players}
            if organiser not in at_table and not people.has_stopped(session, organiser):
                told = CommandOutcome(
                    CommandKind.WENT_BACK, game=table.name, at=copied, zone=table.organiser.zone
                )
                tell_organiser(ctx, table, told, f"back{int(now.timestamp())}")
            whom = (
                (table.players[one.seat].name, one.ask)
                for one in questions.open_questions(session, number)
            )
            games.append(AskedAnew(table.name, tuple(whom)))
    return Restored(tuple(games), again)


def _hold_again(ctx: Context, held: Holding) -> Mapping[Holds, int]:
    """Let hold again what must and does not; for how many rows of each kind it did not."""
    counts = {}
    try:
        for kind, let_hold in _AGAIN.items():
            rows = not_held(ctx.session, kind, held)
            for row in rows:
                let_hold(ctx, *row)
            counts[kind] = len(rows)
    except Exception as problem:
        raise _cannot("who has gone since cannot be taken out again", problem) from problem
    return counts


def _forget(ctx: Context, player: int, _made: datetime) -> None:
    seats.forget_now(ctx, people.player(ctx.session, player))


def _stop(ctx: Context, player: int, _made: datetime) -> None:
    seats.stop(ctx, people.player(ctx.session, player))


def _leave(ctx: Context, game: int, _made: datetime, seat: int, *_who: object) -> None:
    seats.leave(ctx, load_table(ctx.session, game), Seat(seat))


def _call(public: str, ctx: Context, player: int, _made: datetime) -> None:
    """Call a player so on public pages."""
    people.set_mailing(ctx.session, player, Key.PUBLIC, public)


_AGAIN: Mapping[Holds, Callable[..., object]] = {
    Holds.FORGOTTEN: _forget,
    Holds.STOPPED: _stop,
    Holds.LEFT: _leave,
    Holds.BLOCKED: block,
    Holds.INITIALS: partial(_call, "initials"),
    Holds.HIDDEN: partial(_call, "hidden"),
}
"""How each kind of thing is made to hold, with a row as `not_held` gives it; in this order."""


def _cannot(what: str, problem: Exception) -> CannotCopy:
    return CannotCopy(f"the copy is not used, and nothing has changed: {what} ({problem!r})")
