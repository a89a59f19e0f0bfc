"""How far the servers of a PostgreSQL have come, kept where this program runs.

Each promotion of a standby begins a new timeline, with a higher number. A database cannot tell of
itself that another has taken its place since, so what was seen is kept beside it, in a file.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

FILE = Path("ohhell.timeline")

_FIRST = 1
_LINE = re.compile(r"^(\d+) (\d+)$", re.MULTILINE)


class Timelines:
    """The highest timeline that was seen of each PostgreSQL, by its system identifier.

    All processes that run in one folder share what they have seen: each adds a line to the file,
    and reads it anew when it has grown. A first timeline has none before it, and is not written.
    """

    def __init__(self, file: Path = FILE) -> None:
        self._file = file.absolute()
        self._length = 0
        self._highest: dict[str, int] = {}

    def highest(self, system: str) -> int:
        """The highest timeline that was seen; 0 if none was."""
        with suppress(OSError):
            if (length := self._file.stat().st_size) != self._length:
                for name, number in _LINE.findall(self._file.read_text("utf-8", "replace")):
                    self._keep(name, int(number))
                self._length = length
        return self._highest.get(system, 0)

    def note(self, system: str, timeline: int) -> None:
        """Keep what was seen; where the file cannot be written, as long as this process lives;
        so, too, where it is not known of which PostgreSQL.
        """
        if timeline <= self.highest(system):
            return
        self._keep(system, timeline)
        if timeline > _FIRST and system:
            with suppress(OSError):
                opened = os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
                with os.fdopen(opened, "ab") as file:
                    file.write(f"{system} {timeline}\n".encode())
                    file.flush()
                    os.fsync(file.fileno())

    def _keep(self, system: str, timeline: int) -> None:
        self._highest[system] = max(timeline, self._highest.get(system, 0))
