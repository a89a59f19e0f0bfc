"""Faults that are put into the server are found, and by whom."""

from __future__ import annotations

import pytest

from pbem.commands.player.handlers import HANDLERS
from pbem.domain.model import Stage
from pbem.orders.answers import Play
from tests.databases import ON_POSTGRES
from tests.simulated.mails import deadlines_are_as_written
from tests.simulated.planted import PLANTED, Planted, Withered
from tests.simulated.secrecy import two_runs
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
        [told] = two_runs(1, tmp_path)

    assert told.startswith("the heads of a letter tells of others' cards")
    assert "Date:" in told


def test_a_deadline_in_the_wrong_zone_is_found(tmp_path):
    world = World(1, tmp_path, games=6, without=frozenset({"deaths", "errors", "the post rests"}))
    with PLANTED["a deadline computed in the wrong zone"].in_the_server(), world.lived():
        world.live(0.2)
        told = list(deadlines_are_as_written(world))

    assert told
    assert all("has time for question" in one for one in told)
