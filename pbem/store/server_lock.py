"""One server at a time works on a database that is a file; the lock dies with its process."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from pbem.store.database import CannotOpen

_TRIES, _BETWEEN = 5, 0.02
"""How often the lock is tried for, and the seconds between."""


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Be the only server on the file of a URL until the end of the block; CannotOpen if one is.

    Any number of servers may work on a database of another kind. The lock is a file beside the
    database: one on the database itself would get into the way of SQLite's own.
    """
    file = _lock_file(url)
    if file is None:
        yield
        return
    name = make_url(url).database
    try:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as problem:
        raise CannotOpen(f"beside {name} nothing can be written: {problem.strerror}") from problem
    try:
        if not _locked(handle):
            who = os.read(handle, 20).decode("ascii", "replace")
            raise CannotOpen(f"the server is running on {name} (process {who}); stop it first")
        os.truncate(handle, 0)
        os.write(handle, str(os.getpid()).encode())
        yield
    finally:
        os.close(handle)


def server_runs(url: str) -> bool | None:
    """Whether a server is on the file of a URL at this moment; None where only it could tell."""
    file = _lock_file(url)
    if file is None:
        return None
    try:
        handle = os.open(file, os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    else:
        return False
    finally:
        os.close(handle)


def _lock_file(url: str) -> Path | None:
    """The file beside a database that a server locks; None for a database that is no file."""
    where = make_url(url)
    name = where.database
    if where.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    file = Path(name).resolve()
    return file.with_name(f"{file.name}.lock")


def _locked(handle: int) -> bool:
    """Take the lock, unless a server has it: who only asks has it for no time at all."""
    for _ in range(_TRIES):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(_BETWEEN)
        else:
            return True
    return False
