"""Logs of games, in and out of their table; a decoded entry is kept, because it never changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter
from pathlib import Path
from threading import Lock

from sqlalchemy import bindparam, event, func, or_, select
from sqlmodel import Session, col

from engine import CardsDealt, Seat
from engine.as_json import entry_from_dict, entry_to_dict
from pbem.domain.logged import Actor, Logged
from pbem.store.archived import archived_as, use_archive
from pbem.store.primary import ERA
from pbem.store.rows import insert_rows, rows_of
from pbem.store.tables.log import EventRow

_MOST_GAMES = 250
_SHARED, _HERE, _ERA = "logs", "logs here", "era of logs"


@dataclass(frozen=True, slots=True)
class Dated:
    """An entry of a log, when it was written, and from when on others may know of it."""

    logged: Logged
    at: datetime
    opens: datetime


_ENTRY = ("seq", "turn", "actor", "seat", "kind", "data", "at", "opens_at")
_SINCE = (
    select(*(col(getattr(EventRow, name)) for name in _ENTRY))
    .where(col(EventRow.game_id) == bindparam("game"), col(EventRow.seq) >= bindparam("since"))
    .order_by(col(EventRow.seq))
)


@dataclass(slots=True)
class Logs:
    """The committed beginnings of logs, decoded, for all transactions on one database.

    A log only grows, so a beginning stays right whoever writes on; each transaction reads what
    came after it. With a new `era`, after a restart or a failover, all begins anew: what was not
    to last may be lost, and others have written on.
    """

    _era: int = 0
    _games: OrderedDict[int, tuple[Dated, ...]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def beginning(self, game: int, era: int) -> tuple[Dated, ...]:
        """What is known of a log; perhaps nothing."""
        with self._lock:
            if era > self._era:
                self._era = era
                self._games.clear()
            return self._games.get(game, ()) if era == self._era else ()

    def keep(self, logs: Mapping[int, tuple[Dated, ...]], era: int) -> None:
        """Keep what a transaction has read or written, once it is committed."""
        with self._lock:
            if era != self._era:
                return
            for game, log in logs.items():
                self._games[game] = log
                self._games.move_to_end(game)
            while len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)


def share(session: Session, logs: Logs, archive: Path | None = None) -> None:
    """Let a transaction begin with what is known of logs; those of an archive are in a folder."""
    session.info[_SHARED] = logs
    use_archive(session, archive)


def keep_logs(session: Session) -> None:
    """Let the next transactions begin with what this one, now committed, has seen of logs."""
    _shared(session).keep(_here(session), session.info.get(_ERA, 0))


def read_anew(session: Session) -> None:
    """Let a transaction forget what it has seen of logs: others may have gone on with them."""
    session.info.pop(_HERE, None)


@event.listens_for(Session, "after_soft_rollback")
def _forget(session: Session, _rolled_back: object) -> None:
    read_anew(session)


def append(
    session: Session,
    game: int,
    entries: Iterable[Logged],
    now: datetime,
    opens: Sequence[timedelta] = (),
) -> None:
    """Add entries to a game's log; others may know of each after so long, or at once.

    IntegrityError if another writer was faster: the key `(game, seq)` is the lock.
    """
    added = [
        Dated(one, now, now + (opens[at] if opens else timedelta(0)))
        for at, one in enumerate(entries)
    ]
    rows = [
        {
            "game_id": game,
            "seq": one.logged.seq,
            "turn": one.logged.turn,
            "actor": one.logged.actor.value,
            "seat": one.logged.seat,
            "kind": type(one.logged.entry).__name__,
            "data": entry_to_dict(one.logged.entry),
            "at": one.at,
            "opens_at": one.opens,
        }
        for one in added
    ]
    if rows:
        before = dated_log(session, game)
        insert_rows(session, EventRow, rows)
        _here(session)[game] = (*before, *added)


def load_log(session: Session, game: int, since: int = 0) -> list[Logged]:
    """A game's log from its entry number `since` on, in order."""
    return [one.logged for one in dated_log(session, game)[since:]]


def last_turn(session: Session, game: int) -> tuple[Dated, ...]:
    """The entries of the last turn of a game's log; none if it is empty."""
    log = dated_log(session, game)
    return log[log[-1].logged.turn :] if log else ()


def held_until(session: Session, game: int) -> datetime | None:
    """Until when the last turn is held back from others; None when nothing of it is."""
    turn = last_turn(session, game)
    return turn[-1].opens if turn and turn[-1].opens > turn[-1].at else None


def read_log(session: Session, game: int) -> list[Logged]:
    """A game's log as its table holds it at this moment, entry by entry."""
    return [one.logged for one in _since(session, game, 0)]


def dated_log(session: Session, game: int) -> tuple[Dated, ...]:
    """A game's log with its times, as this transaction sees it: read once, and then with what it
    has added.
    """
    here = _here(session)
    if game not in here:
        era = session.info[_ERA] = session.connection().info.get(ERA, 0)
        known = _shared(session).beginning(game, era)
        here[game] = (*known, *_since(session, game, len(known)))
    return here[game]


def _since(session: Session, game: int, number: int) -> Iterator[Dated]:
    values = {"game": game, "since": number}
    rows = rows_of(session, _SINCE, values)
    if not rows and not number:
        rows = list(map(attrgetter(*_ENTRY), archived_as(session, game, "log")))
    for seq, turn, actor, seat, kind, data, at, opens in rows:
        seated = None if seat is None else Seat(seat)
        logged = Logged(seq, turn, Actor(actor), seated, entry_from_dict(kind, data))
        yield Dated(logged, at, opens or at)


def _here(session: Session) -> dict[int, tuple[Dated, ...]]:
    here: dict[int, tuple[Dated, ...]] = session.info.setdefault(_HERE, {})
    return here


def _shared(session: Session) -> Logs:
    shared: Logs = session.info[_SHARED]
    return shared


def opened_last(session: Session, game: int, now: datetime) -> datetime | None:
    """When the last entry of a game opened that all may know; None before the first."""
    opened = func.coalesce(col(EventRow.opens_at), col(EventRow.at))
    query = select(func.max(opened)).where(col(EventRow.game_id) == game, opened <= now)
    return session.scalar(query)


def dealt_at(session: Session, game: int, now: datetime) -> list[datetime]:
    """When each deal of a game was dealt, as far as all may know."""
    query = (
        select(col(EventRow.at))
        .where(
            col(EventRow.game_id) == game,
            col(EventRow.kind) == CardsDealt.__name__,
            or_(col(EventRow.opens_at).is_(None), col(EventRow.opens_at) <= now),
        )
        .order_by(col(EventRow.seq))
    )
    return list(session.scalars(query))
