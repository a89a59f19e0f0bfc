"""A pause that the table agrees on: one proposes it, all others say yes by a tap."""

from datetime import UTC, datetime

import pytest

from pbem.domain.outcomes import AskedBack, Changed, Played, Refused, Said, Told
from pbem.domain.vocabulary import Back, Change, To, Why
from tests.club import seated

NAMES = ("Anna", "Bruno", "Ruth")


@pytest.fixture(name="club")
def _club(tmp_path):
    """A game of three, begun on Monday 5 October at ten in Paris, 48 hours to answer."""
    club = seated(tmp_path)
    club.addresses["Marta"] = "marta@club.example"
    club.open("Anna", "Bruno", "Ruth")
    yield club
    club.services.db.close()


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
    assert club.say("Anna", "status") == Told("status")
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


@pytest.mark.parametrize(
    ("anna", "bruno", "ruth"),
    [
        ("yes", "Yes, fine with me", "ok"),
        ("Ja, gern", "oui, ça va", "sì, va bene"),
        ("👍", "Sure, no problem!", "Yes, I shall be in the mountains anyway"),
    ],
)
def test_a_bare_yes_agrees_to_it(club, anna, bruno, ruth):
    asker = club.waiting
    said = dict(zip((one for one in NAMES if one != asker), (anna, bruno), strict=True))
    club.say(asker, "pause 6-8 Oct")
    [first, last] = said
    assert club.say(first, said[first]) == Changed(Change.PAUSE_AGREED)
    assert club.say(last, ruth) == Changed(Change.PAUSED)


@pytest.mark.parametrize("no", ["no", "No thanks, not now", "nein, lieber nicht", "👎"])
def test_a_bare_no_is_enough_and_all_are_told(club, no):
    asker = club.waiting
    first, last = (one for one in NAMES if one != asker)
    club.say(asker, "pause 3 days")
    club.say(first, "yes")

    assert club.say(last, no) == Said(False, To.PAUSE)
    for name in (asker, first):
        assert f"{last} would rather not pause, so the game goes on." in words(club, name)
    assert "Noted: there is no pause" in words(club, last)


def test_who_is_asked_for_a_bid_answers_both(club):
    club.say(next(one for one in NAMES if one != club.waiting), "pause 3 days")
    name = club.waiting

    assert club.say(name, "1\nyes") == (Played("1"), Changed(Change.PAUSE_AGREED))


def test_a_yes_answers_no_pause_for_who_has_agreed_or_asked_nor_without_one(club):
    name = next(one for one in NAMES if one != club.waiting)
    assert club.say(name, "pause 3 days") == Changed(Change.PAUSE_PROPOSED)
    assert club.say(name, "yes") == Refused(Why.UNREADABLE)
    other = next(one for one in NAMES if one not in {name, club.waiting})
    club.say(other, "yes")
    assert club.say(other, "no") != Said(False, To.PAUSE)
    assert club.say(club.waiting, "yes, 1") == AskedBack(Back.WHICH)


def test_the_letter_that_proposes_it_answers_the_open_question_too(club):
    name = club.waiting
    other = next(one for one in ("Anna", "Bruno", "Ruth") if one != name)
    club.say(other, "pause 3 days")

    assert isinstance(club.say(name, "1"), Played)
