"""Worlds of fixed seeds: the same ones each time, and nothing wrong in any."""

from __future__ import annotations

import hashlib
import random
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from pbem.store.database import DatabaseUnavailable
from pbem.store.inbound import Arrived
from tests.databases import ON_POSTGRES, migrated_file
from tests.simulated.__main__ import main
from tests.simulated.disk import Disk, under
from tests.simulated.oracles import wrong_in
from tests.simulated.plain import Wrong, check
from tests.simulated.run import Size, every, live
from tests.simulated.world import World

pytestmark = pytest.mark.skipif(ON_POSTGRES, reason="a world lies on a disk of its own")

_SOURCE = (".py", ".html", ".txt", ".toml", ".po")
SMALL = Size(games=5, days=0.3)
FRESH = 24
"""So many worlds of fresh seeds live in the long run: some five minutes of one core."""


def test_the_same_seed_is_the_same_world_to_the_byte():
    one, again, other = live(3, SMALL), live(3, SMALL), live(4, SMALL)

    assert (one.sent, one.database) == (again.sent, again.database)
    assert one.sent != other.sent
    assert one.database != other.database
    assert one.wrong == other.wrong == []
    assert one.counted["letters"] > 20


def test_the_first_world_of_a_process_is_as_it_is_later():
    later = live(3, Size(games=1, days=0.05))
    migrated_file.cache_clear()
    first = live(3, Size(games=1, days=0.05))

    assert (first.sent, first.database) == (later.sent, later.database)


def test_letters_as_facts_are_another_world_that_is_judged_but_for_their_words(capsys):
    found = live(3, replace(SMALL, plain=True))

    assert found.wrong == []
    assert found.counted["tricks"] > 2
    assert not found.counted["hands read"]
    assert main(["--seed", "3", "--games", "1", "--days", "0.1", "--plain"]) == 0
    assert "hands_go_to_their_holders" in capsys.readouterr().out


def of_this_source():
    """A number that is another one as soon as a line of the server or of its tests is."""
    top = Path(__file__).parents[2]
    files = (
        file
        for name in ("engine", "pbem", "templates", "tests")
        for file in (top / name).rglob("*")
    )
    lines = sorted(file.read_bytes() for file in files if file.suffix in _SOURCE)
    return int.from_bytes(hashlib.sha256(b"".join(lines)).digest()[:4])


@pytest.mark.long
@pytest.mark.parametrize("number", range(FRESH))
def test_nothing_is_wrong_in_fresh_worlds(number):
    """Other ones after every change, and for the same lines the same ones, wherever they run."""
    seed = of_this_source() + number
    found = live(seed, Size(games=8, days=3))
    assert found.wrong == [], f"dev.py simulate --seed {seed} {found.size.options}"


@pytest.mark.long
@pytest.mark.parametrize(
    ("where", "step"), [("statement", 400), ("commit", 200), ("write", 400), ("send", 5)]
)
def test_nothing_is_wrong_whichever_step_of_a_world_fails(where, step):
    worlds = list(every(where, 3, Size(games=1, days=0.3), step))

    assert len(worlds) > 3
    for seed, size in worlds:
        found = live(seed, size)
        assert found.wrong == [], size.options
        assert found.faults.total() or where == "write"


