"""Logs of games, in and out of their table; a decoded entry is kept, because it never changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock

from sqlalchemy import bindparam, event, select
from sqlmodel import Session, col

from engine import Seat
from engine.plain import entry_from_dict, entry_to_dict
from pbem.store.tables import EventRow, GameRow
from pbem.table.model import Actor, Logged
from pbem.table.release import holds

_MOST_GAMES = 250
_SHARED, _HERE = "logs", "logs here"

Dated = tuple[Logged, datetime]
"""An entry of a log, and when it was written."""

_SINCE = (
    select(
        col(EventRow.seq),
        col(EventRow.turn),
        col(EventRow.actor),
        col(EventRow.seat),
        col(EventRow.kind),
        col(EventRow.data),
        col(EventRow.at),
    )
    .where(col(EventRow.game_id) == bindparam("game"), col(EventRow.seq) >= bindparam("since"))
    .order_by(col(EventRow.seq))
)


@dataclass(slots=True)
class Logs:
    """The committed beginnings of logs, decoded, for all transactions on one database.

    A log only grows, so a beginning stays right whoever writes on; each transaction reads what
    came after it.
    """

    _games: OrderedDict[int, tuple[Dated, ...]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def beginning(self, game: int) -> tuple[Dated, ...]:
        """What is known of a log; perhaps nothing."""
        with self._lock:
            return self._games.get(game, ())

    def keep(self, logs: Mapping[int, tuple[Dated, ...]]) -> None:
        """Keep what a transaction has read or written, once it is committed."""
        with self._lock:
            for game, log in logs.items():
                self._games[game] = log
                self._games.move_to_end(game)
            while len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)


def share(session: Session, logs: Logs) -> None:
    """Let a transaction begin with what is known of logs."""
    session.info[_SHARED] = logs


def keep_logs(session: Session) -> None:
    """Let the next transactions begin with what this one, now committed, has seen of logs."""
    _shared(session).keep(_here(session))


def read_anew(session: Session) -> None:
    """Let a transaction forget what it has seen of logs: others may have gone on with them."""
    session.info.pop(_HERE, None)


@event.listens_for(Session, "after_soft_rollback")
def _forget(session: Session, _rolled_back: object) -> None:
    read_anew(session)


def append(session: Session, game: int, entries: Iterable[Logged], now: datetime) -> None:
    """Add entries to a game's log.

    IntegrityError if another writer was faster: the key `(game, seq)` is the lock.
    """
    added = list(entries)
    rows = [
        {
            "game_id": game,
            "seq": logged.seq,
            "turn": logged.turn,
            "actor": logged.actor.value,
            "seat": logged.seat,
            "kind": type(logged.entry).__name__,
            "data": entry_to_dict(logged.entry),
            "at": now,
        }
        for logged in added
    ]
    if rows:
        before = _log(session, game)
        session.execute(EventRow.__table__.insert(), rows)  # type: ignore[attr-defined]
        _here(session)[game] = (*before, *((one, now) for one in added))


def load_log(session: Session, game: int, since: int = 0) -> list[Logged]:
    """A game's log from its entry number `since` on, in order."""
    return [logged for logged, _ in _log(session, game)[since:]]


def turn_began(session: Session, game: int, turn: int) -> datetime:
    """When a turn was made; LookupError if the log has no such entry."""
    return _log(session, game)[turn][1]


def log_length(session: Session, game: int) -> int:
    """How many entries a game's log has."""
    return len(_log(session, game))


def held_until(session: Session, game: int) -> datetime | None:
    """Until when the last turn is held back from others; None when nothing of it is."""
    log = load_log(session, game)
    row = session.get(GameRow, game)
    if not log or row is None:
        return None
    turn = log[-1].turn
    wait = holds([(one.actor, one.entry) for one in log[turn:]]) * timedelta(minutes=row.hold)
    return turn_began(session, game, turn) + wait if wait else None


def read_log(session: Session, game: int) -> list[Logged]:
    """A game's log as its table holds it at this moment, entry by entry."""
    return [logged for logged, _ in _since(session, game, 0)]


def _log(session: Session, game: int) -> tuple[Dated, ...]:
    """A game's log as this transaction sees it: read once, and then with what it has added."""
    here = _here(session)
    if game not in here:
        known = _shared(session).beginning(game)
        here[game] = (*known, *_since(session, game, len(known)))
    return here[game]


def _since(session: Session, game: int, number: int) -> Iterator[Dated]:
    for seq, turn, actor, seat, kind, data, at in session.execute(
        _SINCE, {"game": game, "since": number}
    ):
        seated = None if seat is None else Seat(seat)
        yield Logged(seq, turn, Actor(actor), seated, entry_from_dict(kind, data)), at


def _here(session: Session) -> dict[int, tuple[Dated, ...]]:
    here: dict[int, tuple[Dated, ...]] = session.info.setdefault(_HERE, {})
    return here


def _shared(session: Session) -> Logs:
    shared: Logs = session.info[_SHARED]
    return shared
