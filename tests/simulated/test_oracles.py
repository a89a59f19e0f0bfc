"""What oracles must not take for a fault of the server."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

import pytest

from pbem.store.erasure import forget
from tests.databases import ON_POSTGRES
from tests.simulated.letters import Letter, with_a_photo
from tests.simulated.mails import deals_are_those_announced, due_at
from tests.simulated.oracles import nothing_is_lost
from tests.simulated.world import BEGIN, Delivery, Mail, World

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
            Letter("p0@x.example", "", subject, "", f"<{number}@x>", text, ()),
        )
        for number, (subject, text) in enumerate(told)
    ]


@pytest.mark.parametrize(
    ("day", "came", "due"),
    [
        ("31 December", datetime(2027, 1, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, 2, tzinfo=UTC)),
        ("31 December", datetime(2026, 12, 30, tzinfo=UTC), datetime(2027, 1, 1, 2, tzinfo=UTC)),
        ("2 January", datetime(2026, 12, 31, tzinfo=UTC), datetime(2027, 1, 3, 2, tzinfo=UTC)),
    ],
)
def test_a_letter_at_new_year_means_the_nearest_day(day, came, due):
    assert due_at(day, "21:00", "New York", near=came) == due


ASKS, GATHERS = "[{} 1/3] your bid, by Wed 10:00", "[Other, {}] Your turn at 2 tables, by Wed 10:00"


@pytest.mark.parametrize(
    ("before", "wrong"),
    [
        ([(ASKS, ANNOUNCES)], 0),
        ([(GATHERS, ANNOUNCES), (ASKS, "")], 0),
        ([("[Other 1/3] your bid, by Wed 10:00", ANNOUNCES), (ASKS, "")], 1),
        ([(ASKS, "")], 1),
        ([], 0),
    ],
)
def test_a_deal_is_announced_to_who_is_asked_before_it(tmp_path, before, wrong):
    """In a letter about its game, alone or among others; one that opens it is too late."""
    world = World(1, tmp_path, games=1)
    with world.lived():
        world.live(0)
        [(table,)] = world.ask("select name from game")
        opens = ("[{} 3/3] the result: Anna leads", OPENS + ANNOUNCES)
        told = ((subject.format(table), text) for subject, text in (*before, opens))
        world.delivered = letters(*told)
        found = list(deals_are_those_announced(world))

    assert found == [f"the secret of deal 2 of {table} was not announced"] * wrong


def test_a_copy_of_before_the_last_going_back_knows_the_letters_that_it_had_sent(tmp_path):
    """They were as if they had never been while an older one was in the place."""
    world = World(1, tmp_path, games=1)
    with world.lived():
        world.live(1)
        sent = [*world.delivered]
        world.forgets_since(BEGIN - timedelta(days=1))
        assert (world.delivered, world.undone) == ([], sent)

        world.forgets_since(world.now)

    assert len(sent) > 3
    assert (world.delivered, world.undone) == (sent, [])


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


HOUSE = "ohhell@ohhell.localhost"
MIME = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"


def test_the_mail_of_somebody_who_is_forgotten_is_not_lost_since_its_words_are_gone(tmp_path):
    """One with a photo, of which only the first text was read, is known by when it came alone."""
    world = World(1, tmp_path, games=1)
    with world.lived():
        world.live(0)
        [(player, address), *_] = world.ask("select id, address from player")
        raw = f"Message-ID: <photo@x>\nFrom: {address}\nTo: {HOUSE}\n{MIME}status\n".encode()
        world.comes(Mail("photo", address, HOUSE, with_a_photo(raw), "imap"))
        world.come_to_rest()
        [mail] = (mail for mail in world.accepted.values() if mail.what == "photo")
        assert not mail.whole

        assert world.stored_in_part(mail) == 1
        with world.faults.rest(), world.server.services.db.begin() as session:
            forget(session, player, world.now)
        assert world.stored_in_part(mail) == 1
        assert list(nothing_is_lost(world)) == []
