"""Who has agreed to be written to, and the letters that went to who has not."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, exists, select
from sqlmodel import Session, col

from pbem.store.outbox import Sending
from pbem.store.rows import change_row, change_rows, value_of
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import AddressChangeRow, PlayerRow

_HERE = exists().where(
    col(PlayerRow.address) == bindparam("address"), col(PlayerRow.agreed_at).is_not(None)
)
_BEFORE = exists().where(
    col(AddressChangeRow.old) == bindparam("address"),
    col(AddressChangeRow.changed_at) > bindparam("since"),
    col(PlayerRow.id) == col(AddressChangeRow.player_id),
    col(PlayerRow.agreed_at) <= col(AddressChangeRow.asked_at),
)
HAS_AGREED = _HERE | _BEFORE
"""Whether who reads an `address` has agreed, or has moved elsewhere `since` some time."""

_HAS_AGREED = select(HAS_AGREED)


def agree(session: Session, player: int, now: datetime) -> None:
    """Write down that whoever reads a player's address wants our mail."""
    change_rows(
        session,
        PlayerRow,
        col(PlayerRow.id) == player,
        col(PlayerRow.agreed_at).is_(None),
        agreed_at=now,
    )


def wants_mail(session: Session, player: int, now: datetime) -> None:
    """Write down that a player has said yes to a game, and so to its mails, even after a stop."""
    agree(session, player, now)
    change_row(session, PlayerRow, player, stopped_at=None)


def has_agreed(session: Session, address: str, since: datetime) -> bool:
    """Whether who reads an address has agreed to our mail.

    So has the address of before somebody who moved his mails elsewhere after some time.
    """
    return bool(value_of(session, _HAS_AGREED, {"address": address.lower(), "since": since}))


def letters_about(
    session: Session, address: str, game: int | None, kinds: Collection[str]
) -> tuple[datetime, ...]:
    """When letters of some kinds about a game were written to an address, oldest first."""
    where = (col(OutboxRow.game_id) == game, col(OutboxRow.rcpt) == address)
    return _written(session, kinds, *where)


def first_letters_since(
    session: Session,
    since: datetime,
    kinds: Collection[str],
    *,
    to: str | None = None,
    by: int | None = None,
    ordered: bool | None = None,
) -> tuple[datetime, ...]:
    """When first letters of some kinds were written after a time, oldest first: to an address, or
    by the orders of a player; only those that players have ordered, or only others.
    """
    where: list[ColumnElement[bool]] = [
        col(OutboxRow.first).is_(True),
        col(OutboxRow.created_at) > since,
    ]
    if to is not None:
        where.append(col(OutboxRow.rcpt) == to)
    if by is not None:
        where.append(col(OutboxRow.by_id) == by)
    if ordered is not None:
        by_id = col(OutboxRow.by_id)
        where.append(by_id.is_not(None) if ordered else by_id.is_(None))
    return _written(session, kinds, *where)


def _written(
    session: Session, kinds: Collection[str], *where: ColumnElement[bool]
) -> tuple[datetime, ...]:
    """Those that were kept from leaving have not been written."""
    query = select(col(OutboxRow.created_at)).where(
        col(OutboxRow.kind).in_(kinds), col(OutboxRow.state) != Sending.SUPERSEDED.value, *where
    )
    return tuple(session.scalars(query.order_by(col(OutboxRow.created_at), col(OutboxRow.id))))
