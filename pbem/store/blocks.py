"""Whom the operator has shut out: addresses, and domains as `@evil.example`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, String, and_, bindparam, delete, or_, select
from sqlmodel import Session, col

from pbem.casefolding import folded
from pbem.store.people import OWNER
from pbem.store.rows import add_row, rows_of, value_of
from pbem.store.tables.people import BlockRow, PlayerRow


def covered(address: Any) -> ColumnElement[bool]:
    """Whether an address is one of those shut out, or of such a domain."""
    pattern = col(BlockRow.pattern)
    domain = and_(pattern.startswith("@"), address.endswith(pattern))
    return select(pattern).where(or_(pattern == address, domain)).exists()


_ADDRESS: ColumnElement[str] = bindparam("address", type_=String())
_OWNS = select(col(PlayerRow.id)).where(
    col(PlayerRow.id) == OWNER.scalar_subquery(), covered(col(PlayerRow.address))
)
_WRITER = select(OWNER.scalar_subquery().label("player"), or_(covered(_ADDRESS), _OWNS.exists()))
_COVERED = select(covered(_ADDRESS))


@dataclass(frozen=True, slots=True)
class Blocked:
    """An address, or a domain behind its @, that is shut out since some time, and the words why."""

    pattern: str
    words: str
    since: datetime


def writer(session: Session, address: str) -> tuple[int | None, bool]:
    """The number of the player who writes from an address, and whether he, or it, is shut out."""
    [found] = rows_of(session, _WRITER, {"address": folded(address)})
    return found[0], bool(found[1])


def is_blocked(session: Session, address: str) -> bool:
    """Whether nothing is written to an address because it is shut out."""
    return bool(value_of(session, _COVERED, {"address": folded(address)}))


def blocks(session: Session) -> list[Blocked]:
    """All that is shut out, by address."""
    rows = session.scalars(select(BlockRow).order_by(col(BlockRow.pattern)))
    return [Blocked(row.pattern, row.words, row.blocked_at) for row in rows]


def add_block(session: Session, pattern: str, words: str, now: datetime) -> None:
    """Shut an address or a domain out; words for one that is take the place of those before."""
    drop_block(session, pattern)
    add_row(session, BlockRow, pattern=pattern, words=words, blocked_at=now)


def drop_block(session: Session, pattern: str) -> bool:
    """Shut an address or a domain out no more; False if it was not."""
    where = col(BlockRow.pattern) == pattern
    return session.execute(delete(BlockRow).where(where).returning(where)).first() is not None


def players_blocked(session: Session, pattern: str) -> list[int]:
    """The numbers of the players whose mail comes to an address, or to any of a domain."""
    address = col(PlayerRow.address)
    here = address.endswith(pattern) if pattern.startswith("@") else address == pattern
    return list(session.scalars(select(col(PlayerRow.id)).where(here).order_by(col(PlayerRow.id))))