@pytest.mark.parametrize("by_hand", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_world_goes_on_from_a_copy_that_was_put_back(tmp_path, by_hand):
    world = World(8, tmp_path, games=5)

    def back():
        came.append(len(world.accepted))
        world.faults.slow_until = world.faults.steps + 2_000  # It takes more than an hour.
        world.operator.puts_back(world.operator.copies[0], by_hand=by_hand, killed=by_hand)
        came.append(len(world.accepted))

    came = []
    with world.lived():
        world.at(world.now + timedelta(hours=2), world.operator.copies_it)
        world.at(world.now + timedelta(hours=7), back)
        world.live(0.4)
        world.come_to_rest()

        assert came[0] > came[1]
        assert world.undone
        assert wrong_in(world) == []


def test_a_letter_whose_sending_a_copy_does_not_know_leaves_again_after_it(tmp_path):
    """As where the copy was made while a full disk kept the server from writing that it left."""
    world = World(3, tmp_path, games=1)
    with world.lived():
        world.live(0.1)
        world.operator.copies_it()
        [*_, copy] = world.operator.copies
        [*_, last] = world.delivered
        with closing(sqlite3.connect(copy.file)) as unmarked, unmarked:
            unmarked.execute(
                "update outbox set state = 'sending', done_at = null where message_id = ?",
                (last.letter.id,),
            )
        world.operator.puts_back(copy, by_hand=True, killed=False)
        world.come_to_rest()

        [*_, known] = [one for one in world.undone if one.letter.id == last.letter.id]
        assert known == last
        assert wrong_in(world) == []


@pytest.mark.parametrize(("synchronous", "lost"), [("FULL", 0), ("OFF", 12)])
def test_what_was_synced_outlives_a_loss_of_power(tmp_path, synchronous, lost):
    """The disk itself can lose something: without syncs every world has."""
    worlds = 0
    for seed in range(12):
        folder = tmp_path / str(seed) / "life1"
        folder.mkdir(parents=True)
        dice = random.Random(seed)
        with under(Disk(folder)) as disk:
            rows = dice.randrange(1, 60)
            with closing(sqlite3.connect(folder / "x.db", isolation_level=None)) as db:
                db.execute("pragma journal_mode=wal")
                db.execute(f"pragma synchronous={synchronous}")
                db.execute("create table t (a)")
                db.executemany("insert into t values (?)", [(row,) for row in range(rows)])
                left = disk.as_power_goes(dice)
            disk.put_back(left)
            found = -1
            with closing(sqlite3.connect(disk.folder / "x.db")) as db, suppress(sqlite3.Error):
                [(found,)] = db.execute("select count(*) from t")
        worlds += found != rows

    assert worlds == lost


def test_a_mail_is_taken_whole_or_not_at_all_whichever_statement_fails(tmp_path, monkeypatch):
    """Its sender is told 250 only if it is stored, and stored with the game that it is about."""

    def fails(*_):
        raise OperationalError("a statement", None, sqlite3.OperationalError("disk I/O error"))

    world = World(1, tmp_path, games=2, without=frozenset({"the post rests"}))
    with world.lived():
        world.live(0.5)
        to = next(one.letter.reply_to for one in world.delivered if "Table" in one.letter.subject)
        monkeypatch.setattr(type(world.faults), "_fail", fails)
        refused = 0
        for step in range(1, 40):
            raw = f"From: p0@world.example\nTo: {to}\nMessage-ID: <{step}@x>\n\nhelp\n".encode()
            mail = Arrived("smtp", to, "p0@world.example", raw, world.now)
            world.faults.error_at = world.faults.steps + step
            taken = True
            try:
                world.server.accept([mail])
            except DatabaseUnavailable:
                taken = False
            world.faults.error_at = float("inf")
            rows = world.ask("select lane from inbound where raw = :raw", raw=raw)
            assert [lane is not None for (lane,) in rows] == [True] * taken
            refused += not taken

    assert refused > 2


RULES = {"hand_max": [[3, 2]]}
DEAL = [
    ("GameStarted", {"players": 3}),
    (
        "CardsDealt",
        {"dealer": 2, "hands": ["AH 2C", "KH 3C", "QH 4C"], "turn_up": None, "trump": "C"},
    ),
    ("BidMade", {"seat": 0, "tricks": 1}),
    ("BidMade", {"seat": 1, "tricks": 0}),
    ("BidMade", {"seat": 2, "tricks": 0}),
    ("CardPlayed", {"seat": 0, "card": "AH"}),
    ("CardPlayed", {"seat": 1, "card": "KH"}),
    ("CardPlayed", {"seat": 2, "card": "QH"}),
    ("TrickTaken", {"seat": 0}),
    ("CardPlayed", {"seat": 0, "card": "2C"}),
    ("CardPlayed", {"seat": 1, "card": "3C"}),
    ("CardPlayed", {"seat": 2, "card": "4C"}),
    ("TrickTaken", {"seat": 2}),
    ("DealScored", {"points": [11, 10, 1]}),
]
"""A deal of two cards; Anna made her one, Bruno his none, Ruth bid none and took one."""


@pytest.mark.parametrize(
    ("number", "entry", "why"),
    [
        (4, ("BidMade", {"seat": 2, "tricks": 1}), "the bids come out even"),
        (6, ("CardPlayed", {"seat": 1, "card": "3C"}), "he can follow suit"),
        (6, ("CardPlayed", {"seat": 1, "card": "AC"}), "he does not hold it"),
        (6, ("CardPlayed", {"seat": 2, "card": "QH"}), "it was another's turn"),
        (8, ("TrickTaken", {"seat": 1}), "AH takes it"),
        (13, ("DealScored", {"points": [11, 10, 0]}), "it brought"),
    ],
)
def test_the_plain_game_knows_what_cannot_be(number, entry, why):
    counted = Counter()
    check(RULES, DEAL, counted)
    assert counted == {"hooks": 1, "tricks": 2, "scores": 1}

    with pytest.raises(Wrong, match=why):
        check(RULES, [*DEAL[:number], entry, *DEAL[number + 1 :]], Counter())
