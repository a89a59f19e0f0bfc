"""What somebody may know of a game: moves that are held back have not been made yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine import Game, Seat, replay, start
from pbem.context.services import Services
from pbem.domain.hold import hold_of
from pbem.domain.hold import known as known_of
from pbem.domain.logged import Logged
from pbem.domain.model import Question, Stage, Table
from pbem.store import lookups
from pbem.store.archived import is_archived
from pbem.store.database import Session
from pbem.store.events import last_turn, load_log, opened_last
from pbem.store.games import load_table
from pbem.store.matches import match_of
from pbem.store.outbox import turn_seen
from pbem.store.questions import open_questions


@dataclass(frozen=True, slots=True)
class Known:
    """A game as somebody may know it: `entries` of its log, and whether that is not all of it.

    `turn` is the last turn of the log, which may hold more than that.
    """

    game: Game
    entries: int
    hiding: bool
    turn: tuple[Logged, ...] = ()


def not_begun(table: Table) -> Game:
    """The game of a table before its first deal; of too few who are invited, as of enough."""
    least, most = table.setup.rules.players
    return start(table.setup.rules, min(max(least, len(table.players)), most))


def as_known(
    services: Services,
    session: Session,
    table: Table,
    now: datetime,
    seat: Seat | None = None,
    *,
    latest: Game | None = None,
) -> Known:
    """A game as a seat may know it now, or a spectator: moves still held back are left out.

    `latest` is the game of this very moment, where the transaction has changed it.
    """
    key = ("as known", table.id, now, seat)
    kept: Known | None = lookups.found(session, key) if latest is None else None
    if kept is not None:
        return kept
    log = load_log(session, table.id)
    turn = tuple(log[log[-1].turn :])
    shown = _shown(session, table, log, now, seat)
    if shown < len(log):
        game = replay(logged.entry for logged in log[:shown])
        known = Known(game, shown, hiding=True, turn=turn)
    else:
        known = Known(latest or services.games.of(table.id, log), shown, hiding=False, turn=turn)
    if latest is None:
        lookups.keep(session, key, known)
    return known


def shown_log(
    session: Session, table: Table, now: datetime, seat: Seat | None = None
) -> list[Logged] | None:
    """A game's log without the moves that are still held back; None if none are.

    `seat` is who looks: a player's own move is never held back from him.
    """
    if table.stage is Stage.OVER and is_archived(session, table.id):
        return None
    log = load_log(session, table.id)
    shown = _shown(session, table, log, now, seat)
    return None if shown == len(log) else log[:shown]


def table_as_known(session: Session, table: Table, now: datetime, seat: Seat) -> Table:
    """A table as a seat may know it: its game is not over while the last card is held back."""
    if table.stage is not Stage.OVER or shown_log(session, table, now, seat) is None:
        return table
    return replace(table, stage=Stage.PLAYING)


def _shown(
    session: Session, table: Table, log: Sequence[Logged], now: datetime, seat: Seat | None
) -> int:
    """How many entries of a game's log a seat may know."""
    turn = [(one.logged, one.opens) for one in last_turn(session, table.id)]
    shown = known_of(turn, now, seat)
    if shown == len(turn) or turn_seen(session, table.id, log[-1].turn):
        return len(log)
    return log[-1].turn + shown


def asked_openly(
    session: Session, table: Table, now: datetime, *, hiding: bool
) -> Sequence[Question]:
    """The open questions of a game, where others may know since when it waits.

    Not while a move is held back, nor as long after the last that all have seen as one could be
    that nobody had to think about: who would be asked nothing then holds a card that decides it.
    """
    opened = opened_last(session, table.id, now)
    if hiding or (opened is not None and now < opened + hold_of(table).longest):
        return ()
    return open_questions(session, table.id)


def sealed(session: Session, table: Table, now: datetime) -> bool:
    """Whether another table still plays the deals of this one, or might take its last move back.

    Until then nothing may be published that tells a card of them.
    """
    if table.match is None:
        return False
    tables = [load_table(session, number) for number in match_of(session, table.match)]
    return any(
        one.stage is not Stage.OVER or shown_log(session, one, now) is not None for one in tables
    )
