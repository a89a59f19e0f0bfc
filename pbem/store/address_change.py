"""Changes of address, in and out of their table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col

from pbem.store.rows import (
    add_row,
    any_row,
    change_row,
    change_rows,
    count_rows,
    delete_rows,
    read_row,
)
from pbem.store.tables.people import AddressChangeRow, AliasRow, PlayerRow


@dataclass(frozen=True, slots=True)
class AddressRequest:
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


def add(
    session: Session, *, player: int, game: int, old: str, new: str, now: datetime
) -> AddressRequest:
    """Write down what a player asked for; what he asked before and nobody confirmed is void."""
    change_rows(
        session,
        AddressChangeRow,
        col(AddressChangeRow.player_id) == player,
        col(AddressChangeRow.changed_at).is_(None),
        col(AddressChangeRow.closed).is_(None),
        closed="replaced",
    )
    return _read(
        add_row(
            session,
            AddressChangeRow,
            player_id=player,
            game_id=game,
            old=old,
            new=new,
            asked_at=now,
        )
    )


def find(session: Session, number: int) -> AddressRequest | None:
    """The change of address with this number, or None."""
    return read_row(session, AddressChangeRow, number, _read)


def asked_for(session: Session, new: str, since: datetime) -> bool:
    """Whether a mail was sent to an address since some time, to ask whether it is a player's."""
    return any_row(
        session, col(AddressChangeRow.new) == new, col(AddressChangeRow.asked_at) > since
    )


def asked_by(session: Session, player: int, since: datetime) -> int:
    """How often a player has asked for another address since some time."""
    return count_rows(
        session, col(AddressChangeRow.player_id) == player, col(AddressChangeRow.asked_at) > since
    )


def settle(
    session: Session, moved: AddressRequest, address: str, now: datetime, closed: str | None
) -> None:
    """Write to a player at one of the two addresses from now on."""
    delete_rows(session, AliasRow, col(AliasRow.address) == address)
    change_row(session, PlayerRow, moved.player, address=address)
    change_row(
        session, AddressChangeRow, moved.id, changed_at=moved.changed_at or now, closed=closed
    )


def call_off(session: Session, number: int, how: str) -> None:
    """End a change of address that was not made."""
    change_row(session, AddressChangeRow, number, closed=how)


def _read(row: AddressChangeRow) -> AddressRequest:
    return AddressRequest(
        row.id,
        row.player_id,
        row.game_id,
        row.old,
        row.new,
        row.asked_at,
        row.changed_at,
        row.closed,
    )
