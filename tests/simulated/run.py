"""One world, or many on all cores: lived through, and looked at."""

from __future__ import annotations

import json
import os
import shlex
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from pathlib import Path

from pbem.logs import log_to
from tests.databases import OneSQLite
from tests.simulated.faults import Nth
from tests.simulated.marks import seen_in
from tests.simulated.oracles import wrong_in
from tests.simulated.planted import PLANTED
from tests.simulated.secrecy import two_runs
from tests.simulated.shared import SharedWorld
from tests.simulated.world import World

Told = Callable[[int, datetime, str], None]

assert OneSQLite.supports_statement_cache
"""Each life of a server opens its database anew; what it compiles serves them all."""

_LIVED = {
    "games": "select count(*) from game where started_at is not null",
    "games that ended": "select count(*) from game where stage = 'over'",
    "deals": "select count(*) from event where kind = 'CardsDealt'",
}
"""What a world is as large as."""

_SHARED = Path("/dev/shm")
"""Where it is there, a disk that costs no time; what is safe on it the world itself decides."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a world is, for how many days it lives, and which kinds of things never happen.

    With no number of `people` there are as many as the games need. `planted` is the fault that the
    server has in it. With an `nth` nothing else fails. With `plain` letters are drawn as facts. On
    `postgres` two servers share a database.
    """

    games: int = 20
    days: float = 4
    people: int = 0
    without: frozenset[str] = frozenset()
    planted: str = ""
    nth: Nth | None = None
    plain: bool = False
    postgres: bool = False

    @property
    def options(self) -> str:
        """What to type for it."""
        said = f"--games {self.games} --days {self.days:g}"
        said += f" --people {self.people}" if self.people else ""
        said += f" --nth '{self.nth.where} {self.nth.number}'" if self.nth else ""
        said += " --dies" if self.nth and self.nth.dies else ""
        said += " --plain" if self.plain else ""
        said += " --postgres" if self.postgres else ""
        said += f" --plant {shlex.quote(self.planted)}" if self.planted else ""
        return said + (
            f" --without {shlex.quote(','.join(sorted(self.without)))}" * bool(self.without)
        )


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a world: what is wrong, its last events, and what was counted.

    `kinds` are the kinds of faults and mails that were in it, `marks` what of `marks.py` was seen.
    """

    seed: int
    size: Size
    wrong: list[str]
    last: list[str]
    counted: Counter[str]
    faults: Counter[str]
    kinds: set[str]
    marks: Counter[str]
    met: Counter[str]
    sent: str
    database: str
    seconds: float


@dataclass(slots=True)
class _Log:
    """What the server logs belongs to its world."""

    world: World | None = field(default=None)

    def write(self, line: str) -> int:
        """Take a line of JSON."""
        told = json.loads(line) if line.strip() else {}
        if self.world is not None and told.get("level") in ("warning", "error", "critical"):
            self.world.logs(told)
        return len(line)

    def flush(self) -> None:
        """Nothing is kept back."""


def live(seed: int, size: Size, told: Told = lambda _number, _at, _what: None) -> Found:
    """Let the world of a seed live, come to rest, and be looked at."""
    began = time.process_time()
    log = _Log()
    log_to(log, style="json")
    where = _SHARED if _SHARED.is_dir() else None
    fault = PLANTED[size.planted].in_the_server() if size.planted else nullcontext()
    with fault, tempfile.TemporaryDirectory(prefix="ohhell-world-", dir=where) as folder:
        given = (size.games, told, size.people, size.without, size.nth, size.plain)
        world = (SharedWorld if size.postgres else World)(seed, Path(folder), *given)
        log.world = world
        with world.lived():
            try:
                born = world.now
                world.live(size.days)
                world.come_to_rest()
                world.counted["simulated days"] = (world.now - born).days
                world.counted.update({what: world.ask(sql)[0][0] for what, sql in _LIVED.items()})
                wrong = wrong_in(world)
                marks = seen_in(world)
            except Exception as problem:
                at = traceback.extract_tb(problem.__traceback__)[-1]
                wrong = [f"the_server_raises: {problem!r} at {at.filename}:{at.lineno}"]
                marks = Counter()
            database = world.database_digest
        if size.nth is None and not size.plain and not size.postgres:
            wrong += [f"nothing_hidden_is_told: {one}" for one in two_runs(seed, Path(folder))]
        disk = world.faults.disk
        return Found(
            seed,
            size,
            wrong,
            list(world.last),
            world.counted,
            world.faults.counted,
            world.kinds,
            marks,
            world.faults.met + Counter(write=disk.writes + disk.syncs),
            world.digest,
            database,
            time.process_time() - began,
        )


def every(where: str, seed: int, size: Size, step: int = 1) -> Iterator[tuple[int, Size]]:
    """The same world again and again: in each another one of its statements, commits, sends or
    writes fails, or the process is killed at it; every `step`-th of them.
    """
    counted = live(seed, replace(size, nth=Nth(where, 0))).met[where]
    for number in range(1, counted + 1, step):
        for dies in (False,) if where == "write" else (False, True):
            yield seed, replace(size, nth=Nth(where, number, dies=dies))


def many(worlds: Iterator[tuple[int, Size]], until: float, cores: int = 0) -> Iterator[Found]:
    """Many worlds, each of a seed, on all cores, as they end; none begins after `until`."""
    cores = cores or os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        running: set[Future[Found]] = {pool.submit(live, *one) for one in islice(worlds, cores)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                if time.monotonic() < until:
                    running |= {pool.submit(live, *next_one) for next_one in islice(worlds, 1)}
                yield one.result()
