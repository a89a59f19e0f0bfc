"""Orders on the lines below an answer are done, too; whatever else stands there is left alone.

Anna leads to the first trick, Bruno is next, Ruth is the dealer.
"""

import pytest

from engine import Reason
from pbem.domain.outcomes import AskedBack, Changed, Played, Refused, Told
from pbem.domain.vocabulary import Back, Change, Why
from tests.club import once
from tests.conversations.dealing import bids, club_dealt

HANDS = "QH 3H KC | AH 2H 5C | KH 4H AC"
AWAY = Changed(Change.AWAY, "2026-10-24 to 2026-10-26")


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


@pytest.mark.parametrize(
    ("order", "done", "told"),
    [
        ("away 24-26 Oct", AWAY, "Saturday 24 October 2026 to Monday 26 October 2026"),
        ("I am away 24-26 Oct", AWAY, "Saturday 24 October 2026 to Monday 26 October 2026"),
        ("colours two", Changed(Change.SETTING, "colours"), "There are two colours:"),
        ("status", Told("status"), "3♥"),
        ("pause 3 days", Changed(Change.PAUSE_PROPOSED), "Still to agree: Bruno and Ruth."),
        ("more time", Refused(Why.NOTHING_ASKED), "NOT THAT ONE, ANNA"),
    ],
)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_it_is_done_and_told_as_it_would_be_alone(table, order, done, told, between):
    assert table.say("Anna", f"3H{between}{order}") == (Played("3H"), done)

    assert told in table.letter("Anna").text
    assert table.waiting == "Bruno"


def test_one_below_another_order_is_done_as_well(table):
    assert table.say("Anna", "away 24-26 Oct\nlanguage de") == (
        AWAY,
        Changed(Change.SETTING, "language"),
    )


def test_two_settings_are_told_in_two_letters(table):
    before = len(table.letters("Anna"))
    done = table.say("Anna", "3H\ncolours two\nreminders 0")

    assert done == (
        Played("3H"),
        Changed(Change.SETTING, "colours"),
        Changed(Change.SETTING, "reminders"),
    )
    assert len(table.letters("Anna")) == before + 2


def test_the_same_twice_is_done_once(table):
    assert table.say("Anna", "3H\nstatus\nstatus") == (Played("3H"), Told("status"))


def test_nobody_is_sent_more_than_three_letters_for_what_stands_below(table):
    lines = ("status", "log", "help", "hand", "proof")
    assert table.say("Anna", "\n".join(("3H", *lines))) == (
        Played("3H"),
        *map(Told, ("status", "log", "help")),
    )


@pytest.mark.parametrize("below", ["leave", "forget me", "hand over", "my data", "rematch"])
def test_nobody_leaves_by_a_line_below_an_answer(table, below):
    assert table.say("Anna", f"3H\n{below}") == Played("3H")


@pytest.mark.parametrize(
    "below", ["see you at 5", "I am away from my desk", "See you\naway 24-26 Oct", "statsu"]
)
def test_what_does_not_read_wholly_as_an_order_is_left_alone(table, below):
    assert table.say("Anna", f"3H\n{below}") == Played("3H")


def test_a_second_card_is_still_asked_back(table):
    assert table.say("Anna", "3H\naway 24-26 Oct\nKC") == (AskedBack(Back.WHICH), AWAY)


@pytest.mark.parametrize(
    ("answer", "why"), [("5H", Reason.CARD_NOT_HELD), ("my best card", Why.UNREADABLE)]
)
def test_words_below_an_answer_that_is_refused_reach_the_table(table, answer, why):
    assert table.say("Anna", f"{answer}\nsay good luck") == Refused(why)
    title = "NOT UNDERSTOOD, ANNA" if why is Why.UNREADABLE else "NOT THAT ONE, ANNA"
    assert title in table.letter("Anna").text
    assert table.say("Anna", "3H") == Played("3H")

    assert "Anna says: good luck" in table.letter("Bruno").text


def test_words_in_the_middle_of_a_long_letter_do_not(table):
    prose = "Dear all, I could not find the time to look at my cards, and whatever you\nsay to me"
    assert table.say("Anna", prose) == Refused(Why.UNREADABLE)
    assert table.say("Anna", "3H") == Played("3H")

    assert "Anna says" not in table.letter("Bruno").text
