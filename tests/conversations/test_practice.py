"""`practice`: some deals alone against computers, at once, which count nowhere."""

from __future__ import annotations

import pytest

from engine import Level
from pbem.config.settings import Limits
from pbem.domain.outcomes import AskedAgain, AskedBack, Changed, Played, Refused
from pbem.domain.vocabulary import Back, Change, Why
from pbem.orders.organiser.set_up import ComputerGuest
from pbem.orders.practice import WHOLE, Practice, practice_of
from pbem.store.answers import on_time
from pbem.store.games import all_games, load_table
from tests.club import configured, is_like, once, seated
from tests.conversations.test_trial import write


@once
def playing(folder):
    """Anna, Bruno and Ruth play Lindy."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth")
    return club


@pytest.fixture(name="club")
def _club(tmp_path):
    club = playing(tmp_path)
    yield club
    club.services.db.close()


def words(letter):
    return " ".join(letter.text.split())


def play_to_the_end(club, name):
    """Answer with the first choice offered until it is over; how many answers that took."""
    answers = 0
    while "final score" not in club.letter(name).subject:
        letters, letter = len(club.letters(name)), club.letter(name)
        assert is_like(club.say(name, letter.choices[0], to=letter, quoting=False), Played)
        assert len(club.letters(name)) == letters + 1
        answers += 1
    return answers


@pytest.mark.parametrize("level", Level)
def test_three_deals_are_played_one_mail_for_each_answer(club, level):
    others = {name: len(club.letters(name)) for name in ("Bruno", "Ruth", "Marta")}
    assert club.say("Anna", f"practice with 3 {level} computers") == Changed(Change.PRACTICE)
    start = words(club.letter("Anna"))
    assert f"Atlas ({level}), Colossus ({level}) and Deuce ({level})" in start
    assert "3 deals: 1 card up to 3." in start
    assert "You asked for this game; it counts nowhere." in start

    assert play_to_the_end(club, "Anna") >= 5
    final = words(club.letter("Anna"))
    assert "Computers play, too: Atlas" in final
    assert 'For another one, reply "practice"' in final
    assert {name: len(club.letters(name)) for name in others} == others
    with club.services.db.begin() as session:
        assert all_games(session) == [1]
        assert on_time(session, [1, 2]) == {}
    assert club.say("Anna", "practice", quoting=False) == Changed(Change.PRACTICE)


def test_a_second_wish_asks_the_same_again_and_so_many_begin_in_a_day(club):
    club.services = configured(club.services, limits=Limits(practices_a_day=1))
    club.say("Anna", "practice 1 deal")
    assert club.say("Anna", "practice", quoting=False) == AskedAgain(Back.PRACTICE)
    play_to_the_end(club, "Anna")

    assert club.say("Anna", "practice", quoting=False) == Refused(Why.PRACTICES)
    assert "as many games against computers as there are in a day" in words(club.letter("Anna"))


def test_what_cannot_be_is_told_with_what_to_write(club):
    assert club.say("Anna", "practice with 9 computers") == Refused(Why.PRACTICE_HOW)
    assert 'Reply "practice", or for example "practice 5"' in words(club.letter("Anna"))


def test_silence_ends_it_and_another_may_begin(club):
    club.say("Anna", "practice")
    letters = len(club.letters("Anna"))
    club.later(hours=70)

    assert len(club.letters("Anna")) == letters
    assert club.say("Anna", "practice", quoting=False) == Changed(Change.PRACTICE)


def test_a_stranger_registers_first_where_that_is_open(club):
    club.services = configured(club.services, open_registration=True)
    assert write(club, "practice") == AskedBack(Back.REGISTER)

    club.say("Ada", "practice")
    assert play_to_the_end(club, "Ada") >= 5


def test_a_whole_game_is_what_the_rules_give(club):
    club.say("Anna", "practice whole game with 2 computers")
    with club.services.db.begin() as session:
        table = load_table(session, 2)

    assert len(table.setup.rules.sizes(3)) == 19


STRONG, EASY = ComputerGuest(Level.STRONG), ComputerGuest(Level.EASY)


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        ("en", "", Practice()),
        ("en", "3 deals", Practice(3)),
        ("en", "five deals with 2 strong computers", Practice(5, (STRONG, STRONG))),
        ("en", "an easy computer and a strong computer", None),
        ("en", "with an easy computer and a strong computer", Practice(3, (EASY, STRONG))),
        ("en", "the whole game", Practice(WHOLE)),
        ("en", "hard", None),
        ("de", "5 Runden mit 2 starken Computern", Practice(5, (STRONG, STRONG))),
        ("fr", "5 donnes avec 2 ordinateurs forts", Practice(5, (STRONG, STRONG))),
        ("es", "5 manos con 2 ordenadores fuertes", Practice(5, (STRONG, STRONG))),
        ("it", "5 mani con 2 computer forti", Practice(5, (STRONG, STRONG))),
        ("nl", "5 rondes met 2 sterke computers", Practice(5, (STRONG, STRONG))),
        ("ro", "5 runde cu 2 computere puternice", Practice(5, (STRONG, STRONG))),
    ],
)
def test_what_may_follow_the_word(language, said, meant):
    assert practice_of(said, language) == meant
