"""Games folded lately, so that each mail folds only what is new."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from engine import Game, TakenBack, evolve, replay
from pbem.domain.model import Logged
from pbem.store.database import Session
from pbem.store.events import load_log

_CACHED_GAMES = 1000


@dataclass(slots=True)
class GameCache:
    """Games folded lately, each with the last entry of the log it was folded from.

    Entries never change and are decoded once, so a log that holds that very entry begins with the
    whole of that log.
    """

    _games: OrderedDict[int, tuple[Logged, Game]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def game(self, session: Session, number: int) -> tuple[Game, int]:
        """A game as its log tells it now, and the length of that log."""
        log = load_log(session, number)
        return self.of(number, log), len(log)

    def of(self, number: int, log: Sequence[Logged]) -> Game:
        """A game by its number, as its log tells it."""
        with self._lock:
            last, game = self._games.get(number, (None, None))
        if game is None or last is None or not _holds(log, last):
            game = replay(one.entry for one in log)
        else:
            for one in log[last.seq + 1 :]:
                if isinstance(one.entry, TakenBack):
                    game = replay(one.entry for one in log)
                    break
                game = evolve(game, one.entry)
        with self._lock:
            self._games[number] = (log[-1], game)
            self._games.move_to_end(number)
            while len(self._games) > _CACHED_GAMES:
                self._games.popitem(last=False)
        return game


def _holds(log: Sequence[Logged], entry: Logged) -> bool:
    """Whether a log holds that very entry, and not merely an equal one."""
    return entry.seq < len(log) and log[entry.seq] is entry
