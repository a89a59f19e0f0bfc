"""Pauses that players propose, and who agrees."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import bindparam, select
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.model import Table
from pbem.store.rows import add_row, change_row, first_row
from pbem.store.tables.games import GameRow, PauseWishRow


@dataclass(frozen=True, slots=True)
class PauseWish:
    """A pause of some days that a seat proposes; without `first` it begins once all agree."""

    id: int
    seat: Seat
    first: date | None
    days: int
    agreed: frozenset[Seat]

    def waits_for(self, table: Table) -> list[Seat]:
        """Who has still to agree: all who play themselves."""
        seats = (Seat(seat) for seat in range(len(table.players)))
        return [one for one in seats if one not in {*table.kept, self.seat, *self.agreed}]


OPEN_WISH = (
    select(PauseWishRow)
    .where(col(PauseWishRow.game_id) == bindparam("game"), col(PauseWishRow.closed).is_(None))
    .limit(1)
)
"""The proposal that waits for answers in a `game`."""


def propose(
    session: Session, game: int, seat: Seat, first: date | None, days: int, now: datetime
) -> PauseWish:
    """Write a proposal down, in the place of any other for the same game."""
    if (other := pause_wish(session, game)) is not None:
        end(session, other.id, "replaced")
    return _wish(
        add_row(
            session,
            PauseWishRow,
            game_id=game,
            seat=seat,
            first=first,
            days=days,
            agreed=[],
            asked_at=now,
        )
    )


def pause_wish(session: Session, game: int) -> PauseWish | None:
    """The proposal that waits for answers, or None."""
    return first_row(session, OPEN_WISH, _wish, {"game": game})


def agree(session: Session, number: int, seat: Seat) -> PauseWish:
    """Write down that a seat agrees; the proposal after that."""
    row = session.get_one(PauseWishRow, number)
    row.agreed = sorted({*row.agreed, seat})
    session.flush()
    return _wish(row)


def end(session: Session, number: int, how: str) -> None:
    """Say how a proposal ended."""
    change_row(session, PauseWishRow, number, closed=how)


def count_pause(session: Session, game: int, days: int) -> None:
    """Take days from what a game may pause."""
    change_row(session, GameRow, game, pause_used=col(GameRow.pause_used) + days)


def _wish(row: PauseWishRow) -> PauseWish:
    return PauseWish(row.id, Seat(row.seat), row.first, row.days, frozenset(map(Seat, row.agreed)))
