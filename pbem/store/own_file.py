"""A file beside the database that one process writes and the next one reads.

It outlives a killed process and costs no commit. It is not synced: after a loss of power it may be
behind, or empty.
"""

from __future__ import annotations

import fcntl
import os
from itertools import count
from pathlib import Path

from pbem.store.backup import CannotCopy, database_file

MOST = 2**31 - 1
"""The highest number a row can have: what is higher stands there by accident."""


def beside(url: str, suffix: str) -> Path:
    """Where a file of this suffix lies: beside the database, or where the server runs if that is
    no file.
    """
    try:
        file = database_file(url)
    except CannotCopy:
        file = Path("ohhell")
    return file.with_name(f"{file.name}.{suffix}")


def own_file(file: Path) -> int:
    """A file that is open for this process alone, or the next one beside it where another process
    has that one: its descriptor. OSError if nothing can be written there.
    """
    for number in count(1):
        name = file.name if number == 1 else f"{file.name}.{number}"
        opened = os.open(file.with_name(name), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            # The lock ends with the process, however that ends.
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(opened)
        except OSError:
            os.close(opened)
            raise
        else:
            return opened
    raise AssertionError("numbers do not end")
