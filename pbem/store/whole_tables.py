"""Whole tables: their rows read in bounded memory, digested, and numbered on where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import (
    JSON,
    Connection,
    Integer,
    LargeBinary,
    String,
    Table,
    func,
    insert,
    select,
    text,
    type_coerce,
)

from pbem.store.tables.row import TableRow

_ROWS, _ROWS_WITH_BYTES = 1000, 20
"""So many rows are held at once, of tables with mails in them fewer."""

_DIGESTS = 2**256

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableHeld:
    """How many rows a table holds, and a digest of what is in them, in whatever order."""

    rows: int
    digest: str


def all_tables() -> list[Table]:
    """All tables, those first that others refer to."""
    return TableRow.metadata.sorted_tables


def held_in(connection: Connection, table: Table) -> TableHeld:
    """What a table holds."""
    digest, rows = 0, 0
    for batch in batches(connection, table):
        digest += sum(map(digest_of, batch))
        rows += len(batch)
    return held_of(rows, digest)


def held_of(rows: int, digest: int) -> TableHeld:
    """So many rows, with the sum of their digests."""
    return TableHeld(rows, f"{digest % _DIGESTS:064x}")


def batches(connection: Connection, table: Table) -> Iterator[list[Row]]:
    """The rows of a table, some at a time; of what is null where JSON may be nothing is said."""
    heavy = any(isinstance(column.type, LargeBinary) for column in table.columns)
    size = _ROWS_WITH_BYTES if heavy else _ROWS
    nullable = [c for c in table.columns if isinstance(c.type, JSON) and c.nullable]
    void = [
        type_coerce(column, String).is_(None).label(f"void {column.name}") for column in nullable
    ]
    query = select(*table.columns, *void).execution_options(yield_per=size)
    names = [column.name for column in table.columns]
    for some in connection.execute(query).partitions():
        batch = []
        for values in some:
            row = dict(zip(names, values, strict=False))
            for column, is_void in zip(nullable, values[len(names) :], strict=True):
                if is_void:
                    del row[column.name]
            batch.append(row)
        yield batch


def lay(connection: Connection, table: Table, batch: Iterable[Row]) -> None:
    """Lay rows into a table; a column that a row does not have is null in it."""
    alike: dict[tuple[str, ...], list[Row]] = {}
    for row in batch:
        alike.setdefault(tuple(row), []).append(row)
    for some in alike.values():
        connection.execute(insert(table), some)


def digest_of(row: Mapping[str, Any]) -> int:
    """A digest of a row, that can be added to those of others."""
    return int.from_bytes(sha256(repr(sorted(row.items())).encode()).digest())


def keep_counting(source: Connection, target: Connection) -> None:
    """Let what numbers rows by itself go on behind the last number that was given."""
    if target.dialect.name != "postgresql":
        return
    for table in all_tables():
        [*key] = table.primary_key.columns
        if len(key) != 1 or not isinstance(key[0].type, Integer):
            continue
        name = target.scalar(select(func.pg_get_serial_sequence(table.name, key[0].name)))
        if name is None:
            continue
        last = max(source.scalar(select(func.max(key[0]))) or 0, _given(source, table, key[0].name))
        if last:
            target.execute(select(func.setval(name, last)))


def _given(source: Connection, table: Table, key: str) -> int:
    """The last number that a PostgreSQL gave by itself."""
    if source.dialect.name != "postgresql":
        return 0
    name = source.scalar(select(func.pg_get_serial_sequence(table.name, key)))
    query = text(f"SELECT last_value FROM {name} WHERE is_called")  # a name of the database's own
    return 0 if name is None else source.scalar(query) or 0
