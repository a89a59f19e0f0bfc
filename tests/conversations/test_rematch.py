"""`rematch` after the end: the same people by the same rules, once more than half want to."""

import pytest

from engine import Rules
from pbem.domain.model import Stage
from pbem.domain.outcomes import Changed, Played, Refused, Said, Talked
from pbem.domain.vocabulary import Change, To, Why
from pbem.store.games import find_game, load_table
from tests.club import is_like
from tests.conversations.dealing import bids, club_dealt


@pytest.fixture(name="over")
def _over(tmp_path):
    """A game of three in one deal of one card, which is over; Bruno has won."""
    club = club_dealt(tmp_path, "QH | AH | KH", turn_up="7S")
    club.addresses["Marta"] = "marta@club.example"
    bids(club, 1, 1, 1)
    assert "Bruno wins" in club.letter("Anna").subject
    yield club
    club.services.db.close()


def game(club, name):
    with club.services.db.begin() as session:
        number = find_game(session, name)
        return load_table(session, number) if number else None


def test_more_than_half_have_the_next_game_set_up_and_the_organiser_starts_it(over):
    assert 'reply "rematch"' in " ".join(over.letter("Anna").text.split())
    assert over.tap("Anna", "rematch") == Changed(Change.REMATCH)
    assert "Noted: you want to play again." in over.letter("Anna").text
    for other in ("Bruno", "Ruth"):
        letter = over.letter(other)
        assert letter.subject == "[Lindy] Anna wants to play again"
        assert "  Anna                    said yes\n" in letter.text
        assert "set up as soon as 3 players have said yes" in " ".join(letter.text.split())
    assert game(over, "Lindy II") is None

    assert over.tap("Ruth", "rematch") == Changed(Change.REMATCH)
    assert over.say("Bruno", "yes") == Changed(Change.REMATCH)

    assert "Lindy II is set up, and Marta has been asked to start it." in over.letter("Bruno").text
    draft = over.letter("Marta")
    assert draft.subject == "[Lindy II] Draft: check and start"
    assert "Anna, Bruno and Ruth wanted a rematch" in draft.text
    following = game(over, "Lindy II")
    assert following.stage is Stage.DRAFT
    assert [one.name for one in following.players] == ["Anna", "Bruno", "Ruth"]
    assert following.organiser.name == "Marta"

    over.tap("Marta", "start")
    assert game(over, "Lindy II").stage is Stage.PLAYING
    assert [over.letter(name).subject for name in ("Anna", "Bruno", "Ruth")] == [
        "[Lindy II] Game starts: 3 players, 1 deal",
        "[Lindy II 1/1] Game starts: your bid, by Wed 10:00",
        "[Lindy II] Game starts: 3 players, 1 deal",
    ]


def test_who_says_no_is_not_in_and_too_few_are_told_so(over):
    over.tap("Anna", "rematch")

    assert over.tap("Bruno", "no") == Said(False, To.REMATCH)
    assert "Noted: you do not want to play again." in over.letter("Bruno").text
    assert over.say("Ruth", "rematch") == Changed(Change.REMATCH)
    assert "It takes 3 players, so for now there is no next game." in over.letter("Ruth").text
    assert game(over, "Lindy II") is None
    assert over.say("Bruno", "rematch") == Changed(Change.REMATCH)
    assert game(over, "Lindy II").stage is Stage.DRAFT


def test_before_the_end_there_is_nothing_to_play_again(tmp_path):
    club = club_dealt(tmp_path, "QH 3H | AH 2H | KH 4H", turn_up="7S")

    assert club.say("Anna", "rematch") == Refused(Why.NOT_OVER)
    assert "The game is not over yet" in club.letter("Anna").text
    assert club.say("Anna", "1") == Played("1")
    club.services.db.close()


def test_who_is_silent_is_invited_when_the_organiser_starts_it(tmp_path):
    rules = Rules(players=(3, 4), hand_max=((3, 1), (4, 1)))
    club = club_dealt(tmp_path, "QH | AH | KH | 2H", turn_up="7S", rules=rules)
    club.addresses["Marta"] = "marta@club.example"
    bids(club, 1, 1, 1, 1)
    for name in ("Anna", "Bruno", "Ruth"):
        club.tap(name, "rematch")
    assert [one.name for one in game(club, "Lindy II").players] == ["Anna", "Bruno", "Ruth", "Jan"]

    club.tap("Marta", "start")

    assert club.letter("Jan").subject == "Marta invites you to a game of Oh Hell! by mail"
    assert club.letter("Bruno").subject.startswith("[Lindy] ")
    club.tap("Jan", "yes")
    assert game(club, "Lindy II").stage is Stage.PLAYING
    club.services.db.close()


@pytest.fixture(name="held")
def _held(tmp_path):
    """The last bid is made and all that follows is forced, but held back: nobody knows the end."""
    club = club_dealt(tmp_path, "QH | AH | KH", turn_up="7S", hold=10)
    bids(club, 1, 1)
    assert club.say(club.waiting, "1") == Played("1")
    assert game(club, "Lindy").stage is Stage.OVER
    yield club
    club.services.db.close()


@pytest.mark.parametrize(
    ("words", "becomes"),
    [
        ("rematch", Refused(Why.NOT_OVER)),
        ("say hello", Talked()),
        ("yes", Refused),
        ("say hello\nrematch", Refused(Why.NOT_OVER)),
    ],
)
def test_what_may_be_said_does_not_tell_that_the_last_card_is_held_back(tmp_path, words, becomes):
    """Whoever cannot know yet that the game is over is answered as if it were not."""
    folders = [tmp_path / "over", tmp_path / "on"]
    answers = []
    for folder, hands in zip(folders, ["QH | AH | KH", "QH 2C | AH 3C | KH 4C"], strict=True):
        folder.mkdir()
        club = club_dealt(folder, hands, turn_up="7S", hold=10)
        bids(club, 1, 0 if " 2" in hands else 1)
        assert isinstance(club.say(club.waiting, "0" if " 2" in hands else "1"), Played)
        answers.append(club.say("Anna", words))
        club.services.db.close()

    assert all(is_like(one, becomes) for one in answers)


def test_when_the_end_is_told_it_may_be_played_again(held):
    assert held.say("Anna", "rematch") == Refused(Why.NOT_OVER)
    held.later(minutes=40)

    assert "Bruno wins" in held.letter("Anna").subject
    assert held.say("Anna", "rematch") == Changed(Change.REMATCH)
