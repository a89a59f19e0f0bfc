"""Who works on what where several servers share a database: a game is one server's at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col

from pbem.store.database import DatabaseUnavailable, trouble_told
from pbem.store.events import read_anew
from pbem.store.lookups import forget
from pbem.store.roles import helped_by
from pbem.store.tables.games import GameRow, SeatRow

_TAKEN = "games taken"


class GamesNeeded(DatabaseUnavailable):
    """A game was needed late that another server has, which may be waiting for one of ours.

    Nothing was changed; who takes all the `games` at first can wait for them.
    """

    def __init__(self, games: Iterable[int]) -> None:
        super().__init__("another server works on the same games")
        self.games = frozenset(games)


def alone(session: Session) -> bool:
    """Whether a transaction keeps all others out anyhow, because the database is a file."""
    return session.get_bind().dialect.name == "sqlite"


def take_games(session: Session, games: Iterable[int]) -> None:
    """Keep other servers out of some games until the commit; what was read before is forgotten.

    Always in the order of their numbers, so that no two servers wait for each other: Late if one
    is not to be had now whose number is below that of a game taken before.
    """
    wanted = set(games)
    if alone(session) or not wanted:
        return
    taken: frozenset[int] = session.info.get(_TAKEN, frozenset())
    late = any(game < max(taken, default=0) for game in wanted - taken)
    query = select(col(GameRow.id)).where(col(GameRow.id).in_(wanted)).order_by(col(GameRow.id))
    try:
        session.execute(query.with_for_update(key_share=True, nowait=late)).all()
    except OperationalError as problem:
        if late:
            raise GamesNeeded(taken | wanted) from problem
        raise
    session.info[_TAKEN] = taken | wanted
    session.expire_all()
    read_anew(session)
    forget(session)


@contextmanager
def apart(session: Session) -> Iterator[None]:
    """A part of a transaction that may fail alone: then nothing of it was done, and the games that
    it took are free again.
    """
    taken = session.info.get(_TAKEN, frozenset())
    try:
        with trouble_told(), session.begin_nested():
            yield
    except BaseException:
        session.info[_TAKEN] = taken
        raise


def games_around(session: Session, players: Iterable[int]) -> set[int]:
    """The games that some players have a seat in, or organise."""
    wanted = tuple(players)
    seated = select(col(SeatRow.game_id)).where(col(SeatRow.player_id).in_(wanted))
    run = select(col(GameRow.id)).where(col(GameRow.organiser_id).in_(wanted))
    found = session.scalars(seated.union(run, helped_by(wanted)))
    return set(found)
