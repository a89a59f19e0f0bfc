"""`python3 dev.py torture-failover`: the PostgreSQL under two servers is killed again and again.

Its synchronous standby is promoted each time, and the old primary started once more unasked, while
games are played: one server reaches them by their PgBouncers, the other past them. What got its 250
must be played, and once; nothing may be written to the old one. Numbers are read from the standby
while there is one.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Event
from urllib.request import urlopen

from sqlalchemy import NullPool, create_engine

from engine import Preset
from tests.databases import everything
from tests.servers import HOST, free_port
from tests.servers.following import OWNER, Follower, Followers, followers, until
from tests.servers.postgres import DEBIAN
from tests.torture.audit import audit
from tests.torture.many import DEALS, GAME
from tests.torture.night import NAMES, play_to_the_end, unfair
from tests.torture.players import Players
from tests.torture.sink import Sink
from tests.torture.workers import Workers

GONE = "the replica cannot be read, the primary is read instead"
OLD = "is an old primary (timeline"
_STEP = 60
"""Answers that are taken between two events."""
_LONGEST = 900
_WRITTEN = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_user_tables"


@dataclass(frozen=True, slots=True)
class Pause:
    """Seconds from a kill: until the standby was promoted, and until the next answer was taken."""

    promoted: float
    taken: float


@dataclass(slots=True)
class Drill:
    """Failovers while games are played; `pauses` tells what each has cost."""

    players: Players
    both: Followers
    metrics: int
    pauses: list[Pause] = field(default_factory=list)
    _times: list[float] = field(default_factory=list)
    _most: int = _STEP
    _over: Event = field(default_factory=Event)

    def play(self, games: int, rounds: int) -> None:
        """Play all games to their end, with so many failovers in between."""
        with ThreadPoolExecutor(1) as pool:
            trouble = pool.submit(self._trouble, rounds)
            trouble.add_done_callback(lambda _: self._over.set())
            play_to_the_end(self.players, games, self._taken, _LONGEST)
            trouble.result()

    def _taken(self, _count: int) -> None:
        """An answer was taken; it goes on in step with the failovers: all are under load."""
        self._times.append(time.monotonic())
        while len(self._times) >= self._most and not self._over.wait(0.01):
            pass

    def _trouble(self, rounds: int) -> None:
        for number in range(rounds):
            self._wait_for_answers(_STEP // 2)
            self._read_numbers(replica=True)
            self._fail_over(at_once=number % 2 == 0)
            self._old_one_is_left_alone(number % 2)
            self._read_numbers(replica=False)
            self.both.standby.shut_down()
            self._most += _STEP
            self.both.standby.follow(self.both.primary, rewind=True)

    def _wait_for_answers(self, count: int) -> None:
        """Wait until so many more are taken, with room for as many after them."""
        wanted = len(self._times) + count
        self._most = max(self._most, wanted + _STEP // 2)
        until(lambda: len(self._times) >= wanted, f"{count} answers", 120)

    def _fail_over(self, *, at_once: bool) -> None:
        """The old primary is there again at once, perhaps before it was missed, or later."""
        self._most += _STEP
        killed = time.monotonic()
        self.both.fail_over()
        promoted = time.monotonic()
        if at_once:
            self.both.standby.start()
        until(lambda: self._times[-1] > promoted, "an answer after the failover", 120)
        first = next(at for at in self._times if at > promoted)
        self.pauses.append(Pause(promoted - killed, first - killed))

    def _old_one_is_left_alone(self, victim: int) -> None:
        """By servers that run on, and by one that is killed and started anew beside it."""
        old, workers = self.both.standby, self.players.server
        assert isinstance(workers, Workers)
        old.start()
        old.wait_for_pool("games")
        before = _digest(old)
        workers.kill(victim)
        workers.start(victim)
        self._wait_for_answers(_STEP)
        # It has counted from its start on: what was counted before went with the kill.
        [(rows,)] = old.ask(_WRITTEN, "games")
        if rows or _digest(old) != before:
            raise AssertionError(f"{rows or 'some'} rows were written to the old primary")

    def _read_numbers(self, *, replica: bool) -> None:
        """The numbers can be read, with a replica and without one."""

        def read() -> bool:
            with urlopen(f"http://{HOST}:{self.metrics}/metrics", timeout=20) as page:
                return b"\nohhell_open_questions " in page.read()

        def on_standby() -> bool:
            asked = "SELECT 1 FROM pg_stat_activity WHERE usename = 'ohhell'"
            return read() and bool(self.both.standby.ask(asked))

        if replica:
            until(on_standby, "numbers from the replica", 60)
        elif not read():
            raise AssertionError("no numbers without a replica")


def _digest(server: Follower) -> str:
    """All that one holds, in short."""
    url = f"postgresql+psycopg://{OWNER}@{HOST}:{server.port}/games"
    with create_engine(url, poolclass=NullPool).connect() as connection:
        return hashlib.sha256(repr(everything(connection)).encode()).hexdigest()


@contextmanager
def drill(
    folder: Path, games: int, programs: Path | None = None, preset: Preset = GAME
) -> Iterator[Drill]:
    """Two servers at work on two PostgreSQLs, with some games that have just begun."""
    with followers(programs) as both, Sink() as sink:
        workers = Workers(folder, sink.port, both, both.create("games"), ("all", "all"))
        past, metrics = both.url("games"), free_port()
        first, second = (one.folder / "config.yaml" for one in workers.workers)
        told = f"database: {both.url('games', pooled=True)}\n"
        more = f"replica: {past}\nmetrics: {{port: {metrics}}}\n"
        written = first.read_text().partition("\n")[2]
        first.write_text(told + more + written)
        second.write_text(second.read_text())
        players = Players(sink, workers)
        players.set_up(games, NAMES, preset)
        try:
            workers.start(0)
            workers.start(1)
            yield Drill(players, both, metrics)
        finally:
            workers.kill(0)
            workers.kill(1)


def main() -> int:
    """Run; 1 if anything was lost, doubled, wrong, or written to an old primary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--programs", type=Path, default=DEBIAN, help="PostgreSQL's; pip's where they are not there"
    )
    wanted = parser.parse_args()
    programs = wanted.programs if wanted.programs.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="ohhell-torture-") as folder:
        os.chdir(folder)  # What was seen of timelines is kept where a program runs.
        with drill(Path(folder), wanted.games, programs) as run:
            version = run.both.primary.ask("SHOW server_version")[0][0]
            print(f"Two servers on PostgreSQL {version}: {wanted.games} games to begin")
            run.play(wanted.games, wanted.rounds)
            return 0 if _told(run, wanted.rounds) else 1


def _told(run: Drill, rounds: int) -> bool:
    """Print what was counted; whether all is well."""
    for number, pause in enumerate(run.pauses, 1):
        print(
            f"failover {number}: the standby was promoted {pause.promoted:.1f} s after the kill,"
            f" the next answer taken {pause.taken:.1f} s after it"
        )
    figures = audit(run.players)
    for name, count in asdict(figures).items():
        print(f"{count:6}  {name.replace('_', ' ')}")
    workers = run.players.server
    assert isinstance(workers, Workers)
    logs = workers.logs()
    for sentence in (GONE, OLD):
        print(f"{logs.count(sentence):6}  times in the logs: ... {sentence} ...")
    wrong = unfair(run.players, DEALS)
    wrong += [f"{count} {name}" for name, count in figures.wrong.items()]
    wrong += [f"never told: {one}" for one in (GONE, OLD) if one not in logs]
    if len(run.pauses) != rounds:
        wrong.append(f"{len(run.pauses)} failovers instead of {rounds}")
    print("\n".join(["WRONG:", *wrong]) if wrong else "Nothing is wrong.")
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
