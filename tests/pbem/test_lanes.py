"""A lane works in a process of its own, tells what went wrong, and ends when it is told to."""

from __future__ import annotations

import os
import threading
import time

import pytest

from engine import DealCards, Level, combine, decide, evolve, shuffle, start, view
from engine.players import player
from pbem.lanes import CannotWork, LaneStopped, OwnProcess


@pytest.fixture(name="lane")
def _lane():
    lane = OwnProcess()
    yield lane
    lane.stop()
    lane.rest()


def test_the_work_is_done_in_another_process_that_stays_until_it_may_rest(lane):
    one, same = lane(os.getpid), lane(os.getpid)
    lane.rest()

    assert one == same != os.getpid()
    assert lane(os.getpid) != one
    assert lane(os.nice, 0) >= min(os.nice(0) + 10, 19)


def test_what_goes_wrong_is_told_and_the_next_work_is_done(lane):
    with pytest.raises(CannotWork, match="ValueError"):
        lane(int, "seven")
    with pytest.raises(CannotWork):
        lane(os._exit, 1)

    assert lane(int, "7") == 7


def test_a_lane_that_is_stopped_ends_at_once_and_takes_nothing_more(lane):
    told = []

    def works():
        with pytest.raises(LaneStopped):
            lane(time.sleep, 60)
        told.append("stopped")

    thread = threading.Thread(target=works)
    thread.start()
    while lane._process is None:
        pass
    lane.stop()
    thread.join(10)

    assert told == ["stopped"]
    with pytest.raises(LaneStopped):
        lane(int, "7")


def test_a_choice_is_the_same_there_and_again(lane):
    game = start(combine("ohhell_pagat, 3 deals up").rules, players=4, first_dealer=0)
    packs = [shuffle(game.rules.pack_for(4).cards(), bytes([at])) for at in range(3)]
    chosen = 0
    while not game.over:
        if not game.awaiting:
            command = DealCards(packs[len(game.deals)])
        else:
            seen = view(game, game.awaiting[0])
            command = lane(player(Level.STRONG), seen, b"a seed")
            assert command == player(Level.STRONG)(seen, b"a seed")
            chosen += 1
        for event in decide(game, command):
            game = evolve(game, event)
    assert chosen == 4 * (2 + 3 + 4)
