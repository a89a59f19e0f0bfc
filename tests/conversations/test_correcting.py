"""A correction is heard: below an answer nothing is played, inside the hold it changes the answer.

Anna, Bruno and Ruth hold five cards each; Anna bids and leads first.
"""

from __future__ import annotations

import pytest

from engine import Reason
from pbem.domain.outcomes import AskedBack, Played, Refused, Repeated, TakenBack, Thanked
from pbem.domain.vocabulary import Back
from tests.club import once
from tests.conversations.dealing import bids, club_dealt

HANDS = "7H 7C KH KC QC | 2D 3D 4D 5D 6D | 8D 9D TD JD AC"
MINUTES = 10


@once
def bidding(folder):
    return club_dealt(folder, HANDS, hold=MINUTES)


@once
def leading(folder):
    club = club_dealt(folder, HANDS)
    bids(club, 1, 1, 1)
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    """Anna bids; what she says is held for ten minutes."""
    club = bidding(tmp_path)
    yield club
    club.services.db.close()


@pytest.fixture(name="lead")
def _lead(tmp_path):
    """Anna leads; what she plays is seen at once."""
    club = leading(tmp_path)
    yield club
    club.services.db.close()


def words(letter):
    return " ".join(letter.text.split())


def bid_of(club, name="Anna"):
    return club.game.deal.bids[club.seat(name)]


def test_a_polite_correction_below_a_bid_plays_nothing_and_offers_both(table):
    before = table.game

    assert table.say("Anna", "3\n\nsorry, 2!") == AskedBack(Back.WHICH)

    letter = table.letter("Anna")
    assert table.game == before
    assert letter.text.startswith("WHICH ONE DO YOU MEAN, ANNA?")
    assert "DID YOU MEAN 2?" in letter.text
    assert "You wrote: 3; sorry, 2!" in words(letter)
    assert list(letter.taps)[:2] == ["2", "3"]
    assert table.due() is not None
    assert table.tap("Anna", "2") == Played("2")


def test_an_answer_that_is_taken_back_below_is_not_given(table):
    assert table.say("Anna", "3\nundo") == AskedBack(Back.WHICH)

    assert "DID YOU MEAN 3?" in table.letter("Anna").text
    assert bid_of(table) is None
    assert table.tap("Anna", "3") == Played("3")


def test_friendly_words_and_what_is_quoted_change_nothing(table):
    friendly = (
        "3\n\nGood luck Bruno, see you at 5\n\n> undo\n> sorry, 2\n-- \nAnna Two, 2 Main Street"
    )

    assert table.say("Anna", friendly) == Played("3")


def test_a_correction_below_a_card_offers_both_cards(lead):
    before = lead.game

    assert lead.say("Anna", "KC\n\nactually the king of hearts") == AskedBack(Back.WHICH)

    assert lead.game == before
    assert "DID YOU MEAN KING OF HEARTS?" in lead.letter("Anna").text
    assert list(lead.letter("Anna").taps)[:2] == ["KH", "KC"]
    assert lead.tap("Anna", "KC") == Played("KC")


def test_inside_the_hold_a_correction_changes_the_answer(table):
    letter = table.letter("Anna")
    assert table.say("Anna", "3") == Played("3")

    assert table.say("Anna", "sorry, I meant 2", to=letter) == Played("2")

    assert bid_of(table) == 2
    assert "2" in words(table.letter("Anna"))


def test_what_cannot_be_read_inside_the_hold_tells_what_stands_and_until_when(table):
    letter = table.letter("Anna")
    table.say("Anna", "3")

    said = table.say("Anna", "hm, what about 2 or 4?", to=letter)

    assert said == AskedBack(Back.STANDS)
    told = table.letter("Anna")
    assert told.text.startswith("YOUR ANSWER STANDS, ANNA")
    assert "Your answer is: 3" in told.text
    assert "Others see your answer from Monday 5 October, 10:10 on (Paris time)" in words(told)
    assert list(told.taps)[:4] == ["2", "4", "3", "undo"]
    assert bid_of(table) == 3
    assert table.tap("Anna", "4") == Played("4")
    assert table.tap("Anna", "undo", to=told) == TakenBack()


def test_thanks_inside_the_hold_keep_the_answer(table):
    letter = table.letter("Anna")
    table.say("Anna", "3")

    before = table.letter("Anna")
    assert table.say("Anna", "thanks!", to=letter) == Thanked()
    assert table.letter("Anna") is before
    assert table.tap("Anna", "3") == Repeated()
    assert bid_of(table) == 3


