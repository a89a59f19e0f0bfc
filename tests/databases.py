"""Where tests keep their games: SQLite, or a real PostgreSQL if OHHELL_TEST_ON says so."""

from __future__ import annotations

import os
from collections import OrderedDict
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pbem.store.database import Database
from tests.servers.postgres import shared

ON_POSTGRES = os.environ.get("OHHELL_TEST_ON") == "postgresql"
Kept = str | bytes
"""The bytes of a file, or the name of a PostgreSQL database."""

_MOST = 20
_made: OrderedDict[Path, str] = OrderedDict()

sqlite_only = pytest.mark.skipif(ON_POSTGRES, reason="about SQLite")
"""For a test of what only a file does."""


def database_url(file: Path) -> str:
    """The URL of a database at the newest schema; the same one for the same file again."""
    if not ON_POSTGRES:
        if not file.exists():
            file.touch(mode=0o600)
            file.write_bytes(_migrated_file())
        return f"sqlite:///{file}"
    if file not in _made:
        _made[file] = shared().create(migrated())
        while len(_made) > _MOST:
            _, old = _made.popitem(last=False)
            with shared().connect() as server:
                server.execute(f"drop database {old} with (force)")
    return shared().url(_made[file])


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
    """The database of a file, which is laid at the newest schema unless it is there."""
    return Database(database_url(file))


@cache
def _migrated_file() -> bytes:
    """The file of a database without a row, made once: the migrations take longer than a game."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        Database(f"sqlite:///{file}").close()
        return file.read_bytes()


@cache
def migrated() -> str:
    """The name of a PostgreSQL database without a row, made once, to be copied."""
    name = shared().create()
    Database(shared().url(name)).close()
    return name
