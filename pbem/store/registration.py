"""People who want to be players, in and out of their table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col

from pbem.store.rows import add_row, any_row, change_row, read_row
from pbem.store.tables.people import SignupRow

NOT_ASKED = "not asked"
"""What closes a wish whose letter was not written."""


@dataclass(frozen=True, slots=True)
class Signup:
    """Somebody who wants to be a player; `closed` is what was answered, None while nothing was.

    `wish` is the open game in which a seat is wanted, or with `watches` the game to be watched;
    empty if there is none.
    """

    id: int
    address: str
    name: str
    language: str
    asked_at: datetime
    closed: str | None
    wish: str = ""
    watches: bool = False


def add(
    session: Session,
    address: str,
    name: str,
    language: str,
    now: datetime,
    wish: str = "",
    *,
    watches: bool = False,
) -> Signup:
    """Write down somebody who wants to be a player, a player who wants a seat, or who watches."""
    return _signup(
        add_row(
            session,
            SignupRow,
            address=address,
            name=name,
            language=language,
            asked_at=now,
            wish=wish,
            watches=watches,
        )
    )


def signup(session: Session, number: int) -> Signup | None:
    """The one with this number, or None."""
    return read_row(session, SignupRow, number, _signup)


def asked_since(session: Session, address: str, since: datetime) -> bool:
    """Whether an address was asked since some time."""
    return any_row(
        session,
        col(SignupRow.address) == address,
        col(SignupRow.asked_at) > since,
        col(SignupRow.closed).is_distinct_from(NOT_ASKED),
    )


def close(session: Session, number: int, how: str) -> None:
    """Write down what was answered."""
    change_row(session, SignupRow, number, closed=how)


def _signup(row: SignupRow) -> Signup:
    return Signup(
        *(row.id, row.address, row.name, row.language, row.asked_at, row.closed, row.wish),
        watches=bool(row.watches),
    )
