"""Work that would keep others waiting, done in a process of its own that lets them go first.

`python -m pbem.lanes` is that process: it reads one thing to do after the other, a function and
what it is given, and writes what came of it, until nothing more is to be done.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import ParamSpec, Protocol, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")

_MOST_SECONDS = 60
"""What takes a minute never ends: the longest work takes about one second."""

_NICE = 10
"""So much less of the processor than whatever moves games on."""


class CannotWork(Exception):
    """Something could not be worked out; the message says why."""


class LaneStopped(Exception):
    """The server stops: what was being worked out still has to be."""


class Lane(Protocol):
    """Where something is worked out: CannotWork if it cannot be, LaneStopped if we do not wait."""

    def __call__(
        self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """What comes of a function of some module and what it is given."""


class OpenLane(Lane, Protocol):
    """One that is closed again."""

    def rest(self) -> None:
        """For now there is nothing more to do."""

    def stop(self) -> None:
        """End what is under way, and begin nothing more."""


class OwnProcess:
    """Works in a process that lets others go first, one thing at a time.

    The process is there as long as there is something to do: whoever has no more lets it `rest`.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False

    def __call__(
        self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """What comes of it; the process is killed if it takes for ever."""
        try:
            done, found = self._answer(pickle.dumps((work, given, named)))
        except (OSError, EOFError, pickle.PickleError) as problem:
            self._end()
            if self._stopped:
                raise LaneStopped from problem
            raise CannotWork(str(problem) or "the process has ended") from problem
        if not done:
            raise CannotWork(found)
        return found  # type: ignore[return-value]  # it is what the work has given

    def _answer(self, wish: bytes) -> tuple[bool, object]:
        process = self._process = self._process or subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert process.stdin is not None
        assert process.stdout is not None
        if self._stopped:
            process.kill()
        patience = threading.Timer(_MOST_SECONDS, process.kill)
        patience.start()
        try:
            process.stdin.write(wish)
            process.stdin.flush()
            answer: tuple[bool, object] = pickle.load(process.stdout)
        finally:
            patience.cancel()
        return answer

    def rest(self) -> None:
        """Let the process end: for now there is nothing more to do."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()

    def stop(self) -> None:
        """End what is under way, and begin nothing more."""
        self._stopped = True
        process = self._process
        if process is not None:
            process.kill()


def main() -> None:
    """Do what is asked for on the standard input, one after the other, until it ends."""
    os.nice(_NICE)
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)  # to all of the server: it kills us where it means us
    asked, told = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            work, given, named = pickle.load(asked)
        except EOFError:
            return
        try:
            answer = True, work(*given, **named)
        except Exception as problem:
            answer = False, f"{type(problem).__name__}: {problem}"
        pickle.dump(answer, told)
        told.flush()


if __name__ == "__main__":
    main()
