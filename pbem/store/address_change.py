"""Changes of address, in and out of their table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlmodel import Session, col

from pbem.store.tables.people import AliasRow, MoveRow, PlayerRow


@dataclass(frozen=True, slots=True)
class Move:
    """A player's change of address; `changed_at` is None until the new address has confirmed it.

    `closed` says how it ended, if it was called off.
    """

    id: int
    player: int
    game: int
    old: str
    new: str
    asked_at: datetime
    changed_at: datetime | None
    closed: str | None


def add(session: Session, *, player: int, game: int, old: str, new: str, now: datetime) -> Move:
    """Write down what a player asked for; what he asked before and nobody confirmed is void."""
    unconfirmed = (col(MoveRow.player_id) == player, col(MoveRow.changed_at).is_(None))
    session.execute(
        update(MoveRow).where(*unconfirmed, col(MoveRow.closed).is_(None)).values(closed="replaced")
    )
    row = MoveRow(player_id=player, game_id=game, old=old, new=new, asked_at=now)
    session.add(row)
    session.flush()
    return _move(row)


def move(session: Session, number: int) -> Move | None:
    """The change of address with this number, or None."""
    row = session.get(MoveRow, number)
    return _move(row) if row else None


def asked_for(session: Session, new: str, since: datetime) -> bool:
    """Whether a mail was sent to an address since some time, to ask whether it is a player's."""
    query = select(func.count()).where(col(MoveRow.new) == new, col(MoveRow.asked_at) > since)
    return bool(session.scalar(query))


def asked_by(session: Session, player: int, since: datetime) -> int:
    """How often a player has asked for another address since some time."""
    where = (col(MoveRow.player_id) == player, col(MoveRow.asked_at) > since)
    return session.scalar(select(func.count()).where(*where)) or 0


def settle(session: Session, moved: Move, address: str, now: datetime, closed: str | None) -> None:
    """Write to a player at one of the two addresses from now on."""
    session.execute(delete(AliasRow).where(col(AliasRow.address) == address))
    session.execute(
        update(PlayerRow).where(col(PlayerRow.id) == moved.player).values(address=address)
    )
    session.execute(
        update(MoveRow)
        .where(col(MoveRow.id) == moved.id)
        .values(changed_at=moved.changed_at or now, closed=closed)
    )
    session.expire_all()


def call_off(session: Session, number: int, how: str) -> None:
    """End a change of address that was not made."""
    session.execute(update(MoveRow).where(col(MoveRow.id) == number).values(closed=how))
    session.expire_all()


def _move(row: MoveRow) -> Move:
    assert row.id is not None
    return Move(
        row.id,
        row.player_id,
        row.game_id,
        row.old,
        row.new,
        row.asked_at,
        row.changed_at,
        row.closed,
    )
