"""What somebody has said may be reported: whoever can end it reads it as it was said.

Anna leads to the first trick, Bruno is next, Ruth is the dealer; Marta organises the game.
"""

from __future__ import annotations

import pytest

from pbem.domain.outcomes import Changed, Ordered, Refused, Talked
from pbem.domain.vocabulary import Change, Why
from tests.club import configured, once, seated
from tests.conversations.dealing import bids, club_dealt

HANDS = "QH 3H KC | AH 2H 5C | KH 4H AC"
OWNER = "owner@ohhell.example"
REPORTED = Changed(Change.REPORTED)


@once
def all_bid(folder):
    club = club_dealt(folder, HANDS, turn_up="7S")
    club.addresses["Marta"] = "marta@club.example"
    bids(club, 1, 1, 0)
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = all_bid(tmp_path)
    yield club
    club.services.db.close()


def says(club, who, words):
    assert club.say(who, f"say {words}", to=club.letters(who)[0]) == Talked()


def words(letter):
    return " ".join(letter.text.split())


def reports(club):
    """The letters that tell whoever organises what was said."""
    return [one for one in club.letters("Marta") if one.kind == "talk_reported"]


def test_the_organiser_reads_what_was_said_in_its_order_and_can_end_it(table):
    says(table, "Bruno", "a fine mess")
    table.later(minutes=5)
    says(table, "Ruth", "be kind")
    says(table, "Bruno", "never")
    assert table.say("Anna", "report Bruno") == REPORTED

    [letter] = reports(table)
    said = letter.text
    assert "Anna asks you to look at what Bruno said in Lindy." in words(letter)
    assert said.index("Bruno: a fine mess") < said.index("Ruth: be kind") < said.index("Bruno: nev")
    assert "Monday 5 October, 10:05" in said
    assert table.tap("Marta", "silence Bruno 3 days", to=letter) == Ordered(1, 1)
    assert not isinstance(table.say("Bruno", "say and more", to=table.letters("Bruno")[0]), Talked)


def test_she_hears_who_reads_it_and_how_to_read_no_more_of_him_and_he_hears_nothing(table):
    says(table, "Bruno", "a fine mess")
    before = len(table.letters("Bruno"))
    assert table.say("Anna", "report bruno") == REPORTED

    receipt = table.letter("Anna")
    assert "Marta gets to read what was said here lately, and that it is you who asks." in words(
        receipt
    )
    assert table.tap("Anna", "mute Bruno", to=receipt) == Changed(Change.MUTED)
    assert len(table.letters("Bruno")) == before


def test_the_page_has_a_tap_for_it_beside_the_words(table):
    says(table, "Ruth", "a fine mess")
    table.say("Anna", "3H")
    asked = table.letter("Bruno")
    assert "a fine mess" in asked.text

    assert table.tap("Bruno", "report Ruth", to=asked) == REPORTED
    assert "Bruno asks you to look at what Ruth said in Lindy." in words(reports(table)[0])


@pytest.mark.parametrize("line", ["report", "report Jan", "report Anna", "report Ruth"])
def test_whose_words_is_asked_where_nobody_of_that_name_has_said_any(table, line):
    says(table, "Bruno", "a fine mess")
    assert table.say("Anna", line) == Refused(Why.REPORT_WHOM)
    assert (
        'Whose words? Reply "report" and the name of somebody who has said something here.'
        in words(table.letter("Anna"))
    )
    assert reports(table) == []


def test_three_times_in_a_day_it_is_sent_and_told_as_sent_after_that(table):
    says(table, "Bruno", "a fine mess")
    for line in ("report Bruno", "report Bruno!", "Report Bruno", "Report Bruno!"):
        assert table.say("Anna", line) == REPORTED
        table.later(minutes=20)

    assert len(reports(table)) == 3
    assert "Marta has been written to three times today; nothing more was sent." in words(
        table.letter("Anna")
    )
    table.later(hours=24)
    table.say("Anna", "report Bruno", to=table.letters("Anna")[0])
    assert len(reports(table)) == 4


def test_what_was_said_long_ago_is_not_told(table):
    says(table, "Bruno", "a fine mess")
    table.later(days=15)
    assert table.say("Anna", "report Bruno", to=table.letters("Anna")[0]) == (
        Refused(Why.REPORT_WHOM)
    )


def with_marta(folder, operator=OWNER):
    """Marta sits at the table of a game of hers, and says a word there."""
    club = seated(folder)
    club.services = configured(club.services, operator=operator)
    club.addresses |= {"Marta": "marta@club.example", "Owner": OWNER}
    club.open("Anna", "Bruno", "Marta")
    says(club, "Marta", "a fine mess")
    return club


def test_what_an_organiser_says_at_a_table_of_hers_is_for_the_operator(tmp_path):
    club = with_marta(tmp_path)
    assert club.say("Anna", "report Marta", to=club.letters("Anna")[0]) == REPORTED

    letter = club.letter("Owner")
    assert letter.kind == "talk_reported"
    assert "Marta: a fine mess" in words(letter)
    assert 'reply "block marta@club.example"' in words(letter)
    assert "The operator of this server gets to read" in words(club.letter("Anna"))
    assert [one.kind for one in club.letters("Marta")].count("talk_reported") == 0
    club.services.db.close()


def test_where_nobody_stands_above_the_organiser_she_is_told_so(tmp_path):
    club = with_marta(tmp_path, operator=None)
    assert club.say("Anna", "report Marta", to=club.letters("Anna")[0]) == (
        Refused(Why.NOBODY_ABOVE)
    )
    assert "mute" in club.letter("Anna").text
    club.services.db.close()


def test_in_german_it_has_words_of_its_own(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", Anna="de")
    club.addresses["Marta"] = "marta@club.example"
    says(club, "Bruno", "a fine mess")
    assert club.say("Anna", "Beschwerde über Bruno") == REPORTED
    assert "Bruno erfährt davon nichts." in words(club.letter("Anna"))
    club.services.db.close()
