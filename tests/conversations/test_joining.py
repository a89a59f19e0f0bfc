"""Invitations: who says yes, who says no, and when the game begins."""

import pytest

from engine import find_preset
from pbem.context import Context
from pbem.domain.outcomes import AskedBack, Said, Told
from pbem.domain.vocabulary import Back, To
from pbem.games.guests import CannotOrganise, person
from pbem.games.set_up import new_game
from tests.setups import set_up


def test_the_game_begins_when_everybody_has_said_yes(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    for name in ("Anna", "Bruno"):
        assert "Marta invites you" in club.letter(name).subject
        assert club.say(name, "yes") == Said(True)
        assert "WELCOME" in club.letter(name).text
        assert club.letter(name).subject.endswith("] You have a seat")

    assert club.say("Ruth", "Yes please!\n\nI look forward to it.") == Said(True, To.BEGIN)

    assert all("Game starts" in club.letter(name).subject for name in ("Anna", "Bruno", "Ruth"))


def test_nobody_plays_while_somebody_has_not_answered(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.say("Anna", "yes")

    assert club.say("Bruno", "3") == AskedBack(Back.YES_OR_NO)
    assert club.letter("Bruno").text.startswith("ARE YOU IN, BRUNO?")
    assert list(club.letter("Bruno").taps)[:2] == ["yes", "no"]
    assert club.table.started_at is None


def test_who_says_no_is_left_alone_and_may_change_his_mind(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    invitation = club.letter("Ruth")
    assert club.say("Ruth", "no, thanks") == Said(False)
    assert "you play in" not in club.letter("Ruth").text
    assert club.letter("Ruth").subject.endswith("] You are not playing")
    for name in ("Anna", "Bruno"):
        club.say(name, "yes")
    assert club.table.started_at is None

    assert club.say("Ruth", "yes", to=invitation) == Said(True, To.BEGIN)


def test_saying_yes_twice_is_once(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    invitation = club.letter("Anna")
    club.say("Anna", "yes")
    count = len(club.letters("Anna"))

    assert club.say("Anna", "yes!", to=invitation) == Said(True, To.AGAIN)
    assert len(club.letters("Anna")) == count


def test_an_unclear_answer_is_asked_back(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)

    assert club.say("Anna", "perhaps on Sunday") == AskedBack(Back.YES_OR_NO)
    assert "you play in" not in club.letter("Anna").text
    assert "You wrote: perhaps on Sunday" in club.letter("Anna").text


def test_a_question_about_the_game_is_answered_and_still_asks_yes_or_no(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.say("Bruno", "yes")

    assert club.say("Anna", "How long does it take, and who else plays?") == Told("status")

    told = club.letter("Anna")
    assert "You asked: How long does it take, and who else plays?" in told.text
    assert "WHAT YOU WOULD BE JOINING" in told.text
    assert "Bruno                   said yes" in told.text
    assert list(told.taps)[:2] == ["yes", "no"]


def test_who_is_in_and_asks_is_told_who_has_said_yes(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.say("Anna", "yes")

    assert club.say("Anna", "who else is in?") == Told("status")
    assert "WHERE WE ARE" in club.letter("Anna").text


def test_status_and_help_work_before_the_start(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.say("Bruno", "yes")

    club.say("Anna", "status")
    assert "Bruno                   said yes" in club.letter("Anna").text
    assert "Ruth                    has not answered" in club.letter("Anna").text

    club.say("Anna", "help")
    assert "HOW TO PLAY BY MAIL" in club.letter("Anna").text
    assert club.say("Anna", "help rules") == Told("help", "rules")
    assert "AN EXAMPLE\n  You hold" in club.letter("Anna").text


def test_players_see_names_and_never_addresses(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "yes")

    for name, address in club.addresses.items():
        for other, box in club.boxes.items():
            if other != name:
                assert not any(address.encode() in letter.raw for letter in box)


def test_an_organiser_who_plays_is_in_and_gets_no_invitation(club):
    with club.services.db.begin() as session:
        people = [
            person(f"{name} <{name.lower()}@club.example>") for name in ("Marta", "Jan", "Eva")
        ]
        club.addresses |= {one.name: one.address for one in people}
        table = new_game(
            Context(club.services, session, club.now),
            name="Club",
            setup=set_up(find_preset("blackout")),
            organiser=people[0],
            people=people,
            zone="UTC",
        )
    club.deliver()

    assert table.said[0] == "yes"
    assert club.letters("Marta") == []
    assert "Marta invites you" in club.letter("Jan").subject


def test_the_server_itself_is_no_player(club):
    people = [person(name) for name in ("table@ohhell.example", "a@club.example", "b@club.example")]

    with pytest.raises(CannotOrganise, match="own address"), club.services.db.begin() as session:
        new_game(
            Context(club.services, session, club.now),
            name="Club",
            setup=set_up(find_preset("blackout")),
            organiser=people[1],
            people=people,
            zone="UTC",
        )


def test_a_yes_below_the_quote_is_not_found_and_that_is_said(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)

    assert club.say("Anna", "") == AskedBack(Back.YES_OR_NO)
    assert "I found no answer above the quoted mail." in club.letter("Anna").text
