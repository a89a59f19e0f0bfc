"""When results of deals are told that no question has carried to their player."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, select, update
from sqlmodel import Session, col

from engine import Seat
from pbem.store.rows import execute, rows_of
from pbem.store.tables.games import SeatRow

_TELL = (
    update(SeatRow)
    .where(
        col(SeatRow.game_id) == bindparam("game"),
        col(SeatRow.seat).in_(bindparam("seats", expanding=True)),
    )
    .values(result_at=bindparam("at"))
)
_NEXT = (
    select(col(SeatRow.game_id), col(SeatRow.seat))
    .where(col(SeatRow.result_at) <= bindparam("now"))
    .order_by(col(SeatRow.result_at), col(SeatRow.game_id), col(SeatRow.seat))
    .limit(1)
)


def tell_result(session: Session, game: int, seats: Iterable[Seat], at: datetime | None) -> None:
    """Tell some seats the result at a time, unless a question does before; or, with None, not."""
    execute(session, _TELL, {"game": game, "seats": list(seats), "at": at})
    session.expire_all()


def next_result(session: Session, now: datetime) -> tuple[int, Seat] | None:
    """The game and the seat whose result is to be told first, with that crossed off; or None."""
    for game, seat in rows_of(session, _NEXT, {"now": now}):
        tell_result(session, game, [Seat(seat)], None)
        return game, Seat(seat)
    return None
