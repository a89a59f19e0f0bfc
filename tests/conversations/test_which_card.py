"""Letters that may mean two cards: asked once with both as taps, then known for good."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from selectolax.lexbor import LexborHTMLParser

from engine import Card, Reason, view
from pbem.domain.outcomes import AskedBack, Played, Refused
from pbem.domain.vocabulary import Back, Why
from pbem.store.games import load_table
from tests.club import once
from tests.conversations.dealing import bids, club_dealt
from tests.pbem.card_names import code_of, words_of

HANDS = "7H 7C KH KC QC | 2D 3D 4D 5D 6D | 8D 9D TD JD AC"
"""Anna leads; what she writes in French may be read in two ways: C is cœur, or clubs."""


@once
def all_bid(folder):
    club = club_dealt(folder, HANDS, Anna="fr")
    bids(club, 1, 1, 1)
    assert club.waiting == "Anna"
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = all_bid(tmp_path)
    yield club
    club.services.db.close()


def taps(letter):
    """What each tap of a letter that names a card would say, by its body."""
    links = (link.attributes["href"] for link in LexborHTMLParser(letter.html).css("a"))
    bodies = [parse_qs(href.partition("?")[2])["body"][0].split("\r\n")[0] for href in links]
    return [body for body in bodies if " de " in body]


def notation(club):
    """How Anna is known to write."""
    return club.table.players[0].notation


def test_both_readings_come_back_as_taps_and_nothing_is_played(table):
    before = table.game

    assert table.say("Anna", "7C") == AskedBack(Back.WHICH_CARD)

    letter = table.letter("Anna")
    assert table.game == before
    assert taps(letter) == ["sept de trèfle", "sept de cœur"]
    assert "Vous avez écrit : 7C" in " ".join(letter.text.split())
    assert "Cela peut désigner 2 cartes." in letter.text
    assert "Nous retenons comment vous écrivez" in " ".join(letter.text.split())
    assert table.due() is not None


@pytest.mark.parametrize(
    ("meant", "next_time", "plays"),
    [("sept de cœur", "KC", "KH"), ("sept de trèfle", "KC", "KC"), ("♥", "RC", "KH")],
)
def test_the_answer_is_remembered_for_good(table, meant, next_time, plays):
    table.say("Anna", "7C")
    assert table.say("Anna", meant) in (Played("7H"), Played("7C"))
    assert notation(table) is not None
    while table.waiting != "Anna":
        table.say(table.waiting, table.letter(table.waiting).choices[0])

    assert table.say("Anna", next_time) == Played(plays)


def test_it_is_remembered_in_the_next_game_too(table):
    table.say("Anna", "7C")
    table.say("Anna", "sept de cœur")
    told = notation(table)
    table.open("Anna", "Bruno", "Ruth", game="Club")

    with table.services.db.begin() as session:
        assert load_table(session, 2).players[0].notation == told is not None


def test_a_card_that_is_not_held_is_shown_grey(table):
    """QC is the queen of clubs she holds, or the queen of hearts she does not."""
    assert table.say("Anna", "QC") == AskedBack(Back.WHICH_CARD)

    letter = table.letter("Anna")
    assert taps(letter) == ["dame de trèfle"]
    assert "Pas dans votre main : D♥ dame de cœur." in " ".join(letter.text.split())


def test_a_suit_with_several_cards_is_asked_and_teaches_nothing(table):
    assert table.say("Anna", "cœur") == AskedBack(Back.WHICH_CARD)

    assert taps(table.letter("Anna")) == ["sept de cœur", "roi de cœur"]
    assert "We remember" not in table.letter("Anna").text


def test_two_different_cards_are_asked_about(table):
    assert table.say("Anna", "7♥\nK♣") == AskedBack(Back.WHICH)
    assert taps(table.letter("Anna"))[:2] == ["roi de trèfle", "sept de cœur"]


def test_an_unclear_card_to_a_bid_that_is_asked_has_to_wait(tmp_path):
    club = club_dealt(tmp_path, HANDS, Anna="fr")

    assert club.say("Anna", "7C") == Refused(Reason.NOT_PLAYING)
    club.services.db.close()


def test_an_unclear_card_to_an_old_question_plays_nothing(table):
    letter = table.letter("Anna")
    table.say("Anna", "7♥")
    before = table.game

    assert table.say("Anna", "KC", to=letter, quoting=False) == Refused(Why.OLD_QUESTION)
    assert table.game == before


def test_a_life_of_letters_has_one_question(tmp_path):
    """Anna plays whole deals in French letters that may be English ones; she is asked once."""
    club = club_dealt(tmp_path, HANDS, Anna="fr")
    asked = 0
    while len(club.game.deals) < 2:
        name = club.waiting
        card = view(club.game, club.seat(name)).legal[0]
        if name != "Anna" or not isinstance(card, Card):
            club.say(name, str(card))
            continue
        became = club.say(name, code_of(card, "fr"))
        if became == AskedBack(Back.WHICH_CARD):
            asked += 1
            became = club.say(name, words_of(card, "fr"))
        assert became == Played(str(card))
    club.services.db.close()

    assert asked == 1


@pytest.mark.parametrize("said", ["AH 2H", "2H AH", "ah 2h"])
def test_a_card_whose_code_is_also_a_remark_is_not_passed_over(tmp_path, said):
    """`ah` is a sigh; the ace of hearts may be meant as well as the two beside it."""
    club = club_dealt(tmp_path, "QH 3H 9D | AH 2H 5C | KH 4H 6D")
    bids(club, 1, 1, 2)
    club.say("Anna", "QH")

    assert club.say("Bruno", said) == AskedBack(Back.WHICH_CARD)
    assert {"AH", "2H"} <= set(club.letter("Bruno").taps)
    club.services.db.close()


def test_a_sigh_that_can_be_no_card_is_a_remark(tmp_path):
    club = club_dealt(tmp_path, "QH 3H 9D | 7H 2H 5C | KH 4H 6D")
    bids(club, 1, 1, 2)
    club.say("Anna", "QH")

    assert club.say("Bruno", "ah 2h") == Played("2H")
    club.services.db.close()


def test_a_reading_that_may_not_be_played_has_no_tap(tmp_path):
    club = club_dealt(tmp_path, "QH 3H 9D | AH 2H 5C | KH 4H 6D")
    bids(club, 1, 1, 2)
    club.say("Anna", "QH")

    assert club.say("Bruno", "AH 5C") == AskedBack(Back.WHICH_CARD)

    letter = club.letter("Bruno")
    assert list(letter.taps)[:1] == ["AH"]
    assert "5C" not in letter.taps
    assert "Stays in hand: 5♣" in " ".join(letter.text.split())
    club.services.db.close()
