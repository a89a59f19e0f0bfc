"""Room that a database no longer needs, given back: in steps, while a server works on it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from sqlalchemy import Engine, text
from sqlalchemy.pool import PoolProxiedConnection

from pbem.store.backup import database_file, is_file
from pbem.store.database import CannotOpen, engine_of
from pbem.store.disk import free
from pbem.store.server_lock import only_server

_STEP = 256
"""So many pages are given back at once, usually a megabyte: for some hundredths of a second nobody
else can write.
"""

_INCREMENTAL = 2


def give_back(url: str, rest: float = 1.0) -> Iterator[tuple[int, int]]:
    """Give room back, step by step: after each, the bytes given back and those still to come.

    Between two steps others write for as long as a step took, times `rest`. A file that was made
    before it could be done in steps is packed whole, which takes as much room once more;
    CannotOpen, with what to do, where a server is on it or the room is not there. A PostgreSQL
    finds the room by itself; there its tables are looked through, one a step.
    """
    engine = engine_of(url)
    try:
        if not is_file(url):
            yield from _look_through(engine)
            return
        # Past the transactions of `begin`, in which nobody else could write.
        with closing(engine.raw_connection()) as connection:
            if _pragma(connection, "auto_vacuum") == _INCREMENTAL:
                yield from _by_steps(connection, rest)
            else:
                yield _packed(connection, url)
    finally:
        engine.dispose()


def _run(connection: PoolProxiedConnection, statement: str) -> list[Any]:
    with closing(connection.cursor()) as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def _pragma(connection: PoolProxiedConnection, name: str) -> int:
    return int(_run(connection, f"PRAGMA {name}")[0][0])


def _by_steps(connection: PoolProxiedConnection, rest: float) -> Iterator[tuple[int, int]]:
    size = _pragma(connection, "page_size")
    whole = left = _pragma(connection, "freelist_count")
    while left:
        began = time.monotonic()
        # As a script: otherwise it is left after its first page, as its rows hold nothing.
        with closing(connection.cursor()) as cursor:
            cursor.executescript(f"PRAGMA incremental_vacuum({_STEP})")
        before, left = left, _pragma(connection, "freelist_count")
        yield (whole - left) * size, left * size
        if left >= before:
            return  # What others leave is given back the next time.
        time.sleep(rest * (time.monotonic() - began))
    _run(connection, "PRAGMA wal_checkpoint(TRUNCATE)")


def _packed(connection: PoolProxiedConnection, url: str) -> tuple[int, int]:
    file = database_file(url)
    before = file.stat().st_size
    if free(file) < 2 * before:
        raise CannotOpen(
            f"to pack {file} this once, {2 * before / 1e6:.0f} MB must be free on its disk: make"
            " room, or move the database with `pbem move`"
        )
    with only_server(url):
        _run(connection, f"PRAGMA auto_vacuum={_INCREMENTAL}")
        _run(connection, "VACUUM")
        _run(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
    return max(0, before - file.stat().st_size), 0


def _look_through(engine: Engine) -> Iterator[tuple[int, int]]:
    asked = "select quote_ident(tablename) from pg_tables where schemaname = current_schema()"
    size = text("select pg_database_size(current_database())")
    # VACUUM goes in no transaction.
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        before = connection.scalar(size) or 0
        for name in connection.scalars(text(asked)).all():
            connection.exec_driver_sql(f"VACUUM {name}")
            yield max(0, before - (connection.scalar(size) or 0)), 0
