"""A pause that the table agrees on: one proposes it, all others say yes by a tap."""

from datetime import UTC, datetime

import pytest

from pbem.orders.model import Wish
from pbem.table.outcomes import Changed, Played, Refused, Said, Told
from pbem.table.vocabulary import Change, To, Why
from tests.club import seated


@pytest.fixture(name="club")
def _club(tmp_path):
    """A game of three, begun on Monday 5 October at ten in Paris, 48 hours to answer."""
    club = seated(tmp_path)
    club.addresses["Marta"] = "marta@club.example"
    club.open("Anna", "Bruno", "Ruth")
    yield club
    club.house.db.close()


def words(club, name):
    return " ".join(club.letter(name).text.split())


def test_once_all_agree_the_days_do_not_count(club):
    assert club.due() == datetime(2026, 10, 7, 8, 0, tzinfo=UTC)
    assert club.say("Anna", "pause 6-8 Oct") == Changed(Change.PAUSE_PROPOSED)
    assert "Still to agree: Bruno and Ruth." in words(club, "Anna")
    for other in ("Bruno", "Ruth"):
        assert club.letter(other).subject == "[Lindy] Anna proposes a pause"
        told = "From Tuesday 6 October 2026 to Thursday 8 October 2026 no deadline would count"
        assert told in words(club, other)
    assert club.due() == datetime(2026, 10, 7, 8, 0, tzinfo=UTC)

    assert club.tap("Bruno", "pause yes") == Changed(Change.PAUSE_AGREED)
    assert "Still to agree: Ruth." in words(club, "Bruno")
    assert club.tap("Ruth", "pause yes") == Changed(Change.PAUSED)

    # Fourteen hours of Monday and thirty-four from Friday on: Saturday at ten.
    assert club.due() == datetime(2026, 10, 10, 8, 0, tzinfo=UTC)
    for name in ("Anna", "Bruno", "Ruth"):
        assert "Days off: 6 October to 8 October" in club.letter(name).subject
    assert "do not count in Lindy" in words(club, "Marta")
    assert club.say("Anna", "status") == Told(Wish.STATUS)
    assert "may agree to pause: 11 of 14 left" in words(club, "Anna")
    club.say("Anna", "settings")
    assert "may agree to pause: 11 of 14 left" in words(club, "Anna")
    assert club.say("Bruno", "pause 12 days") == Refused(Why.PAUSE_TOO_LONG)


def test_without_dates_it_begins_on_the_day_after_all_have_agreed(club):
    assert club.say("Anna", "pause 3 days") == Changed(Change.PAUSE_PROPOSED)
    assert "For 3 days no deadline would count" in words(club, "Ruth")
    club.tap("Bruno", "pause yes")
    club.tap("Ruth", "pause yes")

    assert club.due() == datetime(2026, 10, 10, 8, 0, tzinfo=UTC)


def test_one_who_says_no_is_enough(club):
    club.say("Anna", "pause 3 days")
    asked = club.letter("Bruno")

    assert club.tap("Ruth", "pause no") == Said(False, To.PAUSE)

    assert "Ruth would rather not pause, so the game goes on." in words(club, "Anna")
    assert club.tap("Bruno", "pause yes", to=asked) == Refused(Why.NO_PAUSE)
    assert club.due() == datetime(2026, 10, 7, 8, 0, tzinfo=UTC)


def test_the_letter_that_proposes_it_answers_the_open_question_too(club):
    name = club.waiting
    other = next(one for one in ("Anna", "Bruno", "Ruth") if one != name)
    club.say(other, "pause 3 days")

    assert isinstance(club.say(name, "1"), Played)
