"""Several servers on one PostgreSQL: whatever is killed or cut off, every game is played once."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import contextmanager
from threading import Lock, Thread

import pytest

from engine import replay
from pbem.store.events import load_log
from pbem.store.games import all_games
from tests.effort import LONG
from tests.servers.postgres import shared
from tests.table import SHORT
from tests.torture.audit import audit
from tests.torture.players import Players
from tests.torture.server import wait_until
from tests.torture.sink import Sink
from tests.torture.workers import Workers

NAMES = ("Anna", "Bruno", "Ruth")


@contextmanager
def club_night(folder, games, *roles):
    """Servers that are not started yet, with some short games that have just begun."""
    with Sink() as sink:
        workers = Workers(folder, sink.port, shared(), roles)
        players = Players(sink, workers)
        for number in range(games):
            players.set_up(f"Table{number}", NAMES, SHORT)
        try:
            yield players
        finally:
            for number in range(len(roles)):
                workers.kill(number)


def play_to_the_end(players: Players, games: int, now_and_then: Callable[[int], None]) -> None:
    """Everybody answers by two providers at once; `now_and_then` is told how many were taken."""
    over = "select count(*) from game where stage = 'over'"

    def provider(lmtp: bool) -> None:
        while players.server.ask(over) != [(games,)]:
            reply = players.next(patience=0.5)
            if reply is not None and players.hand_in(reply, lmtp=lmtp):
                now_and_then(len(players.accepted))

    threads = [Thread(target=provider, args=(lmtp,), daemon=True) for lmtp in (False, True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(400)
    assert players.server.ask(over) == [(games,)], players.server.logs()[-3000:]


def unfair(players: Players) -> list[str]:
    """What is wrong with the scores: a trick is one point, a bid that was made ten more.

    Every player's last letter tells them all.
    """
    found = []
    with players.house() as house, house.db.begin() as session:
        for number in all_games(session):
            game = replay(logged.entry for logged in load_log(session, number))
            won = [
                sum(deal.taken[at] + 10 * (deal.bids[at] == deal.taken[at]) for deal in game.deals)
                for at in range(len(NAMES))
            ]
            if len(game.deals) != 5 or list(game.totals) != won:
                found.append(f"game {number}: {len(game.deals)} deals, {game.totals}, not {won}")
            last = last_letters(players, number)
            told = [one.text for one in players.sink.copies if one.id in last]
            for points in won:
                if not all(re.search(rf"\b{points}\b", text) for text in told):
                    found.append(f"game {number}: a last letter does not tell {points} points")
            if len(told) < len(NAMES):
                found.append(f"game {number}: only {len(told)} last letters")
    return found


def last_letters(players: Players, game: int) -> set[str]:
    """The Message-IDs of the letters that tell the players how a game has ended."""
    rows = players.server.ask(
        "select message_id from outbox where game_id = ? and kind = 'digest'", game
    )
    return {message_id for (message_id,) in rows}


@LONG
def test_games_end_once_although_a_server_is_killed_and_connections_are_cut(tmp_path):
    games = 3
    with club_night(tmp_path, games, "all", "all") as players:
        workers, dice = players.server, random.Random(7)
        kill_at, cut_at = dice.randrange(15, 30), dice.randrange(35, 50)
        done: set[str] = set()

        def trouble(taken: int) -> None:
            if taken >= kill_at and "kill" not in done:
                done.add("kill")
                workers.kill(0)
            if taken >= cut_at and "cut" not in done:
                done.add("cut")
                assert workers.server.cut_off(workers.database) > 0

        workers.start(0)
        workers.start(1)
        play_to_the_end(players, games, trouble)
        figures = audit(players)

        assert done == {"kill", "cut"}
        assert figures.wrong == {}
        assert unfair(players) == []


@pytest.mark.long
def test_servers_that_are_killed_again_and_again_play_every_game_once(tmp_path):
    games, every = 3, 20
    with club_night(tmp_path, games, "all", "all", "process") as players:
        workers, dice = players.server, random.Random(11)
        lock = Lock()

        def trouble(taken: int) -> None:
            with lock:
                if taken < every * (workers.kills + 1):
                    return
                victim = dice.randrange(3)
                workers.kill(victim)
                workers.start(victim)

        for number in range(3):
            workers.start(number)
        play_to_the_end(players, games, trouble)
        figures = audit(players)

        assert figures.wrong == {}
        assert figures.kills >= 3
        assert unfair(players) == []


@pytest.mark.long
def test_each_role_does_its_part(tmp_path):
    with club_night(tmp_path, 1, "door", "process", "deliver") as players:
        workers = players.server
        for number in range(3):
            workers.start(number)
        play_to_the_end(players, 1, lambda _taken: None)
        wait_until(
            lambda: not workers.ask("select 1 from outbox where state in ('queued', 'sending')"),
            "the last letters to leave",
        )
        workers.stop()
        said = [(worker.folder / "log").read_text() for worker in workers.workers]

        assert workers.ask("select count(*) from server where name like 'alive %'") == [(0,)]
    assert ["mail processed" in log for log in said] == [False, True, False]
    assert ["outbox=" in log for log in said] == [False, False, True]
