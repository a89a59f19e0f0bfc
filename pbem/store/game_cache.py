"""Games folded lately, and their chains, so that each mail folds and tells only what is new."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar

from engine import Game, TakenBack, evolve, replay
from engine.chain import Chain, chain_of
from pbem.domain.logged import Logged
from pbem.store.database import Session
from pbem.store.events import load_log

_CACHED_GAMES = 1000

Kept = TypeVar("Kept")


@dataclass(slots=True)
class GameCache:
    """Games folded lately, each with the last entry of the log it was folded from.

    Entries never change and are decoded once, so a log that holds that very entry begins with the
    whole of that log.
    """

    _games: OrderedDict[int, tuple[Logged, Game]] = field(default_factory=OrderedDict)
    _chains: OrderedDict[int, tuple[str, Game, Chain]] = field(default_factory=OrderedDict)
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
        self._keep(self._games, number, (log[-1], game))
        return game

    def so_far(self, number: int, name: str, game: Game) -> str:
        """The digest of a game of that name, in which only the deals since the last are told."""
        with self._lock:
            named, before, chain = self._chains.get(number, (name, game, None))
        if chain is None or named != name or not _goes_on(before, game):
            chain = chain_of(name, game)
        chain = chain.after(game)
        self._keep(self._chains, number, (name, game, chain))
        return chain.so_far(game)

    def _keep(self, kept: OrderedDict[int, Kept], number: int, what: Kept) -> None:
        with self._lock:
            kept[number] = what
            kept.move_to_end(number)
            while len(kept) > _CACHED_GAMES:
                kept.popitem(last=False)


def _goes_on(before: Game, game: Game) -> bool:
    """Whether a game has the very deals of one before, and perhaps more."""
    deals = len(before.deals)
    if before.rules is not game.rules or len(game.deals) < deals:
        return False
    return deals == 0 or game.deals[deals - 1] is before.deals[-1]


def _holds(log: Sequence[Logged], entry: Logged) -> bool:
    """Whether a log holds that very entry, and not merely an equal one."""
    return entry.seq < len(log) and log[entry.seq] is entry
