"""Invitations: who says yes, who says no, and when the game begins."""


def test_the_game_begins_when_everybody_has_said_yes(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    for name in ("Anna", "Bruno"):
        assert "Marta invites you" in club.letter(name).subject
        assert club.say(name, "yes") == "said yes"
        assert "WELCOME" in club.letter(name).text

    assert club.say("Ruth", "Yes please!\n\nI look forward to it.") == "said yes: the game begins"

    assert all("Game starts" in club.letter(name).subject for name in ("Anna", "Bruno", "Ruth"))


def test_nobody_plays_while_somebody_has_not_answered(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.say("Anna", "yes")

    assert club.say("Anna", "3") == "refused: yes or no"
    assert "Please answer" in club.letter("Anna").text
    assert club.table.started_at is None


def test_who_says_no_is_left_alone_and_may_change_his_mind(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    invitation = club.letter("Ruth")
    assert club.say("Ruth", "no, thanks") == "said no"
    assert "you play in" not in club.letter("Ruth").text
    for name in ("Anna", "Bruno"):
        club.say(name, "yes")
    assert club.table.started_at is None

    assert club.say("Ruth", "yes", to=invitation) == "said yes: the game begins"


def test_saying_yes_twice_is_once(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    invitation = club.letter("Anna")
    club.say("Anna", "yes")
    count = len(club.letters("Anna"))

    assert club.say("Anna", "yes!", to=invitation) == "said yes again"
    assert len(club.letters("Anna")) == count


def test_an_unclear_answer_is_asked_back(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)

    assert club.say("Anna", "who is playing?") == "refused: yes or no"
    assert "You wrote: who is playing?" in club.letter("Anna").text


def test_status_and_help_work_before_the_start(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    club.say("Bruno", "yes")

    club.say("Anna", "status")
    assert "Bruno                   said yes" in club.letter("Anna").text
    assert "Ruth                    has not answered" in club.letter("Anna").text

    club.say("Anna", "help")
    assert "HOW TO PLAY BY MAIL" in club.letter("Anna").text


def test_players_see_names_and_never_addresses(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "yes")

    for name, address in club.addresses.items():
        for other, box in club.boxes.items():
            if other != name:
                assert not any(address.encode() in letter.raw for letter in box)
