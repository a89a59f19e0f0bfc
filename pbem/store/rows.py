"""What is done to rows of all tables alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    ColumnExpressionArgument,
    Select,
    and_,
    func,
    inspect,
    select,
    update,
)
from sqlmodel import Session, SQLModel, col

Row = TypeVar("Row", bound=SQLModel)
Read = TypeVar("Read")


def add_row(session: Session, table: type[Row], /, **values: Any) -> Row:
    """Write a new row, and give it back with its number."""
    row = table(**values)
    session.add(row)
    session.flush()
    return row


def change_row(session: Session, table: type[SQLModel], key: object, /, **values: object) -> None:
    """Write values into the row with this key, if there is one; all rows are read anew."""
    [column] = inspect(table).primary_key
    change_rows(session, table, column == key, **values)


def change_rows(
    session: Session,
    table: type[SQLModel],
    *where: ColumnExpressionArgument[bool],
    **values: object,
) -> None:
    """Write values into those rows of a table; all rows are read anew."""
    session.execute(update(table).where(*where).values(**values))
    session.expire_all()


def read_row(
    session: Session, table: type[Row], key: object, read: Callable[[Row], Read]
) -> Read | None:
    """The row with this key, as it is read; None if there is none."""
    row = session.get(table, key)
    return None if row is None else read(row)


def first_row(session: Session, query: Select[Row], read: Callable[[Row], Read]) -> Read | None:
    """The first row that a query finds, as it is read; None if it finds none."""
    row = session.scalars(query.limit(1)).first()
    return None if row is None else read(row)


def count_rows(session: Session, *where: ColumnExpressionArgument[bool]) -> int:
    """How many rows there are of which all of this holds."""
    return session.scalar(select(func.count()).where(*where)) or 0


def at_seat(table: Any, game: int, seat: int) -> ColumnElement[bool]:
    """What holds of those rows of a table that are about one seat."""
    return and_(col(table.game_id) == game, col(table.seat) == seat)
