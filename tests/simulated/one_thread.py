"""A world has one thread: what the server would leave to another is done at once, in order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class Here:
    """A lane that is none: what is worked out is done at once, in the thread that asks."""

    def __call__(self, work: Callable[..., T], *given: Any, **named: Any) -> T:
        """What comes of it."""
        return work(*given, **named)

    def rest(self) -> None:
        """There is nothing to end."""

    def stop(self) -> None:
        """Nothing is under way."""


class InLine(ThreadPoolExecutor):
    """Does at once, in the thread that asks, what it is given."""

    def submit(self, work: Callable[..., T], /, *given: Any, **named: Any) -> Future[T]:
        """The work, done."""
        done: Future[T] = Future()
        try:
            done.set_result(work(*given, **named))
        except BaseException as problem:
            done.set_exception(problem)
        return done
