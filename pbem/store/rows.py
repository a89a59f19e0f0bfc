"""What is done to rows of all tables alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    ColumnExpressionArgument,
    CursorResult,
    Executable,
    Insert,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    inspect,
    literal_column,
    select,
    update,
)
from sqlmodel import Session, SQLModel, col

Row = TypeVar("Row", bound=SQLModel)
Read = TypeVar("Read")
Values = Mapping[str, object] | Sequence[Mapping[str, object]] | None
"""What a statement is given for its parameters; several times, for as many rows."""


def rows_of(session: Session, query: Executable, values: Values = None) -> Sequence[Any]:
    """The rows that a query finds, as plain values with the names of their columns.

    No objects are made of them, so they are quick to read, and nothing can be changed by them.
    """
    return execute(session, query, values).all()


def value_of(session: Session, query: Executable, values: Values = None) -> Any:
    """The first value that a query finds; None if it finds none."""
    return execute(session, query, values).scalar()


def execute(session: Session, statement: Executable, values: Values = None) -> CursorResult[Any]:
    """Run a statement past the objects of a session; what waits in them is written first.

    Whoever changes rows that may have been read as objects lets them expire.
    """
    session.flush()
    return session.connection().execute(statement, values)


def insert_row(session: Session, table: type[SQLModel], /, **values: object) -> int:
    """Write a new row of which nothing more is needed than its number; every column is named."""
    written = execute(session, _insert(table), values).inserted_primary_key
    assert written is not None
    number: int = written[0]
    return number


def insert_rows(
    session: Session, table: type[SQLModel], rows: Sequence[Mapping[str, object]]
) -> None:
    """Write new rows, every column of each named; there is at least one."""
    execute(session, _insert(table), rows)


@cache
def _insert(table: type[SQLModel]) -> Insert:
    return insert(inspect(table).local_table)


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
) -> int:
    """Write values into those rows of a table, and how many they are; all rows are read anew."""
    written = execute(session, update(table).where(*where).values(**values)).rowcount
    session.expire_all()
    return written


def read_row(
    session: Session, table: type[Row], key: object, read: Callable[[Row], Read]
) -> Read | None:
    """The row with this key, as it is read; None if there is none."""
    found = rows_of(session, _with_key(table), {"key": key})
    return read(found[0]) if found else None


@cache
def _with_key(table: type[SQLModel]) -> Select[Any]:
    [column] = inspect(table).primary_key
    return select(table).where(column == bindparam("key"))


def first_row(
    session: Session,
    query: Select[Row],
    read: Callable[[Row], Read],
    values: Values = None,
) -> Read | None:
    """The first row that a query finds, as it is read; None if it finds none.

    A query built once, whose `values` are given, has its own limit.
    """
    found = rows_of(session, query.limit(1) if values is None else query, values)
    return read(found[0]) if found else None


def count_rows(session: Session, *where: ColumnExpressionArgument[bool]) -> int:
    """How many rows there are of which all of this holds."""
    return session.scalar(select(func.count()).where(*where)) or 0


def any_row(session: Session, *where: ColumnExpressionArgument[bool]) -> bool:
    """Whether there is a row of which all of this holds."""
    return bool(session.scalar(select(exists().where(*where))))


def delete_rows(
    session: Session, table: type[SQLModel], *where: ColumnExpressionArgument[bool]
) -> None:
    """Take those rows out of a table."""
    session.execute(delete(table).where(*where))


def between(column: Any, since: datetime, until: datetime) -> ColumnElement[bool]:
    """What holds of those rows whose time in a column is after one moment and up to another."""
    return and_(col(column) > since, col(column) <= until)


def is_one_of(column: Any, words: Iterable[str]) -> ColumnElement[bool]:
    """What holds of those rows that have one of some words of ours, never somebody's, in a column.

    They stand in the statement itself: as parameters they would be put into it at each execution.
    """
    written: list[ColumnElement[str]] = [
        literal_column("'" + word.replace("'", "''") + "'") for word in words
    ]
    return col(column).in_(written)


def at_seat(table: Any, game: int, seat: int) -> ColumnElement[bool]:
    """What holds of those rows of a table that are about one seat."""
    return and_(col(table.game_id) == game, col(table.seat) == seat)
