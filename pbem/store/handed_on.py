"""Which letters the smarthost has taken: a journal, until the database says so as well.

Without it a server that is killed between the smarthost's 250 and its own commit would send the
same letters once more.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress

from pbem.logs import log
from pbem.store.own_file import MOST, beside, own_file

_LINE = re.compile(r"(\d{1,18}) (\S+)")


class HandedOn:
    """The journal of one process, which nobody else writes while it lives.

    `found` are the letters that a process which was killed had handed on: number and Message-ID.
    Without a file nothing outlives the process.
    """

    def __init__(self, file: int | None = None) -> None:
        self._file = file
        self.found = () if file is None else _read(file)

    def note(self, number: int, message_id: str) -> None:
        """Note that a letter was taken."""
        if self._file is not None:
            # A full disk is no reason to send nothing.
            with suppress(OSError):
                os.write(self._file, f"{number} {message_id}\n".encode())

    def settled(self) -> None:
        """Forget all letters: the database knows what became of them."""
        if self._file is not None:
            with suppress(OSError):
                os.ftruncate(self._file, 0)
                os.lseek(self._file, 0, os.SEEK_SET)
        self.found = ()

    def close(self) -> None:
        """Leave the file to the next process."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def journal_beside(url: str) -> HandedOn:
    """The journal of this process; in memory, which a kill empties, where no file can be had."""
    try:
        return HandedOn(own_file(beside(url, "sent")))
    except OSError as problem:
        log.warning("a kill may send letters twice", why=str(problem))
        return HandedOn()


def _read(file: int) -> tuple[tuple[int, str], ...]:
    read = os.read(file, os.fstat(file).st_size).decode("utf-8", "replace")
    found = ((int(number), name) for number, name in _LINE.findall(read))
    return tuple((number, name) for number, name in found if number <= MOST)
