"""The draws of club nights, in and out of their table. A secret leaves only with its draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from engine.shuffle import fingerprint
from pbem.store.insert_once import InsertOnce
from pbem.store.rows import change_rows, rows_of
from pbem.store.tables.leagues import DrawRow

_FIX = InsertOnce(DrawRow)


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw of a round; all but the fingerprint and its secret are empty until it is drawn.

    Everybody is the number of a player.
    """

    fingerprint: str
    secret: bytes = field(repr=False)
    entered: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]
    rests: tuple[int, ...]


def fix(session: Session, league: int, number: int, fresh: bytes) -> None:
    """Fix a draw by the secret `fresh`, unless one fixes it already."""
    nobody: dict[str, list[int]] = {"entered": [], "tables": [], "rests": []}
    key = {"league_id": league, "round": number}
    _FIX.write(session, {**key, "secret": fresh, "fingerprint": fingerprint(fresh), **nobody})


def draws_of(session: Session, league: int) -> list[Draw]:
    """The draws of a league that are fixed, from the first round on."""
    query = select(DrawRow).where(col(DrawRow.league_id) == league).order_by(col(DrawRow.round))
    return [_draw(row) for row in rows_of(session, query)]


def write_down(
    session: Session,
    league: int,
    number: int,
    entered: Sequence[int],
    tables: Sequence[Sequence[int]],
    rests: Sequence[int],
) -> None:
    """Keep what a round was drawn to."""
    change_rows(
        session,
        DrawRow,
        col(DrawRow.league_id) == league,
        col(DrawRow.round) == number,
        entered=list(entered),
        tables=list(map(list, tables)),
        rests=list(rests),
    )


def _draw(row: Any) -> Draw:
    return Draw(
        row.fingerprint,
        row.secret,
        tuple(row.entered),
        tuple(map(tuple, row.tables)),
        tuple(row.rests),
    )
