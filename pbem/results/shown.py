"""What everybody may know of a game: its table, and its log without a move still held back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from engine import DealScored, View, replay, standing, view
from pbem.context.known import sealed, shown_log
from pbem.domain.logged import Logged
from pbem.domain.model import Stage, Table
from pbem.results.sheet import Sheet, score_sheet
from pbem.store.database import Session
from pbem.store.events import dated_log, load_log
from pbem.store.games import all_games, load_table


class CannotExport(ValueError):
    """A file cannot be written or read; the message says why, and nothing was changed."""


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game as it is shown to everybody."""

    table: Table
    log: tuple[Logged, ...]
    days: tuple[date, ...] = ()
    """When each deal was scored, by the organiser's calendar."""

    @property
    def view(self) -> View:
        """The game as a spectator sees it."""
        return view(replay(logged.entry for logged in self.log))

    @property
    def over(self) -> bool:
        """Whether it is over, and its end is not held back."""
        return self.table.ended_at is not None and self.view.winners is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(player.name for player in self.table.players)

    @property
    def sheet(self) -> Sheet:
        """The game's score sheet."""
        return score_sheet(self.table.name, self.names, self.view, self.days)


def shown(session: Session, number: int, now: datetime) -> ShownGame:
    """A game as everybody may know it.

    CannotExport if it has not begun, or another table still plays its deals.
    """
    table, log = public_log(session, number, now)
    if not log:
        raise CannotExport(f"{table.name} has not begun")
    return ShownGame(table, tuple(log), _days(session, table, len(log)))


def public_log(session: Session, number: int, now: datetime) -> tuple[Table, list[Logged]]:
    """A table, and the log of its game without moves held back, empty before it begins.

    CannotExport while another table plays the same deals.
    """
    table = load_table(session, number)
    if sealed(session, table, now):
        raise CannotExport(f"{table.name} is sealed until all tables of its match have ended")
    return table, shown_log(session, table, now) or load_log(session, number)


def _days(session: Session, table: Table, known: int) -> tuple[date, ...]:
    """The days on which the deals ended that stand among so many entries of a game's log."""
    log = dated_log(session, table.id)[:known]
    when = {id(one.logged.entry): one.at for one in log}
    zone = ZoneInfo(table.organiser.zone)
    stands = standing(one.logged.entry for one in log)
    scored = (when[id(event)] for event in stands if isinstance(event, DealScored))
    return tuple(at.astimezone(zone).date() for at in scored)


def ended(session: Session, now: datetime) -> list[int]:
    """The numbers of the games that are over, the last to end first."""
    tables = (load_table(session, number) for number in all_games(session))
    over = [table for table in tables if is_told(session, table, now)]
    over.sort(key=lambda one: one.ended_at or now, reverse=True)
    return [table.id for table in over]


def is_told(session: Session, table: Table, now: datetime) -> bool:
    """Whether a game is over, and no other table still plays its deals."""
    return table.stage is Stage.OVER and not sealed(session, table, now)
