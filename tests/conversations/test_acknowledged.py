"""Word back about an answer: the first ones, and what was mended, foreign, or kept."""

from __future__ import annotations

import pytest

from engine import Reason
from pbem.config.settings import Limits
from pbem.domain.outcomes import Played, Refused, TakenBack
from tests.club import configured, once
from tests.conversations.dealing import bids, club_dealt, deal_in

HANDS = "QH 3H KC TD 9D | AH 2H 5C 4D 2S | KH 4H AC 6D 3S"


@once
def all_bid(folder):
    """Anna leads; moves are held ten minutes."""
    club = club_dealt(folder, HANDS, turn_up="7S", hold=10)
    bids(club, 1, 1, 1)
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = all_bid(tmp_path)
    yield club
    club.services.db.close()


@pytest.mark.parametrize("said", ["qeen of harts", "dc", "herz dame"])
def test_what_was_not_plain_is_read_back_with_the_time_to_take_it_back(table, said):
    assert table.say("Anna", said) == Played("QH")

    text = " ".join(table.letter("Anna").text.split())
    assert "GOT IT, ANNA" in text
    assert f"Read as the queen of hearts. You wrote: {said}" in text
    until = "at least until Monday 5 October, 10:40."
    assert f"You can take it back until somebody has seen it, {until}" in text


def test_it_can_be_taken_back_by_answering_that_mail(table):
    table.say("Anna", "qeen of harts")

    assert table.say("Anna", "undo") == TakenBack()
    assert table.waiting == "Anna"


@pytest.mark.parametrize("said", ["QH", "q♥", "queen of hearts", "HQ", "I play the queen, thanks"])
def test_what_was_plain_is_not(table, said):
    count = len(table.letters("Anna"))

    assert table.say("Anna", said) == Played("QH")
    assert len(table.letters("Anna")) == count


def test_a_number_in_another_language_is_read_back(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S")

    assert club.say("Anna", "deux") == Played("2")
    club.later(minutes=1)
    assert "Read as a bid of 2." in club.letter("Anna").text
    assert "take it back" not in club.letter("Anna").text
    club.services.db.close()


NEW = Limits(mails_a_day=None)


def new_here(folder):
    """The table of people who have never played, at its first bid."""
    club = club_dealt(folder, HANDS, turn_up="7S", hold=10)
    club.services = configured(club.services, limits=NEW)
    return club


def others(club, row):
    """Answers in turn, each by whoever's turn it is."""
    for said in row.split():
        assert club.say(club.waiting, said) == Played(said)
        club.later(minutes=30)


def test_the_first_three_answers_of_a_new_player_get_a_word_back(tmp_path):
    club = new_here(tmp_path)
    words = []
    for said in ("1", "QH", "KC", "TD"):
        count = len(club.letters("Anna"))
        assert club.say("Anna", said) == Played(said)
        words.append([letter.kind for letter in club.letters("Anna")[count:]])
        club.later(minutes=30)
        others(club, {"1": "1 1", "QH": "2H 4H", "KC": "6D", "TD": ""}[said])

    assert words == [["got_it"], ["got_it"], ["got_it"], []]
    told = [letter for letter in club.letters("Anna") if letter.kind == "got_it"]
    assert "Read as a bid of 1. You wrote: 1" in " ".join(told[0].text.split())
    assert "until somebody has seen it, at least until" in " ".join(told[0].text.split())
    assert "You get this word for your first answers; later only when" in told[0].text


def test_it_is_left_out_where_the_next_question_tells_it_at_once(tmp_path):
    club = new_here(tmp_path)
    others(club, "1 1 1 QH 2H")

    assert club.say("Ruth", "KH") == Played("KH")
    assert club.letter("Ruth").kind == "your_play"
    assert [letter.kind for letter in club.letters("Ruth")].count("got_it") == 1


@pytest.mark.parametrize(("said", "count"), [("ack none", 0), ("ack odd", 0), ("ack all", 4)])
def test_who_has_said_how_many_are_wanted_gets_so_many(tmp_path, said, count):
    club = new_here(tmp_path)
    club.say("Anna", said)
    others(club, "1 1 1 QH 2H 4H KC 6D TD")

    assert [letter.kind for letter in club.letters("Anna")].count("got_it") == count


def test_they_are_counted_at_all_tables_together(tmp_path):
    club = new_here(tmp_path)
    others(club, "1 1 1 QH 2H 4H KC")
    deal_in(club, HANDS, turn_up="7S", hold=10, game="Club")

    assert club.say("Anna", "1") == Played("1")
    assert club.letter("Anna").kind == "game_start"


def at_once(folder):
    """A table without a hold, at which Anna leads: nothing can be taken back."""
    club = club_dealt(folder, HANDS, turn_up="7S")
    bids(club, 1, 1, 1)
    return club


READ = "Your last answer has come. Read as the queen of hearts."


def test_where_nothing_can_be_taken_back_it_rides_in_a_question_of_the_next_minute(tmp_path):
    club = at_once(tmp_path)
    assert club.say("Anna", "qeen of harts") == Played("QH")
    assert club.say("Bruno", "2H") == Played("2H")
    club.later(seconds=59)
    assert club.say("Ruth", "3S") == Refused(Reason.MUST_FOLLOW)
    assert club.say("Ruth", "4H") == Played("4H")

    club.later(minutes=1)
    assert READ in " ".join(club.letter("Anna").text.split())
    assert [letter.kind for letter in club.letters("Anna")].count("got_it") == 0


def test_after_a_minute_it_comes_alone(tmp_path):
    club = at_once(tmp_path)
    assert club.say("Anna", "qeen of harts") == Played("QH")
    club.later(minutes=1)
    assert club.letter("Anna").kind == "got_it"
    others(club, "2H 4H")

    assert READ not in " ".join(club.letter("Anna").text.split())


def test_it_rides_in_the_question_that_the_answer_itself_has_brought(tmp_path):
    club = club_dealt(tmp_path, HANDS, turn_up="7S", hold=10)
    others(club, "1 1 1 QH 2H")

    assert club.say("Ruth", "herz könig") == Played("KH")
    assert club.letter("Ruth").kind == "your_play"
    assert "Read as the king of hearts." in " ".join(club.letter("Ruth").text.split())


@pytest.mark.parametrize("said", ["1", "deux"])
def test_no_word_about_an_answer_comes_after_the_final_score(tmp_path, said):
    """The first answers are read back after a minute; the game is over before that."""
    club = club_dealt(tmp_path, "QH | AH | KH", turn_up="7S")
    club.services = configured(club.services, limits=NEW)
    assert isinstance(club.say("Anna", said), (Played, Refused))
    while not club.game.over:
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    club.later(minutes=2)

    for name in ("Anna", "Bruno", "Ruth"):
        assert club.letter(name).kind == "digest"
