"""What players were asked back about: an order that is done once they say that it is meant."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlmodel import Session, col

from pbem.domain.code_powers import Grave
from pbem.store.rows import any_row, change_row, read_row
from pbem.store.tables.people import AskedBackRow


@dataclass(frozen=True, slots=True)
class OrderInDoubt:
    """An order that a player was asked about, in a letter of some game, or of none; `detail` is
    the new address that it names, if it does. `closed` says what was answered.
    """

    id: int
    player: int
    game: int | None
    what: Grave
    detail: str
    asked_at: datetime
    closed: str | None


def ask(
    session: Session, *, player: int, game: int | None, what: Grave, detail: str, now: datetime
) -> OrderInDoubt:
    """Write down that a player is asked; what was asked before and not answered is asked still."""
    query = select(AskedBackRow).where(
        col(AskedBackRow.player_id) == player,
        col(AskedBackRow.game_id).is_not_distinct_from(game),
        col(AskedBackRow.what) == what.value,
        col(AskedBackRow.detail) == detail,
        col(AskedBackRow.closed).is_(None),
    )
    row = session.scalars(query).first()
    if row is None:
        row = AskedBackRow(player_id=player, game_id=game, what=what, detail=detail, asked_at=now)
        session.add(row)
    row.asked_at = now
    session.flush()
    return _asked(row)


def asked_back(session: Session, number: int) -> OrderInDoubt | None:
    """What was asked under this number, or None."""
    return read_row(session, AskedBackRow, number, _asked)


def asked_since(session: Session, player: int, since: datetime) -> bool:
    """Whether a player was asked about an order at no table, after some time."""
    return any_row(
        session,
        col(AskedBackRow.player_id) == player,
        col(AskedBackRow.game_id).is_(None),
        col(AskedBackRow.asked_at) > since,
    )


def close(session: Session, number: int, how: str) -> None:
    """Write down what was answered."""
    change_row(session, AskedBackRow, number, closed=how)


def _asked(row: AskedBackRow) -> OrderInDoubt:
    return OrderInDoubt(
        row.id,
        row.player_id,
        row.game_id,
        Grave(row.what),
        row.detail,
        row.asked_at,
        row.closed,
    )
