"""Draws of club nights: who sits where by the rules alone, and by the script that is published."""

from __future__ import annotations

import random
import runpy
import sys
from collections import Counter
from hashlib import sha256
from itertools import combinations

import pytest

from engine.shuffle import fingerprint, seed, shuffle
from pbem.commands.organiser.draws import SCRIPT
from pbem.domain.draws import DrawnRound, PublishedDraw, drawn_round, write_draws
from tests.corpus import ROOT

NIGHT = "Friday"


def secret(number):
    return sha256(b"%d" % number).digest()


def rounds(people, size, *, exact, of=5, leaves=()):
    """The rounds of a night of so many, with who goes before which round."""
    before, there = [], list(range(1, people + 1))
    for number in range(1, of + 1):
        there = [one for one in there if one not in dict(leaves).get(number, ())]
        lot = seed(NIGHT, number, secret(number))
        before.append(drawn_round(there, size, before, lot, exact=exact))
    return before


@pytest.mark.parametrize(
    ("people", "size", "tables", "exactly", "rest"),
    [
        (23, 4, [4, 4, 4, 4, 4, 3], [4, 4, 4, 4, 4], 3),
        (22, 4, [4, 4, 4, 4, 3, 3], [4, 4, 4, 4, 4], 2),
        (17, 4, [5, 4, 4, 4], [4, 4, 4, 4], 1),
        (12, 4, [4, 4, 4], [4, 4, 4], 0),
        (6, 4, [3, 3], [4], 2),
        (5, 4, [5], [4], 1),
        (3, 4, [3], [3], 0),
    ],
)
def test_tables_are_of_about_one_size_or_exactly_of_it(people, size, tables, exactly, rest):
    [about] = rounds(people, size, exact=False, of=1)
    [exact] = rounds(people, size, exact=True, of=1)

    assert ([*map(len, about.tables)], about.rests) == (tables, ())
    assert ([*map(len, exact.tables)], len(exact.rests)) == (exactly, rest)
    for one in (about, exact):
        assert sorted([*sum(one.tables, ()), *one.rests]) == list(range(1, people + 1))


def test_the_first_round_seats_everybody_as_shuffled():
    """Nobody has met anybody: places are taken table by table."""
    one, two, three, four, five, six = shuffle(range(1, 7), seed(NIGHT, 1, secret(1)))

    [first] = rounds(6, 3, exact=False, of=1)

    assert first == DrawnRound(((one, two, three), (four, five, six)))


def test_who_has_met_sits_apart():
    # Six at tables of three: two of a table must meet again, never all three.
    first, second = rounds(6, 3, exact=False, of=2)

    met = Counter(frozenset(pair) for table in first.tables for pair in combinations(table, 2))
    again = [sum(met[frozenset(pair)] for pair in combinations(t, 2)) for t in second.tables]
    assert again == [1, 1]


def test_nobody_rests_twice_before_everybody_has():
    night = rounds(7, 3, exact=True, of=7)

    assert sorted(one for drawn in night for one in drawn.rests) == list(range(1, 8))


def record(night, people, size, *, exact, leaves=()):
    names = {one: f"Player {one}" for one in range(1, people + 1)}
    shown, there = [], list(names)
    for number, drawn in enumerate(night, 1):
        there = [one for one in there if one not in dict(leaves).get(number, ())]
        lot = secret(number)
        shown.append(PublishedDraw(fingerprint(lot), lot.hex(), tuple(there), drawn))
    shown.append(PublishedDraw(fingerprint(secret(len(night) + 1))))
    return write_draws(NIGHT, size, names, shown, exact=exact)


@pytest.fixture(name="check")
def _check(tmp_path, monkeypatch, capsys):
    def check(text):
        """What the published script prints of a record, and how it ends."""
        file = tmp_path / "friday-draws.txt"
        file.write_text(text)
        monkeypatch.setattr(sys, "argv", [SCRIPT, str(file)])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(ROOT / "pbem" / "letters" / SCRIPT), run_name="__main__")
        return capsys.readouterr().out.splitlines(), ended.value.code

    return check


@pytest.mark.parametrize("number", range(20))
def test_the_published_script_draws_the_same(check, number):
    dice = random.Random(number)
    people, size = dice.randint(2, 40), dice.randint(2, 6)
    exact, goes = dice.random() < 0.5, dice.randint(1, people)
    leaves = {3: (goes,)} if people > 2 else {}
    night = rounds(people, size, exact=exact, leaves=leaves)

    lines, code = check(record(night, people, size, exact=exact, leaves=leaves))

    assert code == 0
    assert [line.split("; ")[0] for line in lines] == [
        *(f"round {n}: fits" for n in range(1, 6)),
        "round 6: not drawn yet",
    ]
    assert lines[0].endswith(fingerprint(secret(1)))


def test_the_published_script_finds_what_was_changed(check):
    night = rounds(9, 3, exact=False, of=2)
    text = record(night, 9, 3, exact=False)
    first, second = night[0].tables[0][:2]

    for was, now in (
        (f"table {first} {second}", f"table {second} {first}"),
        (secret(1).hex(), secret(7).hex()),
        (fingerprint(secret(2)), fingerprint(secret(7))),
        (" | 9 Player 9", ""),
        ("size 3", "size 4"),
    ):
        assert was in text
        lines, code = check(text.replace(was, now))
        assert code
        assert any("DOES NOT FIT" in line for line in lines)
