"""One, two and four servers on one PostgreSQL, all their commits durable."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.store.database import Database
from tests.bench.measure import Row
from tests.bench.moves import answers, hand_in, until
from tests.servers.postgres import postgres
from tests.torture.players import Players
from tests.torture.run import NAMES
from tests.torture.sink import Sink
from tests.torture.workers import Workers

GAMES, ROUNDS = 60, 4


def rows() -> Iterator[Row]:
    """Moves a second of so many servers, beside those of one."""
    first = None
    for count in (1, 2, 4):
        rate = _rate(count)
        first = first or rate
        what = f"moves with {count} server{'s' if count > 1 else ''} on PostgreSQL"
        yield what, f"{rate:.1f}/s", f"with one {first:.1f}/s", f"{rate / first:.2f}"


def _rate(count: int) -> float:
    rates = []
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
        try:
            for number in range(count):
                workers.start(number)
            until(lambda: _at_rest(workers))
            for _ in range(ROUNDS):
                replies = answers(players)
                began = time.perf_counter()
                hand_in(workers.smtp, replies)
                until(lambda: _at_rest(workers))
                rates.append(len(replies) / (time.perf_counter() - began))
        finally:
            for number in range(count):
                workers.kill(number)
    return statistics.median(rates[1:])


def _at_rest(workers: Workers) -> bool:
    """Whether no mail waits, neither to be thought through nor to leave."""
    waiting = workers.ask(
        "select exists (select 1 from inbound where state = 'new')"
        " or exists (select 1 from outbox where state in ('queued', 'sending'))"
    )
    return not waiting[0][0]
