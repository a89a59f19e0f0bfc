"""Copies of a database file: one is made while the server runs, and looked through before use."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool
from sqlmodel import Session, create_engine

from pbem.store.disk import sync
from pbem.store.events import Logs, share

_ENDS = ("-wal", "-shm")
"""How the names of the files end that stand beside that of a database."""


_STEPS = 20_000
"""Steps of SQLite between two looks whether a copy may go on."""

GoingOn = Callable[[], None]
"""Called again and again while a copy is made; what it raises ends that."""


class CannotCopy(Exception):
    """A copy that cannot be made or used; the message says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What a database file holds."""

    file: Path
    games: int
    mails: int
    bytes: int


def database_file(url: str) -> Path:
    """The file of a SQLite URL; CannotCopy for any other database."""
    where = make_url(url)
    if where.get_backend_name() != "sqlite" or not where.database:
        raise CannotCopy(
            "only a database that is a file is copied and put back so; a PostgreSQL is put back"
            " by pg_restore, and then `pbem ask-anew`"
        )
    return Path(where.database)


def is_file(url: str) -> bool:
    """Whether a database is a file."""
    return make_url(url).get_backend_name() == "sqlite"


def size_of(url: str) -> int:
    """How many bytes a copy of a database file will have; 0 if it cannot be read."""
    try:
        with closing(_read_only(database_file(url))) as connection:
            names = ("page_count", "freelist_count", "page_size")
            pages, unused, size = (
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names
            )
    except sqlite3.Error:
        return 0
    return int((pages - unused) * size)


def back_up(url: str, to: Path, going_on: GoingOn = lambda: None) -> Copy:
    """Copy the database as it is at this moment into a new file that only its owner can read.

    Readers and writers go on meanwhile; what is deleted there is not in the copy. CannotCopy if it
    cannot be done, and then nothing is left at `to`.
    """
    source = database_file(url)
    if not source.is_file():
        raise CannotCopy(f"there is no database {source}")
    new_file(to)
    try:
        with (
            closing(sqlite3.connect(source, timeout=30)) as connection,
            _watched(connection, going_on),
        ):
            connection.execute("VACUUM INTO ?", (str(to),))
        sync(to)
        sync(to.parent)
        return look_into(to, going_on)
    except sqlite3.Error as problem:
        to.unlink()
        raise CannotCopy(f"{source} cannot be copied: {problem}") from problem
    except BaseException:
        to.unlink()
        raise


def new_file(to: Path) -> None:
    """Make an empty file for its owner alone; CannotCopy if there is one, or none can be made."""
    try:
        to.touch(mode=0o600, exist_ok=False)
    except FileExistsError as problem:
        raise CannotCopy(f"{to} is here already; nothing was written") from problem
    except OSError as problem:
        raise CannotCopy(f"{to} cannot be written: {problem.strerror}") from problem


def look_into(file: Path, going_on: GoingOn = lambda: None) -> Copy:
    """What a copy holds, once it is sure that it is whole and one of ours; else CannotCopy."""
    if not file.is_file():
        raise CannotCopy(f"there is no file {file}")
    try:
        with closing(_read_only(file)) as connection, _watched(connection, going_on):
            [(verdict,)] = connection.execute("PRAGMA integrity_check(1)").fetchall()
            if verdict != "ok":
                raise CannotCopy(f"{file} is damaged: {verdict}")
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
            counts = [
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("game", "inbound", "outbox")
            ]
    except sqlite3.Error as problem:
        raise CannotCopy(f"{file} is not a copy of our database: {problem}") from problem
    return Copy(file, counts[0], counts[1] + counts[2], file.stat().st_size)


@contextmanager
def reading(file: Path) -> Iterator[Session]:
    """A session that reads a copy at the newest schema, and leaves it as it is."""
    engine = create_engine("sqlite://", creator=lambda: _read_only(file), poolclass=NullPool)
    with Session(engine) as session:
        share(session, Logs())
        yield session


def _read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


@contextmanager
def _watched(connection: sqlite3.Connection, going_on: GoingOn) -> Iterator[None]:
    """A block in which SQLite stops where it is as soon as `going_on` raises, which is raised."""
    why: list[BaseException] = []

    def look() -> bool:
        try:
            going_on()
        except BaseException as problem:
            why.append(problem)
        return bool(why)

    connection.set_progress_handler(look, _STEPS)
    try:
        yield
    except sqlite3.Error:
        if why:
            raise why[0] from None
        raise


@contextmanager
def laid_beside(copy: Path, url: str) -> Iterator[Path]:
    """A copy laid beside the database, to be made ready there.

    At the end of the block it is gone, unless it was put in place: so until then all is as it was.
    """
    target = database_file(url)
    fresh = target.with_name(f"{target.name}.new")
    _remove(fresh)
    try:
        back_up(f"sqlite:///{copy}", fresh)
        yield fresh
    finally:
        _remove(fresh)


def put_in_place(fresh: Path, url: str, mark: str) -> Path | None:
    """Make what was laid beside the database the database, in one step.

    What was there, which may be damaged, is kept beside it, and where is returned. The caller has
    made sure that no server runs.
    """
    target = database_file(url)
    _gather(fresh)
    moved = None
    if target.exists():
        with suppress(sqlite3.DatabaseError):
            _gather(target)
        moved = target.with_name(f"{target.name}.{mark}")
        moved.hardlink_to(target)
        for end in _ENDS:
            with suppress(FileNotFoundError):
                target.with_name(target.name + end).rename(moved.with_name(moved.name + end))
    fresh.replace(target)
    sync(target.parent)
    return moved


def _gather(file: Path) -> None:
    """Write the last transactions of a database into its file; until then they stand beside it."""
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _remove(file: Path) -> None:
    for end in ("", *_ENDS):
        file.with_name(file.name + end).unlink(missing_ok=True)
