"""The way of a card is told hop by hop, in the order in which it is gone."""

import pytest

from pbem.domain.outcomes import Played
from tests.databases import ON_POSTGRES, TAKEN_AT_ONCE
from tests.test_imports import ROOMS
from tests.walk.__main__ import lines
from tests.walk.scene import walk
from tests.walk.tracing import BELOW, STORE


@pytest.fixture(name="way", scope="module")
def _way():
    return walk("QH")


def test_the_card_is_played_on_its_way(way):
    assert way.became == Played("QH")


def test_the_hops_stand_in_their_order(way):
    names = [hop.to.name for hop in way.hops]
    stations = ["read_mail", "read_answer", "execute", "evolve", "mime"]

    assert [name for name in names if name in stations] == stations
    assert ("engine/game.py", "decide") in [hop.to for hop in way.hops]


def test_the_way_is_short_and_climbs_nowhere(way):
    # Where there are several servers, the game of a code is looked for before it is taken.
    assert len(way.hops) <= (39 if ON_POSTGRES else 38)
    assert not way.climbs


WAYS = {
    "away 3-17 Nov": {"words": "away 3-17 Nov"},
    "extend 2d": {"words": "extend 2d", "organiser": True},
    "a deadline": {"deadline": True},
}


@pytest.mark.parametrize("name", WAYS)
def test_other_ways_are_short_and_climb_nowhere_either(name):
    other = walk(**WAYS[name])

    assert 20 <= len(other.hops) <= 38
    assert not other.climbs
    assert [key for key, one in other.loads.items() if one.unchanged] == []
    assert [key for key, one in other.selects.items() if one.unchanged] == []
    assert sum(len(one.by) > 1 for one in other.selects.values()) <= 1, "once it was written"


@TAKEN_AT_ONCE
def test_nothing_is_loaded_or_selected_twice(way):
    assert [key for key, one in way.loads.items() if len(one.by) > 1] == []
    assert [key for key, one in way.selects.items() if len(one.by) > 1] == []


def test_a_card_from_the_door_to_the_next_players_mailbox_takes_few_statements(way):
    # Where there are several servers, games are taken first, and read again once they are taken.
    assert way.statements <= (30 if ON_POSTGRES else 26)


def test_the_way_begins_with_the_worker_and_has_a_line_for_each_hop(way):
    first, *told = lines(way)
    told = told[: told.index("")]

    assert first.split() == ["pbem/inbound/worker.py", "process_next"]
    assert way.hops[0].by.file == "pbem/inbound/worker.py"
    assert [line.split()[:2] for line in told] == [
        [str(number), hop.to.file] for number, hop in enumerate(way.hops, 1)
    ]


def test_a_hop_is_gone_once_from_another_file_above_the_rooms_below(way):
    assert len({hop.to for hop in way.hops}) == len(way.hops)
    assert all(hop.by.file != hop.to.file for hop in way.hops)
    assert set(ROOMS) >= BELOW
    assert not BELOW & {hop.by.room for hop in way.hops}
    assert STORE not in {hop.to.room for hop in way.hops}
