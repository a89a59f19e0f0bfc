"""A game goes back to a trick or to the first bid, once all who have seen more agree."""

import pytest

from engine import choices, view
from pbem.domain.outcomes import NotActed, Played
from pbem.domain.vocabulary import WhyNot
from pbem.games.check import check_game
from tests.conversations.test_organising import order, organised, said


@pytest.fixture(name="table")
def _table(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    yield club
    club.services.db.close()


def play(club, moves):
    """So many answers, each the first that is allowed."""
    for _ in range(moves):
        game = club.game
        choice = choices(view(game, game.awaiting[0]))[0]
        word = str(choice.tricks) if game.deal.stage.value == "bid" else str(choice.card)
        assert isinstance(club.say(club.waiting, word), Played), word


def agree(club, names, word="yes"):
    for name in names:
        letter = next(
            one for one in reversed(club.letters(name)) if "Shall the game go back?" in one.subject
        )
        club.tap(name, word, to=letter)


def sound(club):
    with club.services.db.begin() as session:
        return check_game(session, 1) is None


def test_it_goes_back_once_all_have_agreed_and_is_played_again(table):
    while not table.game.deal.tricks:
        play(table, 1)
    before = table.game
    hands = {name: table.hand(name) for name in ("Anna", "Bruno", "Ruth")}
    leader = table.waiting
    play(table, 2)
    answer = order(table, "roll back to trick 2 because Anna's card was mistyped")
    assert "Asked: Anna, Bruno, Ruth. Lindy goes back as soon as all have agreed." in answer
    letter = table.letter("Bruno")
    assert "asks to go back to trick 2 of the deal under way" in said(letter)
    assert "The reason: Anna's card was mistyped" in said(letter)

    agree(table, ["Anna", "Bruno"])
    assert table.game != before
    agree(table, ["Ruth"])

    assert table.game == before
    assert (table.waiting, len(table.game.deal.tricks)) == (leader, 1)
    assert {name: table.hand(name) for name in hands} == hands
    assert "All have agreed, and Lindy has gone back." in said(table.letter("Marta"))
    assert "gone back to trick 2" in said(table.letter(leader))
    others = {"Anna", "Bruno", "Ruth"} - {leader}
    assert all(
        one.subject == "[Lindy] The game goes back to trick 2"
        for one in (table.letter(name) for name in others)
    )
    assert sound(table)
    play(table, 6)
    assert sound(table)


def test_an_old_mail_cannot_play_into_a_game_that_went_back(table):
    play(table, 3 + 4)
    old = table.letter(table.waiting)
    name = table.waiting
    order(table, "roll back to trick 1")
    agree(table, ["Anna", "Bruno", "Ruth"])
    log = table.game

    card = old.choices[0]
    assert not isinstance(table.say(name, card, to=old), Played)
    assert table.game == log


def test_a_deal_is_played_again_from_its_first_bid_with_the_same_hands(table):
    begun = table.game
    play(table, 5)
    order(table, "roll back to deal 1")
    agree(table, ["Anna", "Bruno", "Ruth"])

    assert table.game == begun
    assert sound(table)


def test_one_who_does_not_agree_is_enough(table):
    play(table, 3 + 4)
    log = table.game
    order(table, "roll back to trick 1")
    agree(table, ["Anna"])
    agree(table, ["Bruno"], "no")
    assert "Bruno does not agree, so Lindy does not go back." in said(table.letter("Marta"))
    agree(table, ["Ruth"])

    assert table.game == log


def test_nobody_can_agree_for_another(table):
    play(table, 3 + 4)
    log = table.game
    order(table, "roll back to trick 1")
    agree(table, ["Anna", "Bruno"])
    letter = next(one for one in reversed(table.letters("Ruth")) if "go back?" in one.subject)
    became = table.tap("Ruth", "yes", to=letter, sender="bruno@club.example")

    assert became == NotActed(WhyNot.OTHERS_CODE)
    assert table.game == log


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("roll back to trick 2", "There is nothing in Lindy that could be taken back to there."),
        ("roll back to deal 2", "Only the deal under way can be played again, and that is deal 1"),
    ],
)
def test_what_nobody_has_played_cannot_be_taken_back(table, line, why):
    assert why in order(table, line)


def test_a_table_of_computers_goes_back_at_once(table):
    play(table, 4)
    for name in ("Anna", "Bruno", "Ruth"):
        order(table, f"replace {name} with computer")
    answer = order(table, "roll back to trick 1")

    assert "Lindy has gone back" in answer
    assert sound(table)
