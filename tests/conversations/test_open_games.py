"""Open games: strangers find them, take a seat after one mail to confirm, and play."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import text

from pbem.domain.model import Stage
from pbem.domain.outcomes import AskedBack, Changed, NotActed, Refused, Said, Told
from pbem.domain.vocabulary import Back, Change, To, Unmet, WhyNot
from pbem.games.check import check_game
from pbem.games.start import shut_next
from tests.club import configured, once, seated
from tests.conversations.test_organising import order, said, welcome
from tests.conversations.test_registering import write

ADA = "ada@far.example"


def let_in(club):
    """The operator allows it all."""
    club.services = configured(club.services, open_games=True, open_registration=True)


@once
def opened(folder):
    """Lindy with two seats free; Anna, Bruno and Ruth have said yes."""
    club = seated(folder)
    let_in(club)
    club.open("Anna", "Bruno", "Ruth", invite=True, preset="ohhell_pagat, 3 deals up")
    welcome(club)
    answer = order(club, "open 2 seats")
    assert "2 seats of Lindy are free for whoever asks." in answer
    assert 'To undo it: "open off".' in answer
    for name in ("Anna", "Bruno", "Ruth"):
        club.say(name, "yes")
    assert "The game begins when all its seats are taken" in said(club.letter("Ruth"))
    club.addresses |= {"Ada": ADA, "Bob": "bob@far.example"}
    return club


@pytest.fixture(name="lindy")
def _lindy(tmp_path):
    club = opened(tmp_path)
    let_in(club)
    yield club
    club.services.db.close()


def names(club):
    return [one.name for one in club.table.players]


def test_strangers_list_the_games_join_one_and_it_begins_when_it_is_full(lindy):
    assert lindy.table.stage is Stage.INVITING
    assert write(lindy, "games") == AskedBack(Back.REGISTER)
    letter = lindy.letter("Ada")
    rules = "3 deals: 1 card up to 3. Rules: Oh Hell!, 3 deals up."
    for fact in (rules, "2 of 5 seats are free.", "Organised by Marta."):
        assert fact in said(letter)
    assert "marta@club.example" not in letter.text

    assert lindy.tap("Ada", "join Lindy") == (
        Changed(Change.REGISTERED, "Ada Byron"),
        Changed(Change.JOINED, "Lindy"),
    )
    assert "Your seat in Lindy is kept." in said(lindy.letter("Ada"))
    assert "Ada Byron has joined Lindy; 1 seat is free." in said(lindy.letter("Marta"))
    assert names(lindy) == ["Anna", "Bruno", "Ruth", "Ada Byron"]

    assert write(lindy, "join lindy", "Bob <bob@far.example>") == AskedBack(Back.REGISTER)
    assert "With your yes goes a seat in Lindy." in said(lindy.letter("Bob"))
    assert lindy.say("Bob", "yes") == (
        Changed(Change.REGISTERED, "Bob"),
        Changed(Change.JOINED_LAST, "Lindy"),
    )
    assert all("Game starts" in lindy.letter(name).subject for name in ("Anna", "Ada", "Bob"))
    with lindy.services.db.begin() as session:
        assert check_game(session, 1) is None


def test_who_is_asked_while_nobody_else_is_there_is_told_of_no_others(lindy):
    lindy.say("Marta", "new game Solo, 3 deals up")
    lindy.addresses["Dora"] = "dora@far.example"
    order(lindy, "Solo: invite dora@far.example")
    order(lindy, "Solo: open 2 seats")

    letter = lindy.letter("Dora")
    assert letter.kind == "invitation"
    for part in (letter.text, letter.html):
        assert "Solo" in part
        assert "With" not in part


def test_a_welcome_lists_them_and_each_way_to_have_no_seat_has_a_sentence(lindy):
    write(lindy, "register")
    lindy.tap("Ada", "yes")
    first = lindy.letter("Ada")
    assert "GAMES THAT CAN BE JOINED" in first.text

    def asked(line):
        lindy.say("Ada", line, to=first, headers=f"X-Mailer: {lindy.sent}\n")
        return said(lindy.letter("Ada"))

    assert "There is no game called friday that can be joined." in asked("join Friday")
    order(lindy, "open off")
    assert "Lindy cannot be joined any more." in asked("join Lindy")
    order(lindy, "open 1 seat")
    order(lindy, "invite Dora dora@club.example")
    assert "All seats of Lindy are taken." in asked("join Lindy")
    order(lindy, "uninvite Dora")
    order(lindy, "invite Ada ada.b@club.example")
    order(lindy, "open 1 seat")
    assert "1 of 5 seats is free." in asked("games")
    order(lindy, "start now")
    assert "Lindy has begun, so nobody can join it any more." in asked("join Lindy")


def test_a_player_joins_from_another_table_and_is_there_once(lindy):
    lindy.open("Ada", "Cem", "Dora", game="Friday")
    assert lindy.say("Ada", "join Lindy") == Changed(Change.JOINED, "Lindy")
    assert lindy.say("Ada", "join Lindy", headers="X: 2\n") == Said(True, To.AGAIN)
    [friday] = [one for one in lindy.letters("Ada") if "Friday" in one.subject]
    assert lindy.say("Ada", "join Lindy", to=friday, headers="X: 3\n") == Refused(
        Unmet.THERE_ALREADY
    )
    assert "You have a seat in Lindy already." in said(lindy.letter("Ada"))
    lindy.addresses["Cem"] = "cem@club.example"
    before = lindy.sent
    assert lindy.say("Cem", "games", to=lindy.letters("Cem")[0]) == Told("games")
    assert lindy.sent == before + 1


def test_who_writes_without_a_code_has_to_ask_once_more_under_one(lindy):
    write(lindy, "register")
    lindy.tap("Ada", "yes")
    lindy.now += timedelta(days=2)

    assert write(lindy, "join Lindy", subject="later") == Told("games")
    assert "please ask once more in answer to this one" in said(lindy.letter("Ada"))
    assert "Ada Byron" not in names(lindy)
    again = write(lindy, "join Lindy", subject="at once")
    assert again == NotActed(WhyNot.ASKED_LATELY)
    assert lindy.tap("Ada", "join Lindy") == Changed(Change.JOINED, "Lindy")


def test_only_who_answers_in_time_may_join_and_newcomers_may(lindy):
    order(lindy, "set reliable 80 %")
    lindy.open("Ada", "Bob", "Cem", game="Friday")
    row = "insert into question (game_id, seat, ask, deal, trick, seq, asked_at, closed)"
    with lindy.services.db.begin() as session:
        for seat, answered, missed in ((0, 15, 4), (1, 15, 5)):
            for how in ["answered"] * answered + ["missed"] * missed:
                values = f"values (2, {seat}, 'play', 1, 1, 1, '2026-10-01', '{how}')"
                session.connection().execute(text(f"{row} {values}"))

    # 15 of 20 is 75 of 100; 15 of 19 is less than 80, but of a newcomer.
    assert lindy.say("Bob", "join Lindy") == Refused(Unmet.UNRELIABLE)
    assert "at least 80 of 100 come in time; of yours it was 75." in said(lindy.letter("Bob"))
    assert lindy.say("Ada", "join Lindy") == Changed(Change.JOINED, "Lindy")
    assert "Anybody can join Lindy" in order(lindy, "set reliable off")
    assert lindy.say("Bob", "join Lindy", headers="X: 2\n") == Changed(Change.JOINED_LAST, "Lindy")


@pytest.mark.parametrize("enough", [True, False])
def test_when_its_time_is_up_it_begins_with_who_is_in_if_they_are_enough(lindy, enough):
    order(lindy, "open 2 seats until 7 Oct")
    if not enough:
        order(lindy, "invite Dora dora@club.example")
    assert not shut_next(lindy.services, lindy.now + timedelta(hours=30))
    lindy.now += timedelta(days=3)
    assert shut_next(lindy.services, lindy.now)
    assert not shut_next(lindy.services, lindy.now)
    lindy.deliver()

    assert lindy.table.stage is (Stage.PLAYING if enough else Stage.INVITING)
    told = "3 of 3 said yes" if enough else "The time to join Lindy is up; 3 players have said yes"
    assert told.casefold() in said(lindy.letter("Marta")).casefold()


def test_nothing_is_open_where_the_operator_does_not_allow_it(lindy):
    lindy.services = configured(lindy.services, open_games=False)

    assert "has not allowed games that anybody can join" in order(lindy, "open 2 seats")
    assert write(lindy, "games") == NotActed(WhyNot.NO_CODE)
    assert "Ada" not in lindy.boxes


@pytest.mark.parametrize("wish", ["games", "join Club", "register"])
def test_who_plays_where_that_door_is_closed_reads_why(tmp_path, wish):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth")
    became = club.say("Anna", wish)
    why = "registered" if wish == "register" else "no open games"
    club.services.db.close()

    assert became == Refused(why)
    letter = said(club.letter("Anna"))
    assert "There are no open games on this server" in letter or "a player on this server" in letter


def test_who_is_invited_may_join_by_the_name_of_the_game(tmp_path):
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth", invite=True)
    became = club.say("Anna", "join Lindy")
    club.services.db.close()

    assert became == Said(True)
