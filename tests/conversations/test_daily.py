"""All questions in one mail a day, and one reminder for all tables."""

import re

import pytest

from pbem.domain.outcomes import Changed, Played, Refused, TakenBack
from pbem.domain.vocabulary import Change, Why
from tests.conversations.dealing import deal_in

LINDY = "KH 4H 9C 8C | 2H 3C 5C 9S | AH QH TC JD"
CLUB = "7D 4S JC 8S | 2D 3S 5S 9H | AD QS TS JH"


@pytest.fixture(name="tables")
def _tables(club):
    """Anna, Bruno and Ruth at two tables, on a Monday at ten in Paris; Bruno wants one mail a day.

    Anna has bid at both, and then Bruno is asked.
    """
    deal_in(club, LINDY, turn_up="7S")
    deal_in(club, CLUB, turn_up="7C", game="Club")
    assert club.say("Bruno", "mails daily 08:00") == Changed(Change.SETTING, "mails")
    club.say("Anna", "Lindy: 1\nClub: 2", to=club.letters("Anna")[0])
    return club


def deals(club):
    """The bids of the deals under way, by table."""
    with club.services.db.begin() as session:
        games = [club.services.games.game(session, number)[0] for number in (1, 2)]
    return [game.deal.bids for game in games]


def asked_of(club, name):
    """The letters that ask somebody at more than one table, or at one."""
    asks = re.compile("your (turn|bid)", re.IGNORECASE)
    return [one for one in club.letters(name) if asks.search(one.subject)]


def test_questions_wait_for_the_morning_and_come_in_one_mail(tables):
    tables.later(hours=21, minutes=59)
    assert asked_of(tables, "Bruno") == []
    tables.later(minutes=1)

    [letter] = asked_of(tables, "Bruno")
    assert letter.subject == "[Lindy, Club] Your turn at 2 tables, by Thu 9:00"
    assert str(letter.message["From"]).startswith('"Lindy, Club (Oh Hell!)"')
    assert letter.text.count("YOUR HAND, 4 CARDS") == 2
    assert letter.text.count("Please answer by Thursday 8 October, 09:00 (Paris time).") == 2


def test_one_answer_is_for_all_tables(tables):
    tables.later(hours=22)
    letter = tables.letter("Bruno")
    slots = re.findall(r"^  (\w+: \d)$", letter.text, re.MULTILINE)
    assert slots == ["Lindy: 1", "Club: 1"]

    assert tables.say("Bruno", "\n".join(slots)) == (Played("1"), Played("1"))
    assert deals(tables) == [(1, 1, None), (2, 1, None)]


def test_every_block_has_taps_of_its_own(tables):
    tables.later(hours=22)
    letter = tables.letter("Bruno")
    links = re.findall(r'href="(mailto:[^"]+%5D%202&amp;body[^"]+)"', letter.html)
    assert len(links) == 2
    assert "Club-1.B" in links[1]

    assert tables.follow("Bruno", links[1].replace("&amp;", "&")) == Played("2")
    assert deals(tables) == [(1, None, None), (2, 2, None)]


def test_what_was_answered_before_is_not_in_it(tables):
    tables.say("Bruno", "status", to=tables.letters("Bruno")[0])
    assert tables.say("Bruno", "1", to=tables.letter("Bruno")) == Played("1")
    tables.later(hours=22)

    [letter] = asked_of(tables, "Bruno")
    assert letter.subject == "[Club 1/7] your bid, by Thu 9:00"


def test_back_to_normal_what_waits_comes_at_once(tables):
    assert tables.say("Bruno", "mails normal") == Changed(Change.SETTING, "mails")

    assert [one.subject for one in asked_of(tables, "Bruno")] == [
        "[Lindy 1/7] your bid, by Wed 10:00",
        "[Club 1/7] your bid, by Wed 10:00",
    ]


def test_a_move_can_be_taken_back_while_its_mail_waits(tables):
    assert tables.say("Anna", "undo", to=tables.letters("Anna")[0]) == TakenBack()
    tables.later(hours=22)

    [letter] = asked_of(tables, "Bruno")
    assert letter.subject == "[Club 1/7] your bid, by Thu 9:00"


def test_one_reminder_is_for_all_tables(tables):
    tables.say("Bruno", "mails normal")
    before = len(tables.letters("Bruno"))
    tables.later(hours=24)
    tables.later(hours=24)

    [letter] = tables.letters("Bruno")[before:]
    assert letter.subject == "[Lindy, Club] Reminder: your turn at 2 tables, by Wed 10:00"
    said = tables.say("Bruno", "Club: 2\nLindy: 0")
    assert said == (Played("0"), Refused(Why.NO_CODE))
