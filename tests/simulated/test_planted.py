"""Faults that are put into the server are found, and by whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.commands.player.handlers import HANDLERS
from pbem.domain.model import Stage
from pbem.orders.answers import Play
from tests.databases import ON_POSTGRES
from tests.simulated.mails import deadlines_are_as_written
from tests.simulated.planted import PLANTED, Planted, Withered
from tests.simulated.run import Size, live
from tests.simulated.secrecy import two_runs
from tests.simulated.shrink import oracles_of
from tests.simulated.world import World

pytestmark = pytest.mark.skipif(ON_POSTGRES, reason="a world lies on a disk of its own")


@pytest.mark.parametrize("name", PLANTED)
def test_a_fault_is_in_the_function_itself_and_leaves_it_as_it_was(name):
    function = PLANTED[name].function
    right = function.__code__

    with PLANTED[name].in_the_server():
        assert function.__code__ != right

    assert function.__code__ is right


def test_a_fault_is_also_where_a_row_of_a_table_holds_the_function():
    """What players order is looked up in a table, not by name."""
    row = HANDLERS[Play, Stage.PLAYING]

    assert row.run is PLANTED["a receipt sent twice"].function


@pytest.mark.parametrize(
    "gone",
    [
        Planted("pbem.domain.hold:knew", (("a", "b"),)),
        Planted("pbem.domain.hold:known", (("a line that is no more", "b"),)),
        Planted("pbem.domain.hold:known", (("return", "b"),)),
    ],
)
def test_a_fault_without_a_place_cannot_be_planted(gone):
    with pytest.raises(Withered), gone.in_the_server():
        pass


def test_a_card_that_is_quicker_when_it_is_forced_is_found(tmp_path):
    with PLANTED["a forced card told by its time"].in_the_server():
        told, *_ = two_runs(1, tmp_path)

    assert told.startswith("the at of a letter tells of others' cards")


def test_a_time_that_tells_who_watches_what_was_planned_is_found(tmp_path):
    assert not list(two_runs(5, tmp_path / "right"))
    with PLANTED["who watches told when a held question leaves"].in_the_server():
        [told] = two_runs(5, tmp_path / "wrong")

    assert told.startswith("the text of a letter tells of others' cards")


def test_since_when_a_table_waits_tells_nobody_that_the_rest_of_a_deal_is_settled(tmp_path):
    """In one of these runs Bruno has a choice of cards, in the other it makes no difference."""
    assert not list(two_runs(20, tmp_path))


def test_a_deadline_in_the_wrong_zone_is_found(tmp_path):
    world = World(1, tmp_path, games=6, without=frozenset({"deaths", "errors", "the post rests"}))
    with PLANTED["a deadline computed in the wrong zone"].in_the_server(), world.lived():
        world.live(0.2)
        told = list(deadlines_are_as_written(world))

    assert told
    assert all("has time for question" in one for one in told)


FOUND = {
    "a receipt sent twice": ("nobody_is_told_twice", 1, Size(5, 1.5)),
    "an event lost on a crash between commits": ("something_comes_of_each_mail", 3, Size(6, 1.5)),
    "a hold that leaks": ("what_is_held_back_is_not_told", 1, Size(5, 1.5)),
    "a forced card told by a number": ("names_tell_nothing", 3, Size(2, 0.3)),
    "a forced card told by its time": ("nothing_hidden_is_told", 1, Size(2, 0.3)),
    "who watches told when a held question leaves": ("nothing_hidden_is_told", 5, Size(2, 0.3)),
    "the cap that stops an evening": ("nobody_waits_for_a_cap", 8, Size(5, 1.5)),
    "the attempt counted before the thought": ("nothing_is_lost", 4, Size(6, 1.5)),
    "a code that outlives its question": ("answers_are_to_open_questions", 1, Size(5, 1.5)),
    "a restore that forgets a stage": ("nothing_was_an_error", 2, Size(4, 3)),
    "a deadline computed in the wrong zone": ("deadlines_are_as_written", 1, Size(5, 1.5)),
    "a bounce counted for the wrong player": ("bounces_count_for_who_bounced", 10, Size(8, 3)),
    "a plan kept one trick too long": ("plans_play_what_was_planned", 16, Size(16, 4)),
    "a savepoint that takes a neighbour with it": ("moves_are_those_of_mails", 3, Size(12, 3)),
}
"""By which oracle a fault is found, from which seed on, in worlds of which size."""

_SEEDS = 40
"""A seed is another world whenever letters or people change; so many are tried."""


def test_each_fault_is_looked_for():
    assert FOUND.keys() == PLANTED.keys()


@pytest.mark.long
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name):
    oracle, first, size = FOUND[name]
    worlds = (live(seed, replace(size, planted=name)) for seed in range(first, first + _SEEDS))

    assert any(oracle in oracles_of(found) for found in worlds)
