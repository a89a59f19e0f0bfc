"""Who works on what where several servers share a database: a game is one server's at a time."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlmodel import Session, col

from pbem.store.events import read_anew
from pbem.store.tables import GameRow, OrganiserRow, SeatRow


def alone(session: Session) -> bool:
    """Whether a transaction keeps all others out anyhow, because the database is a file."""
    return session.get_bind().dialect.name == "sqlite"


def take_games(session: Session, games: Iterable[int]) -> None:
    """Keep other servers out of some games until the commit; what was read before is forgotten.

    Always in the order of their numbers, so that no two servers wait for each other.
    """
    wanted = sorted(set(games))
    if alone(session) or not wanted:
        return
    query = select(col(GameRow.id)).where(col(GameRow.id).in_(wanted)).order_by(col(GameRow.id))
    session.execute(query.with_for_update(key_share=True)).all()
    session.expire_all()
    read_anew(session)


def games_around(session: Session, players: Iterable[int]) -> set[int]:
    """The games that some players have a seat in, or organise."""
    wanted = tuple(players)
    seated = select(col(SeatRow.game_id)).where(col(SeatRow.player_id).in_(wanted))
    run = select(col(GameRow.id)).where(col(GameRow.organiser_id).in_(wanted))
    helped = select(col(OrganiserRow.game_id)).where(col(OrganiserRow.player_id).in_(wanted))
    found = session.scalars(seated.union(run, helped))
    return {number for number in found if number is not None}
