"""Whom an organiser silences: what he says is read by nobody, what he plays counts as ever.

Anna leads to the first trick, Bruno is next, Ruth is the dealer; Marta organises.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import text

from pbem.domain.outcomes import Played, Refused, Talked
from pbem.domain.vocabulary import Unmet
from tests.club import once
from tests.conversations.dealing import bids, club_dealt
from tests.conversations.test_muted import HANDS, heard, play_on
from tests.conversations.test_organising import order, said, welcome

SILENCED = Refused(Unmet.SILENCED)
UNTIL = "until Thursday 8 October, 10:00 (Paris time)"


@once
def all_bid(folder):
    club = club_dealt(folder, HANDS, turn_up="7S")
    bids(club, 1, 1, 0)
    welcome(club)
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = all_bid(tmp_path)
    yield club
    club.services.db.close()


def told(club, who):
    return " ".join(club.letter(who).text.split())


def test_nobody_reads_what_he_says_and_he_is_told_until_when(table):
    order(table, "silence Bruno 3 days")
    letters = {name: len(table.letters(name)) for name in ("Anna", "Ruth", "Marta")}

    assert table.say("Bruno", "say a fine mess") == SILENCED
    assert "what you say there is read by nobody " + UNTIL in told(table, "Bruno")
    assert {name: len(table.letters(name)) for name in letters} == letters
    play_on(table, 2)
    assert [heard(table, name) for name in ("Anna", "Ruth", "Marta")] == [set()] * 3


def test_he_is_told_nothing_before_he_talks_and_the_table_never(table):
    sent = {name: len(table.letters(name)) for name in ("Anna", "Bruno", "Ruth")}
    order(table, "silence Bruno 3 days")

    assert {name: len(table.letters(name)) for name in sent} == sent
    assert f"What Bruno says in Lindy is read by nobody {UNTIL}" in told(table, "Marta")


def test_what_he_plays_counts_and_only_his_words_come_back(table):
    order(table, "silence Bruno 3 days")
    table.say("Anna", "3H")

    assert table.say("Bruno", "2H\nsay a fine mess") == Played("2H")
    [kept] = [one for one in table.letters("Bruno") if one.kind == "silenced"]
    assert "a fine mess" in kept.text
    assert heard(table, "Ruth") == set()


def test_the_others_are_heard_as_ever(table):
    order(table, "silence Bruno 3 days")
    assert table.say("Ruth", "say lovely weather") == Talked()


@pytest.mark.parametrize("ends", ["silence Bruno 0", "silence Bruno off", "undo", None])
def test_it_ends_by_order_or_with_the_time_and_what_was_kept_back_stays_untold(table, ends):
    order(table, "silence Bruno 3 days")
    asked = table.letter("Bruno")
    table.say("Bruno", "say a fine mess")
    if ends:
        order(table, ends)
    else:
        table.now += timedelta(days=3, minutes=1)

    assert table.say("Bruno", "say lovely weather", to=asked) == Talked()
    play_on(table, 2)
    assert heard(table, "Ruth") == {"lovely weather"}


def test_an_order_that_shortens_it_is_taken_back_to_what_held(table):
    order(table, "silence Bruno 3 days")
    order(table, "silence Bruno 2 hours")
    order(table, "undo")
    table.say("Bruno", "say a fine mess")
    assert UNTIL in told(table, "Bruno")


def test_in_another_game_he_is_heard(table):
    order(table, "silence Bruno 3 days")
    table.open("Bruno", "Anna", "Ruth", game="Tuesday", invite=True)
    assert table.say("Bruno", "say a fine mess") == Talked()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("silence Bruno", 'For example: "silence Anna 3 days / silence Anna 0".'),
        ("silence Eva 3 days", "Nobody in Lindy is called Eva."),
        ("silence Bruno 90 days", 'For example: "silence Anna 3 days / silence Anna 0".'),
        ("silence Bruno 0", "What Bruno says is read by all already."),
    ],
)
def test_what_is_not_clear_changes_nothing(table, line, why):
    order(table, line)
    assert why in said(table.letter("Marta"))
    assert table.say("Bruno", "say a fine mess") == Talked()


def test_a_player_silences_nobody(table):
    table.say("Anna", "silence Bruno 3 days")
    assert table.say("Bruno", "say a fine mess") == Talked()


def test_in_german_he_is_told_in_his_words(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", Bruno="de")
    welcome(club)
    order(club, "silence Bruno 3 days")
    assert club.say("Bruno", "sagen ein schöner Mist") == SILENCED
    until = "bis Donnerstag, 8. Oktober, 10:00 (Ortszeit Paris)"
    assert f"dass {until} niemand liest, was du dort sagst." in told(club, "Bruno")
    club.services.db.close()


def test_nothing_of_it_stays_when_he_is_forgotten(table):
    order(table, "silence Bruno 3 days")
    table.say("Bruno", "forget me")
    table.say("Bruno", "yes")
    with table.services.db.begin() as session:
        assert session.execute(text("select count(*) from silence")).scalar() == 0
