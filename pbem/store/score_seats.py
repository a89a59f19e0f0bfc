"""Who was at an evening with real cards: the people whose addresses its keeper has given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.score_sheet import ScoreSheet
from pbem.mail.codes import Purpose
from pbem.store.codes import void
from pbem.store.rows import add_row, change_row, delete_rows, read_row, rows_of
from pbem.store.score_sheets import sheet_from
from pbem.store.tables.people import ScoreSeatRow, ScoreSheetRow


@dataclass(frozen=True, slots=True)
class ScoreSeat:
    """A person at such a table: whether the sheet was sent there, and whether it is known that it
    was that person.
    """

    id: int
    sheet: int
    seat: Seat
    player: int
    told: bool
    confirmed: bool


def add(
    session: Session, sheet: int, seat: Seat, player: int, confirmed_at: datetime | None
) -> None:
    """Somebody is said to be at a seat."""
    values = {"seat": seat, "player_id": player, "confirmed_at": confirmed_at}
    add_row(session, ScoreSeatRow, sheet_id=sheet, **values)


def score_seat(session: Session, number: int) -> ScoreSeat | None:
    """The one with this number, or None."""
    return read_row(session, ScoreSeatRow, number, _seat)


def seats_at(session: Session, sheet: int) -> tuple[ScoreSeat, ...]:
    """Those of an evening, by seat."""
    query = select(ScoreSeatRow).where(col(ScoreSeatRow.sheet_id) == sheet)
    return tuple(map(_seat, rows_of(session, query.order_by(col(ScoreSeatRow.seat)))))


def set_told(session: Session, number: int, now: datetime) -> None:
    """Write down that the sheet was sent to somebody."""
    change_row(session, ScoreSeatRow, number, told_at=now)


def confirm(session: Session, number: int, now: datetime) -> None:
    """Write down that it was that person."""
    change_row(session, ScoreSeatRow, number, confirmed_at=now)


def drop(session: Session, number: int) -> None:
    """Write down that it was somebody else: the row is no more, and its code about nothing."""
    void(session, Purpose.AT_TABLE, select(col(ScoreSeatRow.id)).filter_by(id=number))
    delete_rows(session, ScoreSeatRow, col(ScoreSeatRow.id) == number)


def sheets_of(session: Session, player: int, *, kept_only: bool) -> tuple[ScoreSheet, ...]:
    """The evenings that somebody keeps or, unless `kept_only`, is known to have been at."""
    mine = col(ScoreSheetRow.player_id) == player
    if not kept_only:
        there = select(col(ScoreSeatRow.sheet_id)).where(
            col(ScoreSeatRow.player_id) == player, col(ScoreSeatRow.confirmed_at).is_not(None)
        )
        mine |= col(ScoreSheetRow.id).in_(there)
    query = select(ScoreSheetRow).where(mine).order_by(col(ScoreSheetRow.id))
    return tuple(map(sheet_from, rows_of(session, query)))


def sheets_for(session: Session, league: int) -> tuple[ScoreSheet, ...]:
    """The evenings that count for a league."""
    query = select(ScoreSheetRow).where(col(ScoreSheetRow.league_id) == league)
    return tuple(map(sheet_from, rows_of(session, query.order_by(col(ScoreSheetRow.id)))))


def all_sheets(session: Session) -> tuple[ScoreSheet, ...]:
    """Every evening there is."""
    query = select(ScoreSheetRow).order_by(col(ScoreSheetRow.id))
    return tuple(map(sheet_from, rows_of(session, query)))


def confirmed_at(session: Session, sheets: Sequence[ScoreSheet]) -> Mapping[tuple[int, Seat], int]:
    """Who is known to have been at some evenings, by the number of the sheet and the seat."""
    numbers = [one.id for one in sheets]
    query = select(ScoreSeatRow).where(
        col(ScoreSeatRow.sheet_id).in_(numbers), col(ScoreSeatRow.confirmed_at).is_not(None)
    )
    return {(row.sheet_id, Seat(row.seat)): row.player_id for row in rows_of(session, query)}


def _seat(row: ScoreSeatRow) -> ScoreSeat:
    return ScoreSeat(
        *(row.id, row.sheet_id, Seat(row.seat), row.player_id),
        told=row.told_at is not None,
        confirmed=row.confirmed_at is not None,
    )
