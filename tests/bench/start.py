"""How soon a command has ended, and a server's doors are open, beside importing its database
library."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.crowd import FEW, crowded
from tests.bench.measure import Row, seconds_to_start, told
from tests.torture.server import ENVIRONMENT, ServerProcess
from tests.torture.sink import Sink

ROUNDS = 9


def rows() -> Iterator[Row]:
    """Seconds of commands and of the server's start, beside `import sqlmodel` in the same run."""
    with tempfile.TemporaryDirectory() as folder, Sink() as sink:
        there = Path(folder) / "few"
        addresses, _ = crowded(there, FEW)
        server = ServerProcess(there, sink.port, f"mailbox: {addresses.mailbox}\n")

        def run(*words: str) -> Callable[[], tuple[float, float]]:
            return lambda: _seconds([sys.executable, *words], there)

        ways = {
            "`import sqlmodel`": run("-c", "import sqlmodel"),
            "`pbem --version`": run("-m", "pbem", "--version"),
            f"`pbem games`, {FEW} games": run("-m", "pbem", "games"),
            f"start with {FEW} games, doors open": lambda: seconds_to_start(server),
        }
        for way in ways.values():
            way()  # the first time modules are compiled
        rounds = [[way() for way in ways.values()] for _ in range(ROUNDS)]
    least, *others = ways
    for at, what in enumerate(others, 1):
        for which, name in enumerate((what, f"{what}, of a core")):
            took, alone = ([one[way][which] for one in rounds] for way in (at, 0))
            more = [one - other for one, other in zip(took, alone, strict=True)]
            other = f"{least} {told(alone, '{:.2f} s')}"
            yield name, told(took, "{:.2f} s"), other, told(more, "{:+.2f} s")


def _seconds(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds until a command has ended, and of a core, which others at work change less."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, spent
