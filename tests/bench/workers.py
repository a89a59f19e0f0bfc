"""One, two and four servers on one PostgreSQL, all their commits durable."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from pbem.store.database import Database
from tests.bench.measure import Row, beside, cpu_seconds, figure, told
from tests.bench.moves import answers, hand_in, until
from tests.servers.postgres import Postgres, postgres
from tests.torture.players import Players
from tests.torture.run import NAMES
from tests.torture.sink import Sink
from tests.torture.workers import Workers

GAMES, ROUNDS = 60, 6
_REST = (
    "select not exists (select 1 from inbound where state = 'new')"
    " and not exists (select 1 from outbox where state in ('queued', 'sending'))"
)
"""Whether no mail waits, neither to be thought through nor to leave."""

Cores = dict[str, list[float]]
"""How many cores were in use by whom, in each round."""


def rows() -> Iterator[Row]:
    """Moves a second of so many servers, beside those of one, and who had the cores meanwhile."""
    one, cores = _rates(1)
    yield figure("moves with 1 server on PostgreSQL", one, "{:.1f}/s")
    yield _in_use(cores)
    for count in (2, 4):
        rates, cores = _rates(count)
        what = f"moves with {count} servers on PostgreSQL"
        yield beside(what, rates, "{:.1f}/s", "with one", one)
        yield _in_use(cores)


def _in_use(cores: Cores) -> Row:
    whole = [sum(round_) for round_ in zip(*cores.values(), strict=True)]
    by = ", ".join(f"{who} {told(rounds, '{:.2f}')}" for who, rounds in cores.items())
    return f"cores in use meanwhile, of {os.cpu_count()}", told(whole, "{:.2f}"), by, ""


def _rates(count: int) -> tuple[list[float], Cores]:
    rates: list[float] = []
    cores: Cores = {"servers": [], "PostgreSQL": [], "players, smarthost": []}
    with (
        tempfile.TemporaryDirectory() as folder,
        Sink() as sink,
        postgres("fsync=on", "full_page_writes=on") as server,
    ):
        database = server.create()
        Database(server.url(database)).close()
        workers = Workers(Path(folder), sink.port, server, database, ("all",) * count)
        players = Players(sink, workers)
        players.set_up(GAMES, NAMES)
        with server.connect(database) as db:
            try:
                for number in range(count):
                    workers.start(number)
                until(lambda: _at_rest(db))
                for _ in range(ROUNDS):
                    replies = answers(players)
                    began, before = time.perf_counter(), _spent(workers, server)
                    hand_in(workers.smtp, replies)
                    until(lambda: _at_rest(db))
                    took = time.perf_counter() - began
                    rates.append(len(replies) / took)
                    for who, was, now in zip(cores, before, _spent(workers, server), strict=True):
                        cores[who].append((now - was) / took)
            finally:
                for number in range(count):
                    workers.kill(number)
    return rates[1:], {who: rounds[1:] for who, rounds in cores.items()}


def _at_rest(db: psycopg.Connection) -> bool:
    row = db.execute(_REST).fetchone()
    return row is not None and bool(row[0])


def _spent(workers: Workers, server: Postgres) -> tuple[float, float, float]:
    """Seconds of a core that the servers, PostgreSQL and this process have had."""
    ours = [one.process.pid for one in workers.workers if one.process is not None]
    master = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    theirs = [master, *_children(master)]
    return cpu_seconds(ours), cpu_seconds(theirs), time.process_time()


def _children(pid: int) -> list[int]:
    named = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in named.split()]
