"""A world with something wrong in it is made as small as can be."""

from __future__ import annotations

import time
from collections import Counter
from math import inf

import pytest

from tests.simulated.run import Found, Size
from tests.simulated.shrink import shrunk

KINDS = {"deaths", "smarthost", "undo", "away", "order"}


def world(seed, size, wrong):
    none: Counter[str] = Counter()
    kinds = KINDS - size.without
    return Found(seed, size, wrong, [], none, none, kinds, none, none, "", "", 0.0)


@pytest.mark.parametrize(
    ("needs", "smallest"),
    [
        (lambda _size: True, Size(1, 0.06, 3, frozenset(KINDS))),
        (
            lambda size: size.games > 2 and not {"undo", "deaths"} & size.without,
            Size(5, 0.06, 3, frozenset(KINDS - {"undo", "deaths"})),
        ),
        (
            lambda size: size.days > 1 and (size.people or 9) > 3 and "order" not in size.without,
            Size(1, 1.37, 4, frozenset(KINDS - {"order"})),
        ),
    ],
)
def test_all_is_left_out_that_an_oracle_does_not_need(needs, smallest):
    def lives(seed, size):
        return world(seed, size, ["it_holds: no"] * needs(size) + ["another: no"])

    begun = world(7, Size(20, 4), ["it_holds: no", "it_holds: neither"])

    assert shrunk(begun, lives, inf).size == smallest


def test_a_smaller_world_is_tried_with_the_next_seeds_too():
    def lives(seed, size):
        return world(seed, size, ["it_holds: no"] * (seed == 9 or size.games == 20))

    found = shrunk(world(7, Size(20, 4), ["it_holds: no"]), lives, inf)

    assert (found.seed, found.size.games) == (9, 1)


def test_without_time_a_world_stays_as_it_is():
    begun = world(7, Size(20, 4), ["it_holds: no"])

    assert shrunk(begun, lambda *_: None, time.monotonic() - 1) is begun
