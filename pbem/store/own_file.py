"""A file beside the database that one process writes and the next one reads.

It outlives a killed process and costs no commit. It is not synced: after a loss of power it may be
behind, or empty.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from itertools import count
from pathlib import Path

from pbem.logs import log
from pbem.store.backup import CannotCopy, database_file

MOST = 2**31 - 1
"""The highest number a row can have: what is higher stands there by accident."""


class OwnFile:
    """A file that nobody else writes while this process lives; `found` is what it held before.

    Without a descriptor nothing outlives the process. What cannot be written is not: a full disk
    is no reason to stop work.
    """

    def __init__(self, file: int | None = None) -> None:
        self._file = file
        self.found = b"" if file is None else os.pread(file, os.fstat(file).st_size, 0)
        self._length = len(self.found)

    def write(self, said: bytes) -> None:
        """Write one line in the place of all that stands there: whole, whenever a kill comes."""
        if self._file is not None:
            line = said.ljust(self._length - 1) + b"\n"
            with suppress(OSError):
                self._length = max(self._length, os.pwrite(self._file, line, 0))

    def add(self, said: bytes) -> None:
        """Write a line behind all that stands there."""
        if self._file is not None:
            with suppress(OSError):
                self._length += os.pwrite(self._file, said + b"\n", self._length)

    def empty(self) -> None:
        """Leave nothing there, and forget what was found."""
        self.found = b""
        if self._file is not None and self._length:
            with suppress(OSError):
                os.ftruncate(self._file, 0)
                self._length = 0

    def close(self) -> None:
        """Leave the file to the next process."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def own_file(file: Path) -> OwnFile:
    """A file of this process alone, or the next one beside it where another process has that one.

    OSError if nothing can be written there.
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
            return OwnFile(opened)
    raise AssertionError("numbers do not end")


def file_beside(url: str, suffix: str, *, without: str) -> OwnFile:
    """The file of this suffix beside the database, or where the server runs if that is no file.

    In memory, which a kill empties, where none can be had; the log says what comes of doing
    `without`.
    """
    try:
        file = database_file(url)
    except CannotCopy:
        file = Path("ohhell")
    try:
        return own_file(file.with_name(f"{file.name}.{suffix}"))
    except OSError as problem:
        log.warning(without, why=str(problem))
        return OwnFile()
