"""People who want to be players, in and out of their table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select, update
from sqlmodel import Session, col

from pbem.store.tables.people import SignupRow

NOT_ASKED = "not asked"
"""What closes a wish whose letter was not written."""


@dataclass(frozen=True, slots=True)
class Signup:
    """Somebody who wants to be a player; `closed` is what was answered, None while nothing was.

    `wish` is the open game in which a seat is wanted, empty if there is none.
    """

    id: int
    address: str
    name: str
    language: str
    asked_at: datetime
    closed: str | None
    wish: str = ""


def add(
    session: Session, address: str, name: str, language: str, now: datetime, wish: str = ""
) -> Signup:
    """Write down somebody who wants to be a player, or a player who wants a seat."""
    row = SignupRow(address=address, name=name, language=language, asked_at=now, wish=wish)
    session.add(row)
    session.flush()
    return _signup(row)


def signup(session: Session, number: int) -> Signup | None:
    """The one with this number, or None."""
    row = session.get(SignupRow, number)
    return _signup(row) if row else None


def asked_since(session: Session, address: str, since: datetime) -> bool:
    """Whether an address was asked since some time."""
    where = (col(SignupRow.address) == address, col(SignupRow.asked_at) > since)
    asked = col(SignupRow.closed).is_distinct_from(NOT_ASKED)
    return bool(session.scalar(select(func.count()).where(*where, asked)))


def close(session: Session, number: int, how: str) -> None:
    """Write down what was answered."""
    session.execute(update(SignupRow).where(col(SignupRow.id) == number).values(closed=how))
    session.expire_all()


def _signup(row: SignupRow) -> Signup:
    assert row.id is not None
    return Signup(row.id, row.address, row.name, row.language, row.asked_at, row.closed, row.wish)
