"""How a figure is taken: several rounds, the median and the spread; and how it is told: a row."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tests.torture.server import ServerProcess

ROUNDS = 5

Row = tuple[str, str, str, str]
"""What was measured, the figure, what stands beside it, and the ratio."""


class CannotCompare(Exception):
    """There is nothing to compare with; the message says why."""


def in_turn(*measures: Callable[[], float], rounds: int = ROUNDS) -> list[list[float]]:
    """What each gave in so many rounds, in each of which all had their turn."""
    taken = [[measure() for measure in measures] for _ in range(rounds)]
    return [list(one) for one in zip(*taken, strict=True)]


def rate(measure: Callable[[], tuple[int, float]]) -> Callable[[], float]:
    """How many a second, of what gives a count and its seconds."""

    def a_second() -> float:
        count, seconds = measure()
        return count / seconds

    return a_second


def told(rounds: Sequence[float], form: str) -> str:
    """The median of some rounds, with the least and the most: `75.2/s (73.9 to 76.0)`."""
    least, most = (form.format(end).rstrip("/ %BMaceimnstuµ") for end in (min(rounds), max(rounds)))
    return f"{form.format(statistics.median(rounds))} ({least} to {most})"


def figure(what: str, rounds: Sequence[float], form: str) -> Row:
    """A row with nothing beside it."""
    return what, told(rounds, form), "", ""


def beside(
    what: str, ours: Sequence[float], form: str, name: str, theirs: Sequence[float], digits: int = 2
) -> Row:
    """A row with the same measure of something else, and the ratio of rounds taken in turn."""
    ratios = [one / other for one, other in zip(ours, theirs, strict=True)]
    other = f"{name} {told(theirs, form)}"
    return what, told(ours, form), other, told(ratios, f"{{:.{digits}f}}")


def cpu_seconds(pids: Sequence[int]) -> float:
    """Seconds of a core that some processes have had, with those of their children that ended."""
    fields = []
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):  # It has ended since it was listed.
            fields.append(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split())
    return sum(int(word) for one in fields for word in one[11:15]) / os.sysconf("SC_CLK_TCK")


def seconds_to_start(server: ServerProcess) -> tuple[float, float]:
    """Seconds until a server's doors are open, and of a core meanwhile; it is stopped again."""
    began = time.perf_counter()
    server.start()
    took = time.perf_counter() - began, cpu_seconds([server.pid])
    server.stop()
    return took
