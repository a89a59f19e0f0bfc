"""Whose turn it is at a database that takes one writer at a time."""

from __future__ import annotations

from collections import deque
from threading import Lock, get_ident

_PATIENT = 30.0
"""Seconds that a thread waits for its turn, as for the lock of another process."""


class DatabaseUnavailable(Exception):
    """The database cannot do it now: it is locked, full, or out of reach. Nothing was changed."""


class WriterTurns:
    """Lets one thread after the other at a database that takes one writer at a time.

    They come up in the order in which they asked. Without it a thread with much to do gets the
    file's lock again and again, and a receiver that has one mail to store is too late.
    A thread whose turn it is may begin within it: the file decides what comes of that.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._whose: int | None = None
        self._depth = 0
        self._waiting: deque[tuple[int, Lock]] = deque()

    def __enter__(self) -> None:
        """Wait for a turn; DatabaseUnavailable if it does not come."""
        ours = get_ident(), Lock()
        with self._guard:
            if self._whose in (None, ours[0]):
                self._whose = ours[0]
                self._depth += 1
                return
            ours[1].acquire()
            self._waiting.append(ours)
        if ours[1].acquire(timeout=_PATIENT):
            return
        with self._guard:
            if ours not in self._waiting:
                # It came just now.
                return
            self._waiting.remove(ours)
        raise DatabaseUnavailable("the database is busy")

    def __exit__(self, *_: object) -> None:
        """What was begun is over; with the first thing that was, so is the turn."""
        with self._guard:
            self._depth -= 1
            if self._depth == 0:
                self._whose = None
                if self._waiting:
                    self._whose, come = self._waiting.popleft()
                    self._depth = 1
                    come.release()
