"""Games by mail on a real server that can be killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.torture.players import Players
from tests.torture.server import ServerProcess
from tests.torture.sink import Sink

NAMES = ("Anna", "Bruno", "Ruth", "Dieter")


@contextmanager
def tables(folder: Path, games: int, extra: str = "") -> Iterator[Players]:
    """A server, not yet started, with some games of four that have just begun."""
    with Sink() as sink:
        server = ServerProcess(folder, sink.port, extra)
        players = Players(sink, server)
        players.set_up(games, NAMES)
        try:
            yield players
        finally:
            server.kill()
