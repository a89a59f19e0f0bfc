"""What stands beside an answer is not lost: days away and words for the table become taps.

Anna, Bruno and Ruth hold five cards each; it is Monday 5 October, and Anna bids first.
"""

from __future__ import annotations

import pytest

from pbem.domain.outcomes import Changed, Played
from pbem.domain.vocabulary import Change
from pbem.languages import translated
from tests.club import configured, once
from tests.conversations.dealing import club_dealt

HANDS = "7H 7C KH KC QC | 2D 3D 4D 5D 6D | 8D 9D TD JD AC"

AWAY = {
    "en": "2, and I'm away from 3 to 7 November",
    "de": "2, vom 3.11. bis 7.11. bin ich im Skiurlaub",
    "fr": "2, et je suis absent du 3 au 7 novembre",
    "it": "2, e sono via dal 3 al 7 novembre",
    "es": "2, y estoy fuera del 3 al 7 de noviembre",
    "nl": "2, ik ben weg van 3-11 t/m 7-11",
    "ro": "2, și sunt plecat din 3 până în 7 noiembrie",
}
"""The same five days, with a bid."""


@once
def bidding(folder, language="en"):
    return club_dealt(folder, HANDS, hold=10, Anna=language)


@pytest.fixture(name="table")
def _table(tmp_path):
    club = bidding(tmp_path)
    yield club
    club.services.db.close()


def words(letter):
    return " ".join(letter.text.split())


OFFERED = {
    "en": "away 3 November to 7 November 2026",
    "de": "Urlaub 3. November bis 7. November 2026",
    "fr": "absent 3 novembre au 7 novembre 2026",
    "it": "assente 3 novembre al 7 novembre 2026",
    "es": "ausente 3 de noviembre al 7 de noviembre de 2026",
    "nl": "afwezig 3 november tot 7 november 2026",
    "ro": "absent 3 noiembrie până la 7 noiembrie 2026",
}


@pytest.mark.parametrize("language", AWAY)
def test_days_away_in_the_sentence_of_a_bid_become_a_tap_of_its_receipt(tmp_path, language):
    club = bidding(tmp_path, language)

    assert club.say("Anna", AWAY[language]) == Played("2")

    receipt = club.letter("Anna")
    assert OFFERED[language] in " ".join(receipt.text.split())
    assert club.table.players[club.seat("Anna")].away == ()
    days = "away 2026-11-03 to 2026-11-07"
    assert club.tap("Anna", days, to=receipt) == Changed(Change.AWAY, days.removeprefix("away "))
    club.services.db.close()


@pytest.mark.parametrize("ack", ["odd", "all"])
def test_the_offer_leaves_though_the_next_question_comes_within_a_minute(tmp_path, ack):
    """That question would carry how the answer was read, and no tap for the days."""
    club = club_dealt(tmp_path, HANDS, hold=0)
    club.say("Anna", f"ack {ack}")
    count = len(club.letters("Anna"))

    club.say("Anna", AWAY["en"])
    club.say("Bruno", "1")
    club.say("Ruth", "1")
    club.later(minutes=2)

    assert [one.kind for one in club.letters("Anna")[count:]] == ["got_it", "your_play"]
    assert "away 2026-11-03 to 2026-11-07" in club.letters("Anna")[count].taps
    club.services.db.close()


def test_words_for_the_table_leave_with_their_tap_as_well(tmp_path):
    club = club_dealt(tmp_path, HANDS, hold=0)
    club.say("Anna", "ack all")
    count = len(club.letters("Anna"))

    club.say("Anna", "2, greetings from sunny Spain!")
    club.say("Bruno", "1")
    club.say("Ruth", "1")
    club.later(minutes=2)

    assert [one.kind for one in club.letters("Anna")[count:]] == ["got_it", "your_play"]
    assert "say greetings from sunny Spain!" in club.letters("Anna")[count].taps
    club.services.db.close()


def test_every_language_is_told_of():
    assert AWAY.keys() == {*translated()}


def test_the_offer_comes_though_receipts_are_not_wanted(table):
    table.say("Anna", "ack none")

    table.say("Anna", "2. I'll be travelling from 28 November to 3 December, sorry!")

    receipt = words(table.letter("Anna"))
    assert '"away 28 November to 3 December 2026"' in receipt
    assert "We write this because your answer told of days away" in receipt
    assert "only when an answer was not plain" not in receipt


def test_a_receipt_that_comes_anyway_says_its_usual_reason(table):
    table.say("Anna", "ack all")

    table.say("Anna", AWAY["en"])

    receipt = words(table.letter("Anna"))
    assert "only when an answer was not plain" in receipt
    assert "because your answer told of days away" not in receipt


@pytest.mark.parametrize("said", ["2, see you on 3 November", "2 - I finished a book on holiday"])
def test_a_day_that_is_no_absence_brings_no_letter(table, said):
    count = len(table.letters("Anna"))

    assert table.say("Anna", said) == Played("2")

    assert len(table.letters("Anna")) == count


def test_words_beside_an_answer_are_not_passed_on_but_offered_as_a_tap(table):
    table.say("Anna", "ack all")

    assert table.say("Anna", "2, greetings from sunny Spain!\n\nAnna") == Played("2")

    receipt = table.letter("Anna")
    line = "say greetings from sunny Spain!"
    assert f'Was it meant for the table? Then reply "{line}".' in words(receipt)
    table.later(minutes=11)
    assert "sunny Spain" not in table.letter("Bruno").text
    table.tap("Anna", line, to=receipt)
    table.say("Bruno", "status")
    assert "greetings from sunny Spain!" in words(table.letter("Bruno"))


@pytest.mark.parametrize("said", ["2 please, thank you very much", "2\n\nBest wishes,\nAnna"])
def test_courtesies_are_offered_to_nobody(table, said):
    table.say("Anna", "ack all")

    table.say("Anna", said)

    assert "meant for the table" not in table.letter("Anna").text


def test_who_is_new_is_told_so_in_the_word_back_to_a_first_answer(table):
    limits = table.services.settings.limits.model_copy(update={"newcomer_receipts": 3})
    table.services = configured(table.services, limits=limits)

    table.say("Anna", "2. What a lovely idea this is!")

    assert "say What a lovely idea this is!" in table.letter("Anna").taps
