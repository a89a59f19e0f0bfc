"""What people ask in sentences is answered by what it asks, and plays nothing."""

import pytest

from pbem.domain.outcomes import AskedBack, Changed, Thanked, Told
from pbem.domain.vocabulary import Back, Change


@pytest.mark.parametrize("asked", ["what is trump?", "Whose turn is it, Bruno?", "who's winning?"])
def test_a_question_about_the_table_is_answered_with_how_it_stands(table, asked):
    name = table.waiting
    assert table.say(name, asked) == Told("status")

    letter = table.letter(name).text
    assert f"You asked: {asked}" in letter
    assert "YOUR HAND" in letter


def test_who_is_lost_is_helped_with_what_is_asked(table):
    name = table.waiting
    assert table.say(name, "Sorry, I don't understand what to do") == Told("help", "bids")


def test_days_away_in_a_sentence_are_asked_back_as_dates(table):
    name = table.waiting
    assert table.say(name, "I'm travelling until Friday, sorry") == AskedBack(Back.WHICH)
    [line] = [one for one in table.letter(name).text.splitlines() if "away 5 October to" in one]

    assert line.strip() == "away 5 October to 9 October 2026"
    assert table.say(name, line.strip()) == Changed(Change.AWAY, "2026-10-05 to 2026-10-09")


def test_thanks_bring_no_letter(table):
    name = table.waiting
    before = table.letter(name)

    assert table.say(name, "Thanks, and good luck everyone!") == Thanked()
    assert table.letter(name) is before
