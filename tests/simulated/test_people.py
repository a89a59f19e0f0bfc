"""Those who live in the worlds: is there anything they never do?"""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import get_args

import pytest

from pbem.orders.organiser.model import Command
from pbem.orders.organiser.parse import PARSERS, read_commands
from pbem.orders.organiser.typed import TYPED_ORDERS
from tests.simulated.organisers import ORDERS, Scene
from tests.simulated.people import newcomer

NOW = datetime(2026, 10, 5, 8, tzinfo=UTC)


def written(name):
    """An order as organisers write it, in many words."""
    dice = random.Random(name)
    crowd = [newcomer(number, "world.example", dice) for number in range(9)]
    scenes = (Scene("marta@x.example", crowd[:3], crowd[3:], one, NOW, dice) for one in range(60))
    return {ORDERS[name](scene) for scene in scenes}


def read(name):
    lines = read_commands(sorted(written(name))[:20], "en", NOW.date())
    return [command for line in lines for command in line.commands]


def test_organisers_have_words_for_every_order():
    assert ORDERS.keys() == PARSERS.keys()
    assert {one.name for one in TYPED_ORDERS} <= ORDERS.keys()
    assert {type(one) for name in ORDERS for one in read(name)} == set(get_args(Command))


@pytest.mark.parametrize("name", sorted(ORDERS))
def test_what_organisers_write_is_read_as_the_order_it_is_meant_to_be(name):
    assert len({type(one) for one in read(name)}) == 1
