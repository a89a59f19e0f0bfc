"""Where tests keep their games: SQLite, or a real PostgreSQL if OHHELL_TEST_ON says so."""

from __future__ import annotations

import os
import shutil
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

import pytest
from sqlalchemy import Connection, Engine, NullPool, create_engine, event, inspect, text
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Dialect

from pbem.store.database import Database
from pbem.store.statements import CompiledStatements
from tests.servers.postgres import shared

ON_POSTGRES = os.environ.get("OHHELL_TEST_ON") == "postgresql"
Kept = str | bytes
"""The bytes of a file, or the name of a PostgreSQL database."""

_MOST, _FIRST = 20, "first.db"
_made: OrderedDict[Path, str] = OrderedDict()
_open: list[Database] = []


def _of_a_file(why: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(ON_POSTGRES, reason=why)


# What only a file has. Everything else is the same on PostgreSQL, and tested there.
COPIES = _of_a_file("`pbem backup` copies a file; of a PostgreSQL pg_dump makes a copy")
DEMO = _of_a_file("a demo keeps its game in its folder, in a file")
FROM_A_FILE = _of_a_file("it is taken out of a file")
FULL_DISK = _of_a_file("the disk is full where the file is; a PostgreSQL may be elsewhere")
NO_SETTINGS = _of_a_file("who sets nothing has a file")
PRAGMAS = _of_a_file("how a file is written; a PostgreSQL is set up by its operator")
TAKEN_AT_ONCE = _of_a_file("of several servers each takes a game first, and reads it again then")
TURNS = _of_a_file("threads take turns at a file; a PostgreSQL takes many at once")


class OneSQLite(SQLiteDialect_pysqlite):
    """SQLite as SQLAlchemy has it, where what is compiled for one file serves all.

    It keeps compiled statements for each engine, and hardly a test asks the same twice.
    """

    supports_statement_cache = True
    _compiled: ClassVar[CompiledStatements] = CompiledStatements()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(OneSQLite)

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        engine.update_execution_options(compiled_cache=cls._compiled)


registry.register("sqlite", __name__, OneSQLite.__name__)


def database_url(file: Path) -> str:
    """The URL of a database at the newest schema; the same one for the same file again."""
    if not ON_POSTGRES:
        if not file.exists():
            file.touch(mode=0o600)
            file.write_bytes(migrated_file())
        return f"sqlite:///{file}"
    if file not in _made:
        _made[file] = shared().create(migrated())
        while len(_made) > _MOST:
            _drop(next(iter(_made)))
    _made.move_to_end(file)
    return shared().url(_made[file])


def settings(folder: Path) -> dict[str, str]:
    """The environment in which commands in a server's folder find its database."""
    return {"OHHELL_DATABASE": database_url(folder / "ohhell.db")} if ON_POSTGRES else {}


def copied(folder: Path, to: Path) -> Path:
    """A copy of a server's folder, and of its database."""
    shutil.copytree(folder, to, dirs_exist_ok=True)
    if ON_POSTGRES:
        original = _made[folder / "ohhell.db"]
        # Commands that ran in this process may have left connections open.
        shared().cut_off(original)
        _made.move_to_end(folder / "ohhell.db")
        _made[to / "ohhell.db"] = shared().create(original)
    return to


def wipe(file: Path) -> None:
    """Lose a database that nobody has open."""
    if ON_POSTGRES:
        _drop(file)
    for part in file.parent.glob(f"{file.name}*"):
        part.unlink()


def _drop(file: Path) -> None:
    with shared().connect() as server:
        server.execute(f"drop database {_made.pop(file)} with (force)")


def keep(file: Path) -> Kept:
    """What the closed database of a file holds, to be laid elsewhere."""
    return _made.pop(file) if ON_POSTGRES else file.read_bytes()


def lay(kept: Kept, file: Path) -> None:
    """Make the database of a file, with what was kept of another."""
    if isinstance(kept, bytes):
        file.write_bytes(kept)
    else:
        _made[file] = shared().create(kept)


def empty_database(file: Path) -> Database:
    """The database of a file, which is laid at the newest schema unless it is there.

    It is open until the end of the test.
    """
    _open.append(Database(database_url(file)))
    return _open[-1]


def close_all() -> None:
    """Close every database that was opened since the last time."""
    while _open:
        _open.pop().close()


@contextmanager
def behind(file: Path) -> Iterator[Connection]:
    """The database of a file behind the server's back; what is changed is kept at the end."""
    engine = create_engine(database_url(file), poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


@contextmanager
def full(database: Database) -> Iterator[None]:
    """The disk of an open file is full: what needs room in it fails."""
    _allow(database, 1)
    try:
        yield
    finally:
        _allow(database, 2**31)


def _allow(database: Database, pages: int) -> None:
    """Let a file grow to so many pages; as large as it is it stays in any case."""
    with database.begin() as session:
        session.connection().exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def everything(connection: Connection) -> dict[str, list[str]]:
    """Every row of every table."""
    return {
        name: sorted(str(row) for row in connection.execute(text(f'select * from "{name}"')))
        for name in inspect(connection).get_table_names()
    }


def prepare() -> None:
    """Have what each new database begins with, before processes are forked that need it."""
    if not ON_POSTGRES:
        migrated_file()


@cache
def migrated_file() -> bytes:
    """The file of a database without a row, made once: the migrations take longer than a game."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / _FIRST
        Database(f"sqlite:///{file}").close()
        return file.read_bytes()


@cache
def migrated() -> str:
    """The name of a PostgreSQL database without a row, made once, to be copied."""
    name = shared().create()
    Database(shared().url(name)).close()
    return name


FILES = (".part", ".moved")
"""How files are called that are such on a PostgreSQL, too: copies laid out, and databases moved."""


def _no_file(dialect: Dialect, _record: object, where: list[str], _options: object) -> None:
    """Refuse to open a file where a test is meant to be on PostgreSQL, but for one it must be."""
    if dialect.name != "sqlite" or where[0].endswith(FILES):
        return
    if Path(where[0]).parent.is_dir():
        raise AssertionError(f"this test keeps its games in {where[0]}, not on PostgreSQL")


def _from_the_first(dialect: Dialect, _record: object, where: list[str], _options: object) -> None:
    """Begin a new file with what the migrations make of one; they were run for the first."""
    file = Path(where[0]) if dialect.name == "sqlite" and where else None
    if file and file.is_file() and not file.stat().st_size and file.name != _FIRST:
        file.write_bytes(migrated_file())


event.listen(Engine, "do_connect", _no_file if ON_POSTGRES else _from_the_first)
