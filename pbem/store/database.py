"""The database: connect, migrate, one transaction after another. The URL is configuration.

On PostgreSQL any number of servers work on it at once; on SQLite one does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, event, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlmodel import Session, create_engine

from pbem.store.events import Logs, keep_logs, share
from pbem.store.lookups import count_writes
from pbem.store.migrate import _key, _Strange, migrate
from pbem.store.postgres import BRIEF, postgres_engine
from pbem.store.statements import CompiledStatements
from pbem.store.tables import games, log, mails
from pbem.store.writer_turns import DatabaseUnavailable, WriterTurns

if TYPE_CHECKING:
    from pbem.store.replica import Replica

__all__ = ["CannotOpen", "Database", "DatabaseUnavailable", "Session", "shown"]


_GROWING = (mails.InboundRow, mails.OutboxRow, games.GameRow, games.SeatRow, log.ArchivedRow)
"""The tables that hold the bytes of mails, or keep rows of every game there ever was."""


class CannotOpen(Exception):
    """The database cannot be used; the message says why in one sentence."""


class Database:
    """A database brought up to the newest schema when it is opened, or CannotOpen.

    Before that it is copied, unless it need not be kept. A `replica` is read where it is enough.
    """

    def __init__(self, url: str, *, keep: bool = True, replica: str | None = None) -> None:
        self._logs = Logs()
        try:
            self._engine = engine_of(url)
            count_writes(self._engine)
            try:
                migrate(self._engine, keep=keep)
            except BaseException:
                self._engine.dispose()
                raise
        except _Strange as problem:
            raise CannotOpen(f"the database {shown(url)} {problem}") from problem
        except (SQLAlchemyError, ModuleNotFoundError, ValueError) as problem:
            why = _damage(problem) or f"cannot be used: {reason(problem)}"
            raise CannotOpen(f"the database {shown(url)} {why}") from problem
        self._url = url
        self.alone = make_url(url).get_backend_name() == "sqlite"
        """Whether one server at a time works on it, because it is a file."""
        self._turns = WriterTurns() if self.alone else None
        self.archive: Path | None = None  # where the files of finished games are
        self._replica: Replica | None = None
        if replica:
            from pbem.store.replica import Replica  # hardly anybody has one

            self._replica = Replica(replica)

    @contextmanager
    def begin(self, *, lasting: bool = True) -> Iterator[Session]:
        """One transaction: committed at the end of the block, rolled back if it raises.

        Its commit waits for the disk. One that is not `lasting` does not: a loss of power may take
        it back, with all that came after it, until another that lasts is committed.
        Trouble if the database itself is the reason, so that no mail and no player is blamed.
        """
        try:
            with self._turns or nullcontext(), trouble_told(), Session(self._engine) as session:
                share(session, self._logs, self.archive)
                if not lasting:
                    session.connection(execution_options={BRIEF: True})
                yield session
                session.commit()
                keep_logs(session)
        except DatabaseError as problem:
            if damage := _damage(problem):
                raise DatabaseUnavailable(f"the database {shown(self._url)} {damage}") from problem
            raise

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One transaction that changes nothing, on the replica where one is named and keeps up.

        It may not see yet what was committed just now.
        """
        with self._replica.reading(self.archive) if self._replica else nullcontext() as session:
            if session is not None:
                with trouble_told():
                    yield session
                return
        with self.begin() as session:
            yield session

    @contextmanager
    def only_one(self, name: str) -> Iterator[bool]:
        """Whether no other server is in a block of this name; it is kept out until the end of ours.

        The one that is killed, or loses its connection, is in no block any more.
        """
        if self.alone:
            yield True
            return
        with trouble_told():
            connection = self._engine.connect()
        try:
            with trouble_told():
                ours = connection.scalar(select(func.pg_try_advisory_xact_lock(_key(name))))
            yield bool(ours)
        finally:
            with suppress(SQLAlchemyError):
                connection.close()

    def look_through(self, *, growing: bool) -> None:
        """Make sure that a file is whole, as far as that can be seen; CannotOpen if it is not.

        Either all but what grows for as long as a server lives, or that: it is nine tenths of the
        file, and others may write while it is looked through.
        """
        if not self.alone:
            return
        verdict, grow = "ok", {table.__tablename__ for table in _GROWING}
        try:
            # Past the transactions of `begin`, in which nobody else could write.
            with closing(self._engine.raw_connection()) as connection:
                cursor = connection.cursor()
                cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                for (name,) in cursor.fetchall():
                    if verdict == "ok" and (name in grow) is growing:
                        [(verdict, *_), *_] = cursor.execute(f"PRAGMA quick_check({name})")
        except (DatabaseError, sqlite3.DatabaseError) as problem:
            verdict = reason(problem)
        if verdict != "ok":
            raise CannotOpen(f"the database {shown(self._url)} {_damaged(verdict)}")

    def close(self) -> None:
        """Give back every connection."""
        self._engine.dispose()
        if self._replica is not None:
            self._replica.close()


