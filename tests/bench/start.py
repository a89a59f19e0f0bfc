"""How soon a command has ended, and a server's doors are open, beside importing its database
library."""

from __future__ import annotations

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

        def run(*words: str) -> Callable[[], float]:
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
        took, alone = ([one[way] for one in rounds] for way in (at, 0))
        more = told([one - other for one, other in zip(took, alone, strict=True)], "{:+.2f} s")
        yield what, told(took, "{:.2f} s"), f"{least} {told(alone, '{:.2f} s')}", more


def _seconds(command: list[str], folder: Path) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, check=True)
    return time.perf_counter() - began
