"""A night at a club with several servers on one PostgreSQL: many short games, played to the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from engine import Preset, replay
from pbem.store.events import load_log
from pbem.store.games import all_games
from tests.databases import migrated
from tests.servers.postgres import shared
from tests.table import SHORT
from tests.torture.players import Players
from tests.torture.sink import Sink
from tests.torture.workers import Workers

NAMES = ("Anna", "Bruno", "Ruth")


@contextmanager
def club_night(folder: Path, games: int, *roles: str, preset: Preset = SHORT) -> Iterator[Players]:
    """Servers that are not started yet, with some games of three that have just begun."""
    with Sink() as sink:
        workers = Workers(folder, sink.port, shared(), shared().create(migrated()), roles)
        players = Players(sink, workers)
        players.set_up(games, NAMES, preset)
        try:
            yield players
        finally:
            for number in range(len(roles)):
                workers.kill(number)


def games_over(players: Players) -> int:
    """How many games have ended."""
    [(count,)] = players.server.ask("select count(*) from game where stage = 'over'")
    return int(count)


def play_to_the_end(
    players: Players, games: int, now_and_then: Callable[[int], None], seconds: float = 400
) -> None:
    """Everybody answers by two providers at once; `now_and_then` is told how many were taken."""

    def provider(lmtp: bool) -> None:
        while (reply := players.next(patience=0.5)) or games_over(players) < games:
            if reply and players.hand_in(reply, lmtp=lmtp):
                now_and_then(len(players.accepted))

    threads = [Thread(target=provider, args=(lmtp,), daemon=True) for lmtp in (False, True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds)
    assert games_over(players) == games, players.server.logs()[-3000:]


def unfair(players: Players, deals: int = 5) -> list[str]:
    """What is wrong with the scores: a trick is one point, a bid that was made ten more.

    Every player's last letter tells them all.
    """
    found = []
    letters = {one.id: one for one in players.sink.copies}
    with players.services() as services, services.db.begin() as session:
        for number in all_games(session):
            game = replay(logged.entry for logged in load_log(session, number))
            won = [
                sum(deal.taken[at] + 10 * (deal.bids[at] == deal.taken[at]) for deal in game.deals)
                for at in range(len(NAMES))
            ]
            if len(game.deals) != deals or list(game.totals) != won:
                found.append(f"game {number}: {len(game.deals)} deals, {game.totals}, not {won}")
            last = [letters[one].text for one in last_letters(players, number) if one in letters]
            for points in won:
                if not all(re.search(rf"\b{points}\b", text) for text in last):
                    found.append(f"game {number}: a last letter does not tell {points} points")
            if len(last) < len(NAMES):
                found.append(f"game {number}: only {len(last)} last letters")
    return found


def last_letters(players: Players, game: int) -> set[str]:
    """The Message-IDs of the letters that tell the players how a game has ended."""
    rows = players.server.ask(
        "select message_id from outbox where game_id = ? and kind = 'digest'", game
    )
    return {message_id for (message_id,) in rows}
