"""One, two and four servers on one PostgreSQL, all their commits durable."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.store.database import Database
from tests.bench.measure import Row, beside, figure
from tests.bench.moves import answers, hand_in, until
from tests.servers.postgres import postgres
from tests.torture.players import Players
from tests.torture.run import NAMES
from tests.torture.sink import Sink
from tests.torture.workers import Workers

GAMES, ROUNDS = 60, 6


def rows() -> Iterator[Row]:
    """Moves a second of so many servers, beside those of one."""
    one = _rates(1)
    yield figure("moves with 1 server on PostgreSQL", one, "{:.1f}/s")
    for count in (2, 4):
        what = f"moves with {count} servers on PostgreSQL"
        yield beside(what, _rates(count), "{:.1f}/s", "with one", one)


def _rates(count: int) -> list[float]:
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
    return rates[1:]


def _at_rest(workers: Workers) -> bool:
    """Whether no mail waits, neither to be thought through nor to leave."""
    waiting = workers.ask(
        "select exists (select 1 from inbound where state = 'new')"
        " or exists (select 1 from outbox where state in ('queued', 'sending'))"
    )
    return not waiting[0][0]
