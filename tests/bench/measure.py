"""How a figure is taken: several rounds, the median; and how it is told: a row of a table."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from tests.torture.server import ServerProcess

ROUNDS = 5

Row = tuple[str, str, str, str]
"""What was measured, the figure, what stands beside it, and the ratio."""


def rate(measure: Callable[[], tuple[int, float]], rounds: int = ROUNDS) -> float:
    """The median rate of several rounds, per second; each gives a count and its seconds."""
    rates = []
    for _ in range(rounds):
        count, seconds = measure()
        rates.append(count / seconds)
    return statistics.median(rates)


def seconds_to_start(server: ServerProcess) -> float:
    """Seconds from the command to open doors; the server is stopped again."""
    began = time.perf_counter()
    server.start()
    took = time.perf_counter() - began
    server.stop()
    return took
