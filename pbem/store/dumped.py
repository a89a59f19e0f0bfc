"""A copy of a PostgreSQL laid out as a file of SQLite: so it is read through, and tried, without
a server.
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from io import TextIOWrapper
from itertools import islice
from pathlib import Path

from pbem.store.backup import CannotCopy, GoingOn
from pbem.store.dump import newest
from pbem.store.migrate import new_schema

_AT_ONCE = 500
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'alembic_version'"
_COPY = re.compile(r"COPY (?:\w+\.)?\"?(\w+)\"? \((.*)\) FROM stdin;\n")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SIGNS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def lay_out(dump: Path, to: Path, going_on: GoingOn = lambda: None) -> None:
    """Write what a dump holds into a new file of SQLite with the tables of its time.

    CannotCopy if it is damaged, or none of ours.
    """
    schema = [row for _, rows in _tables(dump, going_on, "alembic_version") for row in rows]
    if len(schema) != 1:
        raise CannotCopy(f"{dump} is not a copy of our database")
    try:
        new_schema(to, str(schema[0][0]))
    except ValueError as problem:
        raise CannotCopy(f"{dump} cannot be read: {problem}") from problem
    try:
        with closing(sqlite3.connect(to)) as db, db:
            db.execute("PRAGMA foreign_keys=OFF")
            for (name,) in db.execute(_TABLES).fetchall():
                # Migrations may have left rows there, as they did when the dump's own tables came.
                db.execute(f'DELETE FROM "{name}"')
            for (table, columns), rows in _tables(dump, going_on):
                if table != "alembic_version":
                    _fill(db, table, columns, rows, going_on)
    except sqlite3.Error as problem:
        raise CannotCopy(f"{dump} is not a copy of our database: {problem}") from problem


def _fill(
    db: sqlite3.Connection,
    table: str,
    columns: list[str],
    rows: Iterator[list[str | None]],
    going_on: GoingOn,
) -> None:
    kinds = {row[1]: row[2].upper() for row in db.execute(f'PRAGMA table_info("{table}")')}
    of = [kinds.get(column, "") for column in columns]
    names = ", ".join(f'"{column}"' for column in columns)
    marks = ", ".join("?" * len(columns))
    told = (tuple(map(_value, of, row)) for row in rows)
    while some := list(islice(told, _AT_ONCE)):
        going_on()
        db.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', some)


def _tables(
    dump: Path, going_on: GoingOn, only: str | None = None
) -> Iterator[tuple[tuple[str, list[str]], Iterator[list[str | None]]]]:
    """The tables of a dump: the name and the columns of each, and its rows as text."""
    words = [newest("pg_restore"), "--data-only", "--file=-"]
    words += [f"--table={only}"] if only else []
    with subprocess.Popen(
        [*words, str(dump)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        # A file's lines end as its reader sets; a process's would end at a lone \r, too.
        lines = TextIOWrapper(process.stdout, "utf-8", newline="\n")
        try:
            for line in lines:
                going_on()
                if found := _COPY.fullmatch(line):
                    columns = [name.strip(' "') for name in found[2].split(",")]
                    yield (found[1], columns), _rows(lines)
        except BaseException:
            process.kill()
            raise
        said = process.stderr.read().decode().strip()
    if process.returncode:
        raise CannotCopy(f"{dump} cannot be read: {said.rpartition(chr(10))[2]}")


def _rows(lines: Iterator[str]) -> Iterator[list[str | None]]:
    # postgresql.org/docs/current/sql-copy.html, "Text Format".
    for line in lines:
        if line == "\\.\n":
            return
        yield [None if cell == "\\N" else _plain(cell) for cell in line[:-1].split("\t")]


def _plain(cell: str) -> str:
    if "\\" not in cell:
        return cell
    return _ESCAPED.sub(lambda sign: _SIGNS.get(sign[1], sign[1]), cell)


def _value(kind: str, said: str | None) -> object:
    """What SQLite keeps of what PostgreSQL wrote, by the type of the column."""
    if said is None:
        return None
    if kind == "BLOB":
        return bytes.fromhex(said.removeprefix("\\x"))
    if kind == "BOOLEAN":
        return int(said == "t")
    if kind == "DATETIME":
        at = datetime.fromisoformat(said)
        return f"{at.astimezone(UTC) if at.tzinfo else at:%Y-%m-%d %H:%M:%S.%f}"
    return said
