"""Which mail is being thought through: a note in a file, so that a kill is told from a fault.

It outlives a killed process and costs no commit. It is not synced, so after a loss of power it may
name a wrong mail or none: then a mail waits for others that it need not wait for, and that is all.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from pbem.logs import log
from pbem.store.own_file import MOST, beside, own_file

_MAIL = re.compile(rb"\d{1,18}")
_WIDTH = 20


class MailUnderWay:
    """The note of one process, which nobody else writes while it lives.

    `found` are the mails that a process which was killed had noted there. Without a file nothing
    outlives the process.
    """

    def __init__(self, file: int | None = None) -> None:
        self._file = file
        self.found = () if file is None else _read(file)

    def begin(self, mail: int) -> None:
        """Note that a mail is being thought through, and no other."""
        self._write(str(mail))

    def end(self) -> None:
        """Note that no mail is."""
        self._write("")

    def close(self) -> None:
        """Leave the file to the next process."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write(self, said: str) -> None:
        if self._file is not None:
            # A full disk is no reason to think about nothing.
            with suppress(OSError):
                os.pwrite(self._file, f"{said:<{_WIDTH}}\n".encode(), 0)


def note_beside(url: str) -> MailUnderWay:
    """The note of this process: beside the database, or where it runs if that is no file.

    Where nothing can be written it is kept in memory, and a kill is not noticed.
    """
    try:
        return open_note(beside(url, "thinking"))
    except OSError as problem:
        log.warning("kills will not be noticed", why=str(problem))
        return MailUnderWay()


def open_note(file: Path) -> MailUnderWay:
    """The note in a file, or beside it where another process has that one; OSError if there is
    none to be had.
    """
    return MailUnderWay(own_file(file))


def _read(file: int) -> tuple[int, ...]:
    found = (int(one) for one in _MAIL.findall(os.pread(file, 4096, 0)))
    return tuple(number for number in found if number <= MOST)