def test_once_others_have_seen_it_a_correction_comes_too_late(table):
    letter = table.letter("Anna")
    table.say("Anna", "3")
    table.later(minutes=MINUTES + 1)
    table.say("Bruno", "1")
    table.later(minutes=MINUTES + 1)

    assert isinstance(table.say("Anna", "sorry, I meant 2", to=letter), Refused)
    assert bid_of(table) == 3


@pytest.mark.parametrize(
    "said", ["sorry, KH", "oh no, the king of hearts", "no wait, king of hearts"]
)
def test_a_card_that_is_held_is_changed_by_a_correction(tmp_path, said):
    club = bidding(tmp_path)
    for bid in (1, 1, 1):
        club.say(club.waiting, str(bid))
        club.later(minutes=MINUTES + 1)
    letter = club.letter("Anna")
    club.say("Anna", "KC")

    assert club.say("Anna", said, to=letter) == Played("KH")
    club.services.db.close()


def test_a_word_that_may_mean_to_leave_plays_no_card(tmp_path):
    club = club_dealt(tmp_path, HANDS, Anna="es")
    bids(club, 1, 1, 1)

    assert club.say("Anna", "BAJA") == AskedBack(Back.WHICH)

    assert list(club.letter("Anna").taps)[:2] == ["low", "unsubscribe"]
    club.services.db.close()


def test_every_language_tells_what_stands(tmp_path):
    told = {
        "de": "DEINE ANTWORT GILT, ANNA",
        "es": "TU RESPUESTA SIGUE EN PIE, ANNA",
        "fr": "VOTRE RÉPONSE TIENT, ANNA",
        "it": "LA TUA RISPOSTA VALE, ANNA",
        "nl": "JE ANTWOORD GELDT, ANNA",
        "ro": "RĂSPUNSUL TĂU RĂMÂNE, ANNA",
    }
    for language, head in told.items():
        folder = tmp_path / language
        folder.mkdir()
        club = club_dealt(folder, HANDS, hold=MINUTES, Anna=language)
        letter = club.letter("Anna")
        club.say("Anna", "3")
        club.say("Anna", "hm", to=letter)
        assert club.letter("Anna").text.startswith(head)
        club.services.db.close()


def test_a_bid_that_may_still_be_changed_is_told_to_stand_though_nothing_is_held(tmp_path):
    """Ruth's mail has left; the next player has not bid."""
    club = club_dealt(tmp_path, HANDS)
    letter = club.letter("Anna")
    club.say("Anna", "3")

    assert club.say("Anna", "hm", to=letter) == AskedBack(Back.STANDS)
    assert "You can still change your answer." in words(club.letter("Anna"))
    assert club.say("Anna", "sorry, I meant 2", to=letter) == Played("2")
    assert bid_of(club) == 2
    club.services.db.close()


def test_another_answer_to_the_receipt_takes_the_place_of_the_held_one(table):
    """The receipt is the newest mail about that answer: it is what people answer."""
    table.say("Anna", "ack all")
    table.say("Anna", "3", to=table.letters("Anna")[0])
    receipt = table.letter("Anna")
    assert receipt.text.startswith("GOT IT, ANNA")

    assert table.say("Anna", "2", to=receipt) == Played("2")

    assert bid_of(table) == 2
    assert table.say("Anna", "9", to=table.letter("Anna")) == Refused(Reason.BID_RANGE)
    assert table.say("Anna", "4", to=table.letter("Anna")) == Played("4")
    table.say("Anna", "status")
    assert table.say("Anna", "1", to=table.letter("Anna")) == Played("1")
    assert table.tap("Anna", "undo", to=receipt) == TakenBack()
    assert bid_of(table) is None


def test_another_card_to_the_receipt_takes_the_place_of_the_held_one(tmp_path):
    club = bidding(tmp_path)
    club.say("Anna", "ack all")
    for bid in (1, 1, 1):
        club.say(club.waiting, str(bid))
        club.later(minutes=MINUTES + 1)
    club.say("Anna", "KC")
    receipt = club.letter("Anna")
    assert "king of clubs" in words(receipt)

    assert club.say("Anna", "KH") == Played("KH")

    assert str(club.game.deal.trick.cards[0]) == "KH"
    club.later(minutes=MINUTES + 1)
    assert isinstance(club.say("Anna", "QC", to=receipt), AskedBack | Refused)
    assert str(club.game.deal.trick.cards[0]) == "KH"
    club.services.db.close()
