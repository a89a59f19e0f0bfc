"""The result of a deal rides in the next question; who waits long for that one gets it alone."""

import pytest

from pbem.domain.outcomes import Changed, TakenBack
from pbem.domain.vocabulary import Change
from tests.conversations.dealing import bids, club_dealt, plays

HANDS = "QH 3H | AH 2H | KH 4H"
"""Bruno takes both tricks; then the next deal is dealt, and Bruno bids first in it."""


OTHERS = ("Anna", "Ruth")
"""Those who bid after Bruno in the second deal."""


@pytest.fixture(name="table")
def _table(tmp_path):
    """Two cards each; Bruno's ace will end the first deal, all that follows being forced."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    bids(club, 1, 1, 1)
    plays(club, "QH")
    yield club
    club.services.db.close()


def results(table, name):
    """The letters that tell somebody the first result and nothing else."""
    return [one for one in table.letters(name) if "the result" in one.subject]


def test_it_rides_in_the_next_question(table):
    plays(table, "AH")

    assert table.waiting == "Bruno"
    assert "DEAL 1 " in table.letter("Bruno").text
    assert [results(table, name) for name in ("Bruno", *OTHERS)] == [[], [], []]


def test_after_a_day_it_comes_alone_and_once(table):
    plays(table, "AH")
    table.later(hours=23, minutes=59)
    assert [results(table, name) for name in OTHERS] == [[], []]
    table.later(minutes=1)

    for name in OTHERS:
        [letter] = results(table, name)
        assert "The next deal has begun: we wait for Bruno." in letter.text
        assert "[Bruno A♥], Ruth" in letter.text
        assert "YOUR HAND" not in letter.text
    assert results(table, "Bruno") == []
    table.later(hours=12)
    assert [len(results(table, name)) for name in OTHERS] == [1, 1]


def test_what_was_told_alone_is_not_told_again(table):
    plays(table, "AH")
    table.later(hours=24)
    table.say("Bruno", table.letter("Bruno").choices[0])

    assert table.waiting == "Ruth"
    assert "YOUR BID" in table.letter("Ruth").text
    assert "DEAL 1 " not in table.letter("Ruth").text


def test_a_question_within_the_day_spares_the_mail(table):
    plays(table, "AH")
    table.later(hours=2)
    table.say("Bruno", table.letter("Bruno").choices[0])
    table.later(hours=23)

    assert "DEAL 1 " in table.letter("Ruth").text
    assert [len(results(table, name)) for name in OTHERS] == [1, 0]


def test_with_results_now_it_comes_at_once(table):
    for name in ("Bruno", *OTHERS):
        assert table.say(name, "results now") == Changed(Change.SETTING, "results")
    plays(table, "AH")
    table.later()

    assert [len(results(table, name)) for name in OTHERS] == [1, 1]
    assert results(table, "Bruno") == []


def test_it_does_not_come_before_the_last_move_is_shown(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    plays(club, "QH")
    club.say("Ruth", "results now")
    club.say("Bruno", "AH")
    club.later(minutes=9)
    assert results(club, "Ruth") == []
    club.later(hours=1)

    assert len(results(club, "Ruth")) == 1
    club.services.db.close()


def test_a_result_that_was_taken_back_is_not_told(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    plays(club, "QH")
    club.say("Ruth", "results now")
    club.say("Bruno", "AH")
    assert club.say("Bruno", "undo") == TakenBack()
    club.later(hours=25)

    assert [results(club, name) for name in OTHERS] == [[], []]
    club.services.db.close()
