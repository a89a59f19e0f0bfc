"""Copies of a database file: one is made while the server runs, and looked through before use."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url

_ENDS = ("-wal", "-shm")
"""How the names of the files end that stand beside that of a database."""


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
        raise CannotCopy("only a database that is a file is copied here; use pg_dump for others")
    return Path(where.database)


def back_up(url: str, to: Path) -> Copy:
    """Copy the database as it is at this moment into a new file that only its owner can read.

    Readers and writers go on meanwhile. CannotCopy if it cannot be done, and then nothing is left
    at `to`.
    """
    source = database_file(url)
    if not source.is_file():
        raise CannotCopy(f"there is no database {source}")
    try:
        to.touch(mode=0o600, exist_ok=False)
    except FileExistsError as problem:
        raise CannotCopy(f"{to} is here already; nothing was written") from problem
    except OSError as problem:
        raise CannotCopy(f"{to} cannot be written: {problem.strerror}") from problem
    try:
        with closing(sqlite3.connect(source, timeout=30)) as connection:
            connection.execute("VACUUM INTO ?", (str(to),))
        _keep(to)
        return look_into(to)
    except sqlite3.Error as problem:
        to.unlink()
        raise CannotCopy(f"{source} cannot be copied: {problem}") from problem
    except BaseException:
        to.unlink()
        raise


def look_into(file: Path) -> Copy:
    """What a copy holds, once it is sure that it is whole and one of ours; else CannotCopy."""
    if not file.is_file():
        raise CannotCopy(f"there is no file {file}")
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
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
    _sync(target.parent)
    return moved


def _gather(file: Path) -> None:
    """Write the last transactions of a database into its file; until then they stand beside it."""
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _remove(file: Path) -> None:
    for end in ("", *_ENDS):
        file.with_name(file.name + end).unlink(missing_ok=True)


def _keep(file: Path) -> None:
    """Make sure a file outlives a power cut."""
    _sync(file)
    _sync(file.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
