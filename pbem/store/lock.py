"""One server at a time works on a database that is a file; the lock dies with its process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from pbem.store.database import CannotOpen


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Be the only server on the file of a URL until the end of the block; CannotOpen if one is.

    Any number of servers may work on a database of another kind. The lock is a file beside the
    database: one on the database itself would get into the way of SQLite's own.
    """
    where = make_url(url)
    name = where.database
    if where.get_backend_name() != "sqlite" or not name or name == ":memory:":
        yield
        return
    file = Path(name).resolve()
    try:
        handle = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as problem:
        raise CannotOpen(f"beside {name} nothing can be written: {problem.strerror}") from problem
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            who = os.read(handle, 20).decode("ascii", "replace")
            raise CannotOpen(
                f"another server is running on {name} (process {who}); stop it first"
            ) from problem
        os.truncate(handle, 0)
        os.write(handle, str(os.getpid()).encode())
        yield
    finally:
        os.close(handle)
