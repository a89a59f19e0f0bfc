"""Which mails are being thought through: a note in a file, so that a kill is no fault of theirs.

It outlives a killed process and costs no commit. It is not synced, so after a loss of power it may
name a wrong mail or none: then a mail waits for others that it need not wait for, and that is all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.store.own_file import MOST, OwnFile, file_beside

_MAIL = re.compile(rb"\d{1,18}")


class MailUnderWay:
    """The note of one process."""

    def __init__(self, file: OwnFile | None = None) -> None:
        self._file = file or OwnFile()

    @classmethod
    def beside(cls, url: str) -> MailUnderWay:
        """The note beside a database."""
        return cls(file_beside(url, "thinking", without="kills will not be noticed"))

    @property
    def found(self) -> tuple[int, ...]:
        """The mails that a process which was killed had noted."""
        found = (int(one) for one in _MAIL.findall(self._file.found))
        return tuple(number for number in found if number <= MOST)

    def begin(self, mails: Iterable[int]) -> None:
        """Note that some mails are being thought through, and no others."""
        self._file.write(b" ".join(b"%d" % mail for mail in mails))

    def end(self) -> None:
        """Note that no mail is."""
        self._file.write(b"")

    def close(self) -> None:
        """Leave the file to the next process."""
        self._file.close()
