"""A bid sent under the letter that offers it counts, whenever it comes."""

from __future__ import annotations

import pytest

from pbem.domain.outcomes import Kept, Played, Refused
from pbem.domain.vocabulary import Why
from tests.club import seated
from tests.conversations.dealing import club_dealt

HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"
OFFER = "You may send your bid now; it stays sealed until then."


@pytest.fixture(name="table")
def _table(tmp_path):
    """Anna bids first; the others have been told that they may bid, too."""
    club = club_dealt(tmp_path, HANDS, turn_up="7S")
    yield club
    club.services.db.close()


def offer(club, name):
    """The letter that offers an early bid."""
    [letter] = [one for one in club.letters(name) if OFFER in " ".join(one.text.split())]
    return letter


def test_before_the_question_it_is_kept_until_its_turn(table):
    assert table.say("Bruno", "2", to=offer(table, "Bruno")) == Kept("2")

    assert table.say("Anna", "1") == Played("1")
    assert table.game.deal.bids == (1, 2, None)


def test_after_the_question_has_come_it_answers_it(table):
    table.say("Anna", "1")

    assert table.say("Bruno", "2", to=offer(table, "Bruno")) == Played("2")
    assert table.game.deal.bids == (1, 2, None)
    assert table.waiting == "Ruth"


def test_what_the_rules_refuse_is_refused_as_ever(table):
    table.say("Anna", "1")

    assert isinstance(table.say("Bruno", "6", to=offer(table, "Bruno")), Refused)
    assert table.waiting == "Bruno"


def test_a_card_under_that_letter_is_none(table):
    for name in ("Anna", "Bruno", "Ruth"):
        table.say(name, "1")
    table.say("Anna", "QH")

    assert table.say("Bruno", "AH", to=offer(table, "Bruno")) == Refused(Why.NO_QUESTION)


def test_nor_does_it_bid_in_a_later_deal(tmp_path):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", preset="1-3")
    letters = {name: club.letter(name) for name in ("Anna", "Bruno", "Ruth")}
    while not club.game.deals:
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    name = next(one for one in letters if OFFER in " ".join(letters[one].text.split()))
    while club.waiting != name:
        club.say(club.waiting, club.letter(club.waiting).choices[0])

    assert club.game.deal.number == 2
    assert club.say(name, "0", to=letters[name]) == Refused(Why.NO_QUESTION)
    club.services.db.close()
