"""The real server as a process, killed under load; every other moment a world kills it at."""

from __future__ import annotations

import random
from threading import Thread, Timer

from tests.effort import LONG
from tests.torture.audit import audit
from tests.torture.players import Players
from tests.torture.run import tables

KILLS = 4


def killed_under_load(players: Players, dice: random.Random) -> None:
    """Many answers at once, by both receivers, some of them twice; the end comes at any time."""

    def provider(number: int) -> None:
        while players.server.running and (one := players.next(patience=0.1)):
            taken = players.hand_in(one, lmtp=number % 2 == 1)
            if taken and number == 0:
                players.hand_in(one)

    ends = Timer(dice.uniform(0.2, 1), players.server.kill)
    threads = [Thread(target=provider, args=(number,)) for number in range(4)]
    for thread in (ends, *threads):
        thread.start()
    for thread in (*threads, ends):
        thread.join()


@LONG
def test_a_server_that_is_killed_loses_nothing_and_doubles_nothing(tmp_path):
    """EMAIL 7.3."""
    dice = random.Random(3)
    with tables(tmp_path, 3) as players:
        for _ in range(KILLS):
            players.server.start()
            killed_under_load(players, dice)
        players.server.start()
        players.hand_in_what_is_kept()
        figures = audit(players)

    assert figures.wrong == {}
    assert figures.kills == KILLS
    assert figures.accepted == figures.played >= 2
