"""What oracles must not take for a fault of the server."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest

from tests.databases import ON_POSTGRES
from tests.simulated.letters import Letter
from tests.simulated.mails import deals_are_those_announced
from tests.simulated.world import BEGIN, Delivery, World

pytestmark = pytest.mark.skipif(ON_POSTGRES, reason="a world lies on a disk of its own")

TOO_MANY = {"event": "too many answers, silent for a while", "level": "error"}


def spaced(digits):
    return " ".join(digits[at : at + 8] for at in range(0, 64, 8))


SECRET = "5a" * 32
PRINT = spaced(hashlib.sha256(bytes.fromhex(SECRET)).hexdigest())
ANNOUNCES = f"The fingerprint of deal 2 is\n\n{PRINT}\n"
OPENS = f"  Secret of deal 2, whose fingerprint you have:\n  {spaced(SECRET)}\n"


def letters(*told):
    return [
        Delivery(
            BEGIN + timedelta(hours=number),
            "p0@x.example",
            Letter("p0@x.example", "", f"[{tables}] Your turn", "", f"<{number}@x>", text, ()),
        )
        for number, (tables, text) in enumerate(told)
    ]


@pytest.mark.parametrize(
    ("before", "wrong"),
    [
        ([("{}", ANNOUNCES)], 0),
        ([("Other, {}", ANNOUNCES)], 0),
        ([("Other", ANNOUNCES)], 1),
        ([], 1),
    ],
)
def test_a_deal_is_announced_in_a_letter_about_its_game_alone_or_among_others(
    tmp_path, before, wrong
):
    world = World(1, tmp_path, games=1)
    with world.lived():
        world.live(0)
        [(table,)] = world.ask("select name from game")
        world.delivered = letters(
            *((tables.format(table), text) for tables, text in before), (table, OPENS + ANNOUNCES)
        )
        found = list(deals_are_those_announced(world))

    assert found == [f"the secret of deal 2 of {table} was not announced"] * wrong


def test_a_server_that_was_told_to_answer_little_may_say_that_it_does(tmp_path):
    world = World(1, tmp_path)
    with world.lived():
        world.logs(TOO_MANY)
        assert len(world.errors) == 1

        world.operator.changed["limits"] = {"all_an_hour": 5}
        world.logs(TOO_MANY)
        assert len(world.errors) == 1


PARKED = {"event": "mail parked", "level": "error", "inbound": 1}


@pytest.mark.parametrize(("shortages", "wrong"), [(2, 1), (3, 0)])
def test_a_mail_may_be_set_aside_where_memory_was_short_three_times(tmp_path, shortages, wrong):
    world = World(1, tmp_path)
    with world.lived():
        world.faults.counted["there is no memory"] = shortages
        world.logs(PARKED)

        assert len(world.errors) == wrong
