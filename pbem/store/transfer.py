"""All of a database, taken into another: out of one file into a PostgreSQL, or back.

Everything goes along: codes, open questions, mails that wait. One transaction takes it in, so that
whatever cuts it off leaves no row of it; what it comes from is only read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import (
    Connection,
    Engine,
    delete,
    func,
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from pbem.store.backup import is_file
from pbem.store.database import CannotOpen, engine_of, reason, shown
from pbem.store.migrate import is_newest, with_newest_schema
from pbem.store.server import others_at_work
from pbem.store.server_lock import only_server
from pbem.store.tables.server import ServerRow
from pbem.store.whole_tables import (
    TableHeld,
    all_tables,
    batches,
    digest_of,
    held_in,
    held_of,
    keep_counting,
    lay,
)

Told = Callable[[str, int, int], None]
"""Called after some rows: the table, how many of all are taken in, and how many there are."""


@dataclass(frozen=True, slots=True)
class Transferred:
    """What was taken in, by table; the same on both sides."""

    tables: Mapping[str, TableHeld]

    @property
    def rows(self) -> int:
        """The rows of all tables."""
        return sum(one.rows for one in self.tables.values())


def transfer(source: str, target: str, now: datetime, told: Told = lambda *_: None) -> Transferred:
    """Take all of the database of one URL into that of another, which must be empty.

    CannotOpen, with the reason in a sentence, if either cannot be used, if a server is at work on
    one, or if what was taken in is not what was there; then the other is as empty as it was.
    """
    if make_url(source) == make_url(target):
        raise CannotOpen(f"{shown(source)} is where all of it is already")
    file = make_url(source).database
    if is_file(source) and not Path(file or "").is_file():
        raise CannotOpen(f"there is no database {shown(source)}")
    with (
        only_server(source),
        only_server(target),
        _engine(source) as out_of,
        _engine(target) as into,
        _reading(out_of, source, now) as reading,
        with_newest_schema(into) as writing,
    ):
        if filled := _first_filled(writing):
            raise CannotOpen(
                f"the database {shown(target)} is not empty (there are rows in {filled}): name a"
                " new one"
            )
        writing.execute(delete(ServerRow))
        taken = _take_in(reading, writing, told)
        found = {table.name: held_in(writing, table) for table in all_tables()}
        wrong = [name for name, held in taken.items() if found[name] != held]
        if wrong or not _refers_well(writing):
            raise CannotOpen(
                f"what was read ({', '.join(wrong) or 'all of it'}) is not what {shown(target)}"
                " would hold; nothing was taken in"
            )
        keep_counting(reading, writing)
    return Transferred(taken)


@contextmanager
def _engine(url: str) -> Iterator[Engine]:
    """The engine of a database, with what goes wrong on it as a sentence."""
    try:
        engine = engine_of(url)
        try:
            yield engine
        finally:
            engine.dispose()
    except (SQLAlchemyError, ModuleNotFoundError, ValueError) as problem:
        why = reason(problem)
        raise CannotOpen(f"the database {shown(url)} cannot be used: {why}") from problem


@contextmanager
def _reading(engine: Engine, url: str, now: datetime) -> Iterator[Connection]:
    """A connection that sees a database as it is at one moment, and changes nothing."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        if not is_newest(connection):
            raise CannotOpen(
                f"the tables of {shown(url)} are not those of this program: give `pbem migrate`"
                " first, with that database in the settings"
            )
        if not is_file(url):
            with Session(connection) as session:
                if others_at_work(session, now):
                    raise CannotOpen(f"a server is at work on {shown(url)}; stop it first")
        yield connection
        connection.rollback()


def _first_filled(connection: Connection) -> str:
    """The name of a table that holds something; empty if none does but that of the server's own
    facts, which every database has from its first moment on.
    """
    for table in all_tables():
        if (
            table.name != ServerRow.__tablename__
            and connection.execute(select(table).limit(1)).first() is not None
        ):
            return table.name
    return ""


def _take_in(source: Connection, target: Connection, told: Told) -> dict[str, TableHeld]:
    """Copy every table, in bounded memory; what was read of each."""
    counts = {
        table.name: source.scalar(select(func.count()).select_from(table)) or 0
        for table in all_tables()
    }
    every, done = sum(counts.values()), 0
    taken = {}
    for table in all_tables():
        digest, rows = 0, 0
        for batch in batches(source, table):
            lay(target, table, batch)
            digest += sum(map(digest_of, batch))
            rows += len(batch)
            told(table.name, done + rows, every)
        taken[table.name] = held_of(rows, digest)
        done += rows
    return taken


def _refers_well(connection: Connection) -> bool:
    """Whether each row that is referred to is there; a PostgreSQL has looked by itself."""
    if connection.dialect.name != "sqlite":
        return True
    return connection.exec_driver_sql("PRAGMA foreign_key_check").first() is None