@contextmanager
def trouble_told() -> Iterator[None]:
    """A block in which DatabaseUnavailable tells that the database itself is the trouble."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout) as problem:
        raise DatabaseUnavailable(reason(_first(problem))) from problem


def _first(problem: BaseException) -> BaseException:
    """What failed before it could not be rolled back any more, if that is the problem."""
    while isinstance(problem.__context__, DBAPIError):
        problem = problem.__context__
    return problem


_PRAGMAS = "auto_vacuum=2 journal_mode=WAL synchronous=FULL foreign_keys=ON secure_delete=FAST"
"""Deleted rows are zeros; room is given back by `pbem.store.tidy`, in files without a table yet."""


def engine_of(url: str) -> Engine:
    """The engine of a database as it is: nothing is brought up to date."""
    if make_url(url).get_backend_name() != "sqlite":
        return postgres_engine(url)
    _keep_private(make_url(url).database)
    patience = {} if "timeout" in make_url(url).query else {"timeout": 30}
    # An error must not print what a statement was given: secrets, hands and mails.
    engine = create_engine(
        url,
        connect_args={"isolation_level": None, **patience},
        hide_parameters=True,
        execution_options={"compiled_cache": CompiledStatements()},
    )

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        [(said,)] = connection.execute("PRAGMA auto_vacuum")  # It is written whenever it is said.
        for pragma in _PRAGMAS.split()[1 if said else 0 :]:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        brief = BRIEF in connection.get_execution_options()
        if brief != connection.info.get(BRIEF, False):
            connection.exec_driver_sql(f"PRAGMA synchronous={'NORMAL' if brief else 'FULL'}")
            connection.info[BRIEF] = brief
        # Without this two transactions read first and write later, and one update is lost.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _damage(problem: Exception) -> str | None:
    """What is to be done about a file that is broken, if that is the problem."""
    # What SQLite cannot read is the bare class; what it cannot do has one of its own.
    broken = type(problem) is DatabaseError and type(problem.orig) is sqlite3.DatabaseError
    return _damaged(reason(problem)) if broken else None


def _damaged(how: str) -> str:
    return f"is damaged ({how}): stop the server and bring back a copy with `pbem restore FILE`"


def reason(problem: BaseException) -> str:
    """What the database said of a problem, in one line."""
    return str(getattr(problem, "orig", None) or problem).partition("\n")[0]


def _keep_private(file: str | None) -> None:
    """Make the file of a new database readable by its owner only: it holds everybody's cards."""
    if file and file != ":memory:" and Path(file).parent.is_dir() and not Path(file).exists():
        with suppress(OSError):
            Path(file).touch(mode=0o600)


def shown(url: str) -> str:
    """The URL without its password."""
    try:
        where = make_url(url).difference_update_query(["password"])
        return where.render_as_string(hide_password=True).replace("%3A", ":").replace("%2F", "/")
    except (ArgumentError, ValueError):
        return "URL"
