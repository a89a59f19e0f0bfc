"""What Anna wants to read nothing of: left out of her letters, and of nobody else's.

Anna leads to the first trick, Bruno is next, Ruth is the dealer.
"""

from __future__ import annotations

import pytest
from sqlalchemy import text

from pbem.domain.outcomes import Changed, Played, Refused, Talked, Told
from pbem.domain.vocabulary import Change, Why
from pbem.store.person_export import data_of
from tests.club import once
from tests.conversations.dealing import bids, club_dealt

HANDS = "QH 3H KC | AH 2H 5C | KH 4H AC"
NAMES = ("Anna", "Bruno", "Ruth")
MUTED, UNMUTED = Changed(Change.MUTED), Changed(Change.UNMUTED)


@once
def all_bid(folder):
    club = club_dealt(folder, HANDS, turn_up="7S")
    bids(club, 1, 1, 0)
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = all_bid(tmp_path)
    yield club
    club.services.db.close()


def heard(club, who, since=0):
    """The words that stand in somebody's letters, of all that were said, in text and page alike."""
    said = ("a fine mess", "lovely weather")
    letters = club.letters(who)[since:]
    read = [{words for words in said if words in part} for part in parts(letters)]
    return set().union(*read)


def parts(letters):
    return [part for one in letters for part in (one.text, one.html)]


def play_on(club, deals):
    """All answer until so many deals are over."""
    while len(club.game.deals) < deals:
        asked = [one for one in club.letters(club.waiting) if one.choices][-1]
        club.say(club.waiting, asked.choices[0], to=asked)


def test_his_words_stand_in_none_of_her_letters_and_in_all_others(table):
    assert table.say("Anna", "mute Bruno") == MUTED
    since = {name: len(table.letters(name)) for name in NAMES}

    table.say("Bruno", "say a fine mess")
    table.say("Ruth", "say lovely weather")
    for words in ("status", "log", "settings", "why 1"):
        table.say("Anna", words, to=table.letters("Anna")[-1])
    play_on(table, 2)

    assert heard(table, "Anna", since["Anna"]) == {"lovely weather"}
    assert heard(table, "Ruth", since["Ruth"]) >= {"a fine mess"}


def test_what_he_said_before_and_she_has_not_read_is_left_out_as_well(table):
    table.say("Bruno", "say a fine mess")
    assert table.say("Anna", "mute bruno") == MUTED
    play_on(table, 2)

    assert heard(table, "Anna") == set()


def test_he_is_told_nothing_and_sees_it_in_nothing(table):
    data, letters = data_about(table, "Bruno"), table.sent
    assert table.say("Anna", "mute Bruno") == MUTED
    assert (data_about(table, "Bruno"), table.sent) == (data, letters + 1)

    assert "unmute" not in "".join(seen_by_bruno(table, "settings"))
    assert table.say("Bruno", "say a fine mess", to=table.letters("Bruno")[0]) == Talked()


def seen_by_bruno(club, words):
    """What Bruno is written back."""
    before = len(club.letters("Bruno"))
    club.say("Bruno", words, to=club.letters("Bruno")[0])
    return parts(club.letters("Bruno")[before:])


def data_about(club, who):
    with club.services.db.begin() as session:
        [player] = [one.id for one in club.table.players if one.name == who]
        return {**data_of(session, player), "mails you sent": [], "mails to you": []}


def test_the_letter_says_so_and_its_tap_takes_it_back(table):
    table.say("Anna", "mute Bruno")
    letter = table.letter("Anna")
    assert "What Bruno says at a table is left out of your mails." in letter.text

    assert table.tap("Anna", "unmute Bruno", to=letter) == UNMUTED
    assert "What Bruno says at a table stands in your mails again." in table.letter("Anna").text
    table.say("Bruno", "say a fine mess")
    play_on(table, 2)
    assert heard(table, "Anna") == {"a fine mess"}


def test_settings_tell_whom_with_a_tap_each(table):
    table.say("Anna", "mute Bruno")
    table.say("Anna", "mute Ruth")
    assert table.say("Anna", "settings") == Told("settings")
    letter = table.letter("Anna")

    assert "\n    unmute Bruno\n    unmute Ruth\n" in letter.text
    assert table.tap("Anna", "unmute Ruth", to=letter) == UNMUTED
    table.say("Anna", "settings")
    assert "unmute Ruth" not in table.letter("Anna").text


@pytest.mark.parametrize("words", ["mute", "mute Anna", "mute Jan", "unmute", "unmute Bruno"])
def test_whom_it_means_is_asked_in_one_sentence(table, words):
    assert table.say("Anna", words) == Refused(Why.WHOM)
    told = " ".join(table.letter("Anna").text.split())
    assert 'Whose words? Reply "mute" and the name of somebody you play with;' in told


def test_below_a_card_it_counts_too(table):
    assert table.say("Anna", "3H\nmute Bruno") == (Played("3H"), MUTED)


def test_it_holds_at_her_other_tables(table):
    table.say("Anna", "mute Bruno")
    table.open("Bruno", "Anna", "Ruth", game="Tuesday", invite=True)
    assert table.say("Bruno", "say a fine mess") == Talked()
    for name in NAMES:
        table.say(name, "yes")

    assert heard(table, "Ruth") == {"a fine mess"}
    assert heard(table, "Anna") == set()


def test_in_german_it_has_words_of_its_own(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", Anna="de")
    asked = club.letter("Anna")
    assert club.say("Anna", "ignoriere Bruno") == MUTED
    assert "Was Bruno am Tisch sagt, bleibt aus deinen Mails weg." in club.letter("Anna").text
    club.say("Anna", "1", to=asked)
    club.say("Bruno", "1\nsay a fine mess")
    club.say("Ruth", "0")
    assert (heard(club, "Anna"), heard(club, "Ruth")) == (set(), {"a fine mess"})
    assert club.say("Anna", "ignoriere nicht mehr Bruno") == UNMUTED
    club.services.db.close()


@pytest.mark.parametrize("who", ["Anna", "Bruno"])
def test_nothing_of_it_stays_when_either_is_forgotten(table, who):
    table.say("Anna", "mute Bruno")
    table.say(who, "forget me")
    table.say(who, "yes")

    with table.services.db.begin() as session:
        assert session.execute(text("select count(*) from mute")).scalar() == 0
