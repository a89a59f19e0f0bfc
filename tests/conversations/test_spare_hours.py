"""Hours in reserve: a stock for each player and game, used by the hour when time runs out."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.domain.outcomes import Changed, Played, Refused, Told
from pbem.domain.vocabulary import Change, Why
from tests.club import seated


@pytest.fixture(name="club")
def _club(tmp_path):
    """A game of three with thirty hours each, begun on a Monday at ten in Paris, 48 to answer."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", spare_hours=30)
    yield club
    club.services.db.close()


def words(club, name):
    return " ".join(club.letter(name).text.split())


def left(club, name):
    """The hours that somebody is told to have left."""
    assert club.say(name, "status") == Told("status")
    return words(club, name).partition("Spare hours: ")[2].partition(" of 30 left")[0]


def test_they_run_when_a_deadline_passes_and_by_the_hour(club):
    name, letters = club.waiting, len(club.letters(club.waiting))
    assert "But first it waits up to 24 hours more, of those you have in reserve." in words(
        club, name
    )
    assert left(club, name) == "30"
    assert club.due() == datetime(2026, 10, 7, 8, 0, tzinfo=UTC)
    asked = club.letters(name)[0]

    club.later(hours=24)
    club.later(hours=24)
    assert club.waiting == name
    assert club.due() == datetime(2026, 10, 8, 8, 0, tzinfo=UTC)
    assert len(club.letters(name)) == letters + 3  # the status, the reminder of a day before, this
    letter = club.letter(name)
    assert letter.subject == "[Lindy 1/19] reminder: your bid, by Thu 10:00"
    assert "24 hours of your reserve are counted in." in words(club, name)
    assert "But first" not in letter.text

    club.later(hours=5, minutes=20)
    assert isinstance(club.say(name, asked.choices[0], to=asked), Played)
    assert left(club, name) == "24"


def test_once_they_are_used_up_the_server_answers(club):
    name = club.waiting
    club.later(hours=48)
    club.later(hours=23, minutes=59)
    assert club.waiting == name

    club.later(minutes=1)

    assert club.waiting != name
    assert left(club, name) == "6"


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("more time 5 hours", datetime(2026, 10, 7, 13, 0, tzinfo=UTC)),
        ("5 h more", datetime(2026, 10, 7, 13, 0, tzinfo=UTC)),
        # Ten at night in Paris is too late: nine in the morning.
        ("more time 12 h", datetime(2026, 10, 8, 7, 0, tzinfo=UTC)),
        ("more time", datetime(2026, 10, 8, 8, 0, tzinfo=UTC)),
        # Thirty are left, no more.
        ("more time 3 days", datetime(2026, 10, 8, 14, 0, tzinfo=UTC)),
    ],
)
def test_they_can_be_asked_for(club, line, due):
    name = club.waiting

    assert club.say(name, line) == Changed(Change.MORE_TIME)

    assert club.due() == due
    told = due + timedelta(hours=2)
    assert f"Please answer by {told:%A} {told.day} October, {told:%H:%M}" in words(club, name)


def test_what_was_asked_for_and_not_needed_is_given_back(club):
    name = club.waiting
    asked = club.letter(name)
    club.say(name, "more time 12 h")
    assert "Spare hours: 18 of 30 left." in words(club, name)

    club.say(name, asked.choices[0], to=asked)

    assert left(club, name) == "30"
    assert club.say(name, "more time") == Refused(Why.NOTHING_ASKED)


def test_who_has_none_left_gets_none(tmp_path):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth")

    assert "spare hours" not in words(club, club.waiting)
    assert club.say(club.waiting, "more time") == Refused(Why.NO_SPARE_HOURS)
    club.services.db.close()
