"""When results of deals are told that no question has carried to their player."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, select, update
from sqlmodel import Session, col

from engine import Seat
from pbem.store.tables.games import SeatRow

_TELL = (
    update(SeatRow)
    .where(
        col(SeatRow.game_id) == bindparam("game"),
        col(SeatRow.seat).in_(bindparam("seats", expanding=True)),
    )
    .values(result_at=bindparam("at"))
    .execution_options(synchronize_session=False)
)


def tell_result(session: Session, game: int, seats: Iterable[Seat], at: datetime | None) -> None:
    """Tell some seats the result at a time, unless a question does before; or, with None, not."""
    session.execute(_TELL, {"game": game, "seats": list(seats), "at": at})
    session.expire_all()


def next_result(session: Session, now: datetime) -> tuple[int, Seat] | None:
    """The game and the seat whose result is to be told first, with that crossed off; or None."""
    query = (
        select(SeatRow)
        .where(col(SeatRow.result_at) <= now)
        .order_by(col(SeatRow.result_at), col(SeatRow.game_id), col(SeatRow.seat))
        .limit(1)
    )
    row = session.scalars(query).first()
    if row is None:
        return None
    row.result_at = None
    session.flush()
    return row.game_id, Seat(row.seat)
