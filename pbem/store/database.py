"""The database: connect, migrate, one transaction after another. The URL is configuration.

On PostgreSQL any number of servers work on it at once; on SQLite one does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock, get_ident
from typing import Any

from sqlalchemy import Connection, Engine, event, func, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlmodel import Session, create_engine

from pbem.store.events import Logs, keep_logs, share

__all__ = ["CannotOpen", "Database", "Session", "Trouble", "shown"]

MIGRATIONS = Path(__file__).parent / "migrations"


_PATIENCE = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "options": "-c lock_timeout=30s -c idle_in_transaction_session_timeout=10min",
}
"""How long a PostgreSQL is waited for, and how soon it gives up a server that is gone."""


class CannotOpen(Exception):
    """The database cannot be used; the message says why in one sentence."""


class _Unknown(Exception):
    """The database stands at a migration that this version of the program does not know."""


class Trouble(Exception):
    """The database cannot do it now: it is locked, full, or out of reach. Nothing was changed."""


_PATIENT = 30.0
"""Seconds that a thread waits for its turn, as for the lock of another process."""


class _Turns:
    """Lets one thread after the other at a database that takes one writer at a time.

    They come up in the order in which they asked. Without it a thread with much to do gets the
    file's lock again and again, and a door that has one mail to store is too late.
    A thread whose turn it is may begin within it: the file decides what comes of that.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._whose: int | None = None
        self._depth = 0
        self._waiting: deque[tuple[int, Lock]] = deque()

    def take(self) -> None:
        """Wait for a turn; Trouble if it does not come."""
        ours = get_ident(), Lock()
        with self._guard:
            if self._whose in (None, ours[0]):
                self._whose = ours[0]
                self._depth += 1
                return
            ours[1].acquire()
            self._waiting.append(ours)
        if ours[1].acquire(timeout=_PATIENT):
            return
        with self._guard:
            if ours not in self._waiting:
                # It came just now.
                return
            self._waiting.remove(ours)
        raise Trouble("the database is busy")

    def give_back(self) -> None:
        """What was begun is over; with the first thing that was, so is the turn."""
        with self._guard:
            self._depth -= 1
            if self._depth == 0:
                self._whose = None
                if self._waiting:
                    self._whose, come = self._waiting.popleft()
                    self._depth = 1
                    come.release()


class Database:
    """A database brought up to the newest schema when it is opened, or CannotOpen."""

    def __init__(self, url: str) -> None:
        self._logs = Logs()
        try:
            self._engine = _engine(url)
            migrate(self._engine)
        except (SQLAlchemyError, _Unknown, ModuleNotFoundError, ValueError) as problem:
            raise CannotOpen(
                f"the database {shown(url)} cannot be used: {_reason(problem)}"
            ) from problem
        self.alone = make_url(url).get_backend_name() == "sqlite"
        """Whether one server at a time works on it, because it is a file."""
        self._turns = _Turns() if self.alone else None

    @contextmanager
    def begin(self) -> Iterator[Session]:
        """One transaction: committed at the end of the block, rolled back if it raises.

        Trouble if the database itself is the reason, so that no mail and no player is blamed.
        """
        if self._turns is not None:
            self._turns.take()
        try:
            with Session(self._engine) as session:
                share(session, self._logs)
                with session.begin():
                    yield session
                keep_logs(session)
        except (OperationalError, InterfaceError, PoolTimeout) as problem:
            raise Trouble(_reason(problem)) from problem
        finally:
            if self._turns is not None:
                self._turns.give_back()

    @contextmanager
    def only_one(self, name: str) -> Iterator[bool]:
        """Whether no other server is in a block of this name; it is kept out until the end of ours.

        The one that is killed, or loses its connection, is in no block any more.
        """
        if self.alone:
            yield True
            return
        try:
            connection = self._engine.connect()
        except (OperationalError, InterfaceError, PoolTimeout) as problem:
            raise Trouble(_reason(problem)) from problem
        try:
            try:
                ours = connection.scalar(select(func.pg_try_advisory_xact_lock(_key(name))))
            except (OperationalError, InterfaceError) as problem:
                raise Trouble(_reason(problem)) from problem
            yield bool(ours)
        finally:
            with suppress(SQLAlchemyError):
                connection.close()

    def close(self) -> None:
        """Give back every connection."""
        self._engine.dispose()


def migrate(engine: Engine) -> None:
    """Bring the schema up to the newest migration; does nothing when it is there already."""
    with engine.begin() as connection:
        if _schema(connection) == newest_migration():
            return
        if connection.dialect.name == "postgresql":
            # Of two servers that start at once the second finds everything done.
            connection.execute(select(func.pg_advisory_xact_lock(_key("migrate"))))
        if _schema(connection) != newest_migration():
            _upgrade(connection)


def newest_migration() -> str:
    """The number of the last migration, with which the name of its file begins."""
    return max(file.name for file in (MIGRATIONS / "versions").glob("*.py")).partition("_")[0]


def _schema(connection: Connection) -> str | None:
    """The number of the migration a database stands at; None for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    number: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return number


def _upgrade(connection: Connection) -> None:
    # Imported here because it is slow, and needed once in the life of most databases.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as problem:
        raise _Unknown(str(problem)) from problem


def _engine(url: str) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        given = make_url(url).query
        kept = {name: value for name, value in _PATIENCE.items() if name not in given}
        return create_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=kept)
    _keep_private(make_url(url).database)
    patience = {} if "timeout" in make_url(url).query else {"timeout": 30}
    # An error must not print what a statement was given: secrets, hands and mails.
    engine = create_engine(
        url, connect_args={"isolation_level": None, **patience}, hide_parameters=True
    )

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def began(connection: Any) -> None:
        # Without this two transactions read first and write later, and one update is lost.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _key(name: str) -> int:
    """The number by which PostgreSQL knows a lock of ours."""
    return int.from_bytes(sha256(f"ohhell {name}".encode()).digest()[:8], signed=True)


def _reason(problem: Exception) -> str:
    return str(getattr(problem, "orig", None) or problem).partition("\n")[0]


def _keep_private(file: str | None) -> None:
    """Make the file of a new database readable by its owner only: it holds everybody's cards."""
    if file and file != ":memory:" and Path(file).parent.is_dir() and not Path(file).exists():
        with suppress(OSError):
            Path(file).touch(mode=0o600)


def shown(url: str) -> str:
    """The URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "URL"
