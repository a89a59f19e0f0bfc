"""The server on a small board: what it has in memory after hundreds of answers."""

from tests.effort import LONG
from tests.image import instructions
from tests.memory import resident
from tests.torture import server
from tests.torture.run import tables

BOARD = 128
"""Megabytes it may have, those of the programs' files that it reads from included."""


@LONG
def test_three_hundred_answers_leave_the_server_within_a_small_board(tmp_path, monkeypatch):
    [heaps] = [rest for word, rest in instructions() if rest.startswith("MALLOC_")]
    monkeypatch.setitem(server.ENVIRONMENT, *heaps.split("="))
    with tables(tmp_path, 6) as players:
        players.server.run("compile")
        players.server.start()
        taken = 0
        while taken < 300 and (reply := players.next()):
            taken += players.hand_in(reply)
        assert taken == 300
        assert 50 < resident(players.server.pid) < BOARD
