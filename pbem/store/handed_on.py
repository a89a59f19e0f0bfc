"""Which letters the smarthost has taken: a journal, until the database says so as well.

Without it a server that is killed between the smarthost's 250 and its own commit would send the
same letters once more.
"""

from __future__ import annotations

import re

from pbem.store.own_file import MOST, OwnFile, file_beside

_LINE = re.compile(r"(\d{1,18}) (\S+)")


class HandedOn:
    """The journal of one process."""

    def __init__(self, file: OwnFile | None = None) -> None:
        self._file = file or OwnFile()

    @classmethod
    def beside(cls, url: str) -> HandedOn:
        """The journal beside a database."""
        return cls(file_beside(url, "sent", without="a kill may send letters twice"))

    @property
    def found(self) -> tuple[tuple[int, str], ...]:
        """The letters that a process which was killed had handed on: number and Message-ID."""
        read = self._file.found.decode("utf-8", "replace")
        found = ((int(number), name) for number, name in _LINE.findall(read))
        return tuple((number, name) for number, name in found if number <= MOST)

    def note(self, number: int, message_id: str) -> None:
        """Note that a letter was taken."""
        self._file.add(f"{number} {message_id}".encode())

    def forget(self) -> None:
        """Forget all letters: the database knows what became of them."""
        self._file.empty()

    def close(self) -> None:
        """Leave the file to the next process."""
        self._file.close()
