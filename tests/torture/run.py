"""Games by mail on a server that is killed again and again, at boundaries in turn and at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.torture.audit import Figures, audit
from tests.torture.moments import Moment
from tests.torture.players import Players
from tests.torture.server import ServerProcess, Stuck
from tests.torture.sink import Sink

NAMES = ("Anna", "Bruno", "Ruth", "Dieter")


@contextmanager
def tables(
    folder: Path, games: int, extra: str = "", feed: Callable[[bytes], None] | None = None
) -> Iterator[Players]:
    """A server, not yet started, with some games of four that have just begun."""
    with Sink() as sink:
        server = ServerProcess(folder, sink.port, extra)
        players = Players(sink, server, feed)
        players.set_up(games, NAMES)
        try:
            yield players
        finally:
            server.kill()


def torture(
    players: Players,
    moments: Sequence[tuple[str, Moment]],
    seed: int,
    said: Callable[[int, str, bool], None] = lambda _kill, _moment, _hit: None,
) -> tuple[Figures, Counter[str]]:
    """Kill the server once for each moment; what was counted, and how often a moment was hit."""
    dice = random.Random(seed)
    hits: Counter[str] = Counter()
    for number, (name, moment) in enumerate(moments, 1):
        if not players.server.running:
            players.server.start()
        for _ in range(dice.randrange(3)):
            _answer(players, lmtp=dice.random() < 0.5)
        reply = players.next()
        if reply is None:
            raise Stuck(f"nobody is asked anything before kill {number}")
        hit = moment(players, reply, dice)
        hits[name] += hit
        said(number, name, hit)
    players.server.start()
    players.hand_in_what_is_kept()
    return audit(players), hits


def _answer(players: Players, *, lmtp: bool = False) -> None:
    reply = players.next()
    if reply is not None:
        players.hand_in(reply, lmtp=lmtp)
