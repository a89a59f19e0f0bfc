"""What people type by mail: other languages, lone ranks, fallbacks, and what is not served yet."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from engine import Card
from pbem.domain.outcomes import AskedBack, Played, Refused, Repeated, Told
from pbem.domain.vocabulary import Back, Why
from tests.pbem.card_names import LANGUAGES, words_of


def everybody_speaks(club, language):
    with club.services.db.begin() as session:
        session.connection().execute(text("update player set language = :l"), {"l": language})


def lead(club):
    """Everybody bids one; the leader, and a card whose rank no other card of that hand has."""
    for _ in range(3):
        assert club.say(club.waiting, "1") == Played("1")
    hand = club.hand(club.waiting)
    return club.waiting, next(c for c in hand if sum(d[0] == c[0] for d in hand) == 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_in_words_of_any_language(table, language):
    leader, code = lead(table)
    everybody_speaks(table, language)

    assert table.say(leader, words_of(Card.parse(code), language)) == Played(code)


def test_a_rank_alone_is_played_once_and_sent_twice_it_is_silence(table):
    leader, code = lead(table)
    letter = table.letter(leader)
    rank = code[0].replace("T", "10")

    assert table.say(leader, rank, to=letter) == Played(code)
    assert table.say(leader, rank, to=letter, quoting=False) == Repeated()


def test_a_rank_alone_is_nothing_in_a_mail_that_names_no_question(table):
    leader, code = lead(table)
    other = next(name for name in table.addresses if name != leader)
    table.say(other, "status")
    table.say(other, "help")

    before = table.game

    assert table.say(other, code[0].replace("T", "10")) == Refused(Why.UNREADABLE)
    assert table.game == before


def test_a_number_to_fall_back_on_is_bid_when_the_first_is_blocked(table):
    table.say(table.waiting, "4")
    table.say(table.waiting, "2")
    dealer = table.seat(table.waiting)

    assert table.say(table.waiting, "4 else 5") == Played("4 else 5")
    assert table.game.deal.bids[dealer] == 5


def test_an_answer_may_begin_with_the_name_of_its_table(table):
    assert table.say(table.waiting, "lindy: 3") == Played("3")
    assert table.say(table.waiting, "Tuesday club: 3") == AskedBack(Back.WHICH)


@pytest.mark.parametrize("said", ["my hand please", "standings", "status?"])
def test_the_hand_stands_in_the_status(table, said):
    name = table.waiting
    assert table.say(name, said) == Told("status")
    assert "YOUR HAND" in table.letter(name).text
