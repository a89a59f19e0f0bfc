"""An organiser's order is taken back, by its tap or with `undo`, as long as that can be."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.domain.model import Stage
from pbem.domain.outcomes import Unchanged
from pbem.domain.vocabulary import Already
from pbem.store.games import load_table
from pbem.store.undoing import facts
from tests.conversations.test_organising import order, organised, said

WHAT_IT_MAY_BE = ("deadline 3 days", "set hold 5", "set reliable 80 %", "extend 3 days")
WHAT_IT_MAY_BE += ("away Ruth 24.12.-2.1.", "digest off", "standby Leo leo@club.example")
WHAT_IT_MAY_BE += ("organiser Leo leo@club.example",)


@pytest.fixture(name="table")
def _table(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    yield club
    club.services.db.close()


def all_facts(club):
    with club.services.db.begin() as session:
        return facts(session, 1, load_table(session, 1).organiser.id)


@pytest.mark.parametrize("line", WHAT_IT_MAY_BE)
def test_all_is_as_it_was_before(table, line):
    before = all_facts(table)
    answer = order(table, line)
    assert "To undo it:" in answer
    assert all_facts(table) != before

    assert f'Taken back: "{line}".' in order(table, "undo")
    assert all_facts(table) == before
    assert "There is no order for Lindy that could be taken back." in order(table, "undo\n")


def test_the_tap_takes_back_its_own_order_and_not_the_last(table):
    order(table, "deadline 3 days\nset hold 5")
    first = next(tap for code, tap in table.letter("Marta").taps.items() if "48 hours" in code)
    table.follow("Marta", first)
    assert (table.table.setup.answer_in, table.table.setup.hold) == (48, 5)
    second = order(table, "set hold 7")
    number = second.partition('To undo it: "undo ')[2].partition('"')[0]
    assert "Taken back" in order(table, f"undo {number}")
    assert "is taken back already" in order(table, f"undo {number}\n\n")
    assert table.table.setup.hold == 5


def test_who_had_more_time_is_told_that_it_is_as_it_was(table):
    name, due = table.waiting, table.due()
    order(table, f"extend {name} 3 days")
    order(table, "undo")

    assert table.due() == due
    assert table.letter(name).subject == "[Lindy] Your time to answer is as it was"


def test_it_is_said_plainly_when_it_cannot_be(table):
    name = table.waiting
    assert "no order for Lindy that could be taken back" in order(table, "undo")
    order(table, f"remind {name}")
    assert f'"remind {name}" cannot be taken back: somebody has been told' in order(table, "undo")
    order(table, f"extend {name} 3 days")
    table.say(name, table.letters(name)[0].choices[0], to=table.letters(name)[0])
    assert "cannot be taken back" in order(table, "undo\n")
    order(table, "set hold 5")
    table.now += timedelta(minutes=11)
    assert "an order can for 10 minutes" in order(table, "undo\n\n")
    assert table.table.setup.hold == 5


def test_a_seat_is_offered_no_more_until_it_is_taken(table):
    table.addresses["Leo"] = "leo@club.example"
    order(table, "replace Ruth with Leo leo@club.example")
    asked = table.letter("Leo")
    assert "Taken back" in order(table, "undo")
    # Who has never said yes to anything is not written to again.
    assert table.letter("Leo") == asked

    assert table.say("Leo", "yes", to=asked) == Unchanged(Already.ANSWERED)
    assert [one.name for one in table.table.players] == ["Anna", "Bruno", "Ruth"]


def test_words_are_taken_back_before_they_have_left_and_not_after(table):
    name = table.waiting
    table.now += timedelta(hours=30)
    assert "Goes out with the next mails." in order(table, "announce Next deal on the 3rd.")
    assert "Taken back" in order(table, "undo")
    assert "Goes out with the next mails." in order(table, "announce Next deal on the 4th.")
    table.say(name, "0")
    assert "Next deal on the 4th." in said(table.letter(table.waiting))
    assert "Next deal on the 3rd." not in said(table.letter(table.waiting))
    assert "cannot be taken back" in order(table, "undo\n")


def test_a_cancelled_draft_comes_back(table):
    table.say("Marta", "new game Friday with eva@club.example, jan@club.example, kim@club.example")
    order(table, "cancel")
    assert "Taken back" in order(table, "undo")
    with table.services.db.begin() as session:
        assert load_table(session, 2).stage is Stage.DRAFT
