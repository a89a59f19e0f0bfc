"""Several servers on one PostgreSQL: whatever is killed or cut off, every game is played once."""

from __future__ import annotations

import random
from threading import Lock

import pytest

from tests.effort import LONG
from tests.torture.audit import audit
from tests.torture.night import club_night, play_to_the_end, unfair
from tests.torture.server import wait_until


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
    """Three games take some 55 to 75 answers, by their shuffles."""
    games, every = 3, 12
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
