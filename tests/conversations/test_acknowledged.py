"""Word back about an answer: only when its spelling was mended, or a foreign one, or kept."""

from __future__ import annotations

import pytest

from tests.club import once
from tests.conversations.dealing import bids, club_dealt

HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"


@once
def all_bid(folder):
    """Anna leads; moves are held ten minutes."""
    club = club_dealt(folder, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = all_bid(tmp_path)
    yield club
    club.house.db.close()


@pytest.mark.parametrize("said", ["qeen of harts", "dc", "herz dame"])
def test_what_was_not_plain_is_read_back_with_the_time_to_take_it_back(table, said):
    assert table.say("Anna", said) == "played: QH"

    text = " ".join(table.letter("Anna").text.split())
    assert "GOT IT, ANNA" in text
    assert f"Read as the queen of hearts. You wrote: {said}" in text
    until = "at least until Monday 5 October, 10:40."
    assert f"You can take it back until somebody has seen it, {until}" in text


def test_it_can_be_taken_back_by_answering_that_mail(table):
    table.say("Anna", "qeen of harts")

    assert table.say("Anna", "undo") == "taken back"
    assert table.waiting == "Anna"


@pytest.mark.parametrize("said", ["QH", "q♥", "queen of hearts", "HQ", "I play the queen, thanks"])
def test_what_was_plain_is_not(table, said):
    count = len(table.letters("Anna"))

    assert table.say("Anna", said) == "played: QH"
    assert len(table.letters("Anna")) == count


def test_a_number_in_another_language_is_read_back(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S")

    assert club.say("Anna", "deux") == "played: 2"
    assert "Read as a bid of 2." in club.letter("Anna").text
    assert "take it back" not in club.letter("Anna").text
    club.house.db.close()
