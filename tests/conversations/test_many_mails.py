"""How many mails come that nobody has asked for: at most six a day without an answer between."""

from __future__ import annotations

import pytest

from pbem.context import Context
from pbem.domain.outcomes import Changed, Played
from pbem.domain.vocabulary import Change
from pbem.results.game_status import longest_waiting
from tests.club import seated
from tests.conversations.test_organising import welcome


@pytest.fixture(name="table")
def _table(tmp_path):
    """Three players, from ten in Paris on; the limit is the shipped one."""
    club = seated(tmp_path, mails_a_day=6)
    club.open("Anna", "Bruno", "Ruth")
    yield club
    club.services.db.close()


def answers_at_once(club):
    """Whoever is asked answers after twenty seconds, with the first choice."""
    club.later(seconds=20)
    name = club.waiting
    letter = club.letter(name)
    assert isinstance(club.say(name, letter.choices[0]), Played)


def changes_her_mind(club, times):
    """The first bidder makes a bid and then others, so that the next is asked each time anew.

    Who is asked so often.
    """
    first = club.waiting
    letter = club.letter(first)
    for at in range(times):
        club.later(minutes=1)
        said, header = str(at % 2), f"Message-ID: <{at}@club.example>\n"
        assert club.say(first, said, to=letter, headers=header) == Played(said)
    return first, club.waiting


def words(letter):
    return " ".join(letter.text.split())


def test_a_table_whose_people_answer_never_stops(table):
    """Thirty answers in ten minutes: each is asked as soon as the one before has answered."""
    for _ in range(30):
        answers_at_once(table)

    assert min(len(table.letters(name)) for name in ("Anna", "Bruno", "Ruth")) > 6


def test_who_does_not_answer_gets_six_a_day_and_the_sixth_says_so(table):
    _, asked = changes_her_mind(table, 9)

    mails = table.letters(asked)
    assert len(mails) == 6
    last = "This is the last mail about Lindy today if none is answered"
    assert [last in words(one) for one in mails] == [False] * 5 + [True]


def test_the_seventh_comes_in_the_morning_with_its_whole_time(table):
    _, asked = changes_her_mind(table, 6)

    table.later(hours=21, minutes=53)
    assert len(table.letters(asked)) == 6
    table.later(minutes=1)  # eight in Paris
    assert "Please answer by Thursday 8 October, 09:00" in words(table.letter(asked))
    assert isinstance(table.say(asked, table.letter(asked).choices[0]), Played)


def test_after_an_answer_they_are_counted_anew(table):
    _, asked = changes_her_mind(table, 6)
    table.say(asked, "status")
    assert table.say(asked, "1") == Played("1")
    others = [name for name in ("Anna", "Bruno", "Ruth") if name != asked]
    before = len(table.letters(asked))

    while table.waiting in others:
        answers_at_once(table)

    assert len(table.letters(asked)) == before + 1


def test_who_wants_all_gets_what_waits_at_once_and_with_its_own_deadline(table):
    _, asked = changes_her_mind(table, 6)
    before = len(table.letters(asked))
    assert str(table.due()) == "2026-10-08 07:00:00+00:00"

    assert table.say(asked, "mails all") == Changed(Change.SETTING, "mails")

    [question] = [one for one in table.letters(asked)[before:] if one.choices]
    assert "last mail about Lindy today" not in words(question)
    assert "Please answer by Wednesday 7 October, 11:00" in words(question)
    assert str(table.due()) == "2026-10-07 09:00:00+00:00"


def test_who_waits_is_told_for_whom_and_until_when(table):
    first, asked = changes_her_mind(table, 6)

    table.say(first, "status")

    when = "Tuesday 6 October, 08:00"
    assert f"We wait for {asked}; the question goes out on {when}." in words(table.letter(first))


def test_so_is_the_organiser(table):
    _, asked = changes_her_mind(table, 6)
    welcome(table)
    table.say("Marta", "status")

    lines = table.letter("Marta").text.partition("YOUR GAMES")[2].partition("Pace:")[0]
    for told in ("Lindy", "deal 1 of", f" {asked} ", "asked on Tuesday"):
        assert told in lines


def test_and_the_operator(table):
    _, asked = changes_her_mind(table, 6)
    with table.services.db.begin() as session:
        [row] = longest_waiting(Context(table.services, session, table.now), 5)

    assert row.waiting_for == asked
    assert row.waited.since is None
    assert str(row.waited.until) == "2026-10-06 06:00:00+00:00"
