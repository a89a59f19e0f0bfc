"""What an organiser of several games reads: how they stand, who has won, and games as files."""

import json
from datetime import UTC, datetime

import pytest

from pbem.commands.organiser.digests import digest_next, next_due
from pbem.orders.organiser.model import Digest, Often
from pbem.store.games import find_game
from tests.conversations.test_organising import order, organised, said

MONDAY = datetime(2026, 10, 5, 8, 0, tzinfo=UTC)


@pytest.fixture(name="table")
def _table(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth")
    yield club
    club.services.db.close()


@pytest.mark.parametrize(
    ("how", "zone", "due"),
    [
        # Ten in Paris on a Monday: eight is over for today.
        (Digest(Often.WEEKLY, 0, 8), "Europe/Paris", "2026-10-12 06:00"),
        (Digest(Often.WEEKLY, 0, 11), "Europe/Paris", "2026-10-05 09:00"),
        (Digest(Often.WEEKLY, 4, 18), "Europe/Paris", "2026-10-09 16:00"),
        # On 25 October the clocks go back.
        (Digest(Often.WEEKLY, 6, 8), "Europe/Paris", "2026-10-11 06:00"),
        (Digest(Often.DAILY, 0, 7), "UTC", "2026-10-06 07:00"),
        (Digest(Often.NEEDED, 0, 8), "America/New_York", "2026-10-05 12:00"),
        (Digest(Often.OFF), "UTC", None),
    ],
)
def test_a_digest_leaves_at_the_organisers_hour(how, zone, due):
    found = next_due(how, zone, MONDAY)

    assert (found and f"{found:%Y-%m-%d %H:%M}") == due


def digests(club):
    while digest_next(club.services, club.now):
        pass
    club.deliver()
    return [one for one in club.letters("Marta") if one.subject.startswith("Your games")]


def test_every_monday_at_eight_the_organiser_hears_how_all_games_stand(table):
    assert digests(table) == []
    table.later(days=6, hours=21)
    assert digests(table) == []
    table.later(hours=1)
    [letter] = digests(table)

    assert letter.subject == "Your games: all is well"
    assert "Lindy: deal 1, waiting for" in said(letter)
    table.later(days=6, hours=23)
    assert len(digests(table)) == 1
    table.later(hours=1)
    assert len(digests(table)) == 2


def test_what_needs_the_organiser_comes_first(table):
    order(table, "digest daily 9:00")
    order(table, "replace Ruth with computer")
    table.later(days=1)
    [letter] = digests(table)

    assert letter.subject == "Your games: 1 needs you"
    assert "WHAT NEEDS YOU Lindy: a computer plays for Ruth." in said(letter)
    assert said(letter).index("a computer plays") < said(letter).index("waiting for")


def test_only_when_needed_is_silent_as_long_as_all_is_well(table):
    order(table, "digest only when needed")
    for _ in range(3):
        table.later(days=1)
        table.say(table.waiting, "0")
    assert digests(table) == []
    order(table, "replace Ruth with computer")
    table.later(days=1)
    assert len(digests(table)) == 1


def test_off_is_off(table):
    order(table, "digest off")
    table.later(days=30)

    assert digests(table) == []


def test_an_order_in_answer_to_the_digest_may_name_its_game(table):
    digests(table)
    table.later(days=7)
    [letter] = digests(table)
    answer = order(table, "Lindy: deadline 3 days", to=letter)

    assert "72 hours for each answer" in answer
    assert table.table.setup.answer_in == 72


def play_to_the_end(club):
    while not club.game.over:
        letter = club.letter(club.waiting)
        club.say(club.waiting, letter.choices[0])


def test_standings_count_the_games_that_are_over(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth", preset="ohhell_pagat, 3 deals up")
    assert "The standings are below." in order(club, "standings")
    play_to_the_end(club)
    winner = club.table.players[club.game.winners[0]].name
    made = sum(deal.made[club.game.winners[0]] for deal in club.game.deals)
    answer = order(club, "standings")

    assert f"1. {winner}: 1 of 1 game won, {made} of 3 bids made; rating" in answer
    assert "provisional; 100 of 100 answers in time" in answer
    assert "Lindy is put away" in order(club, "close")
    assert "Lindy:" not in order(club, "status").partition("YOUR GAMES")[2]
    assert f"1. {winner}: 1 of 1 game won" in order(club, "standings")
    club.services.db.close()


def test_a_running_game_is_exported_without_what_is_hidden(table):
    for bid in ("0", "0", "1"):
        table.say(table.waiting, bid)
    hidden = {card for name in ("Anna", "Bruno", "Ruth") for card in table.hand(name)}
    order(table, "export")
    parts = {
        part.get_filename(): part.get_content()
        for part in table.letter("Marta").message.walk()
        if part.get_filename()
    }

    assert set(parts) == {"lindy.txt", "lindy.json"}
    told = json.loads(parts["lindy.json"])
    assert (told["game"], told["over"]) == ("Lindy", False)
    assert told["players"] == ["Anna", "Bruno", "Ruth"]
    assert [entry["kind"] for entry in told["log"]].count("BidMade") == 3
    dealt = next(entry for entry in told["log"] if entry["kind"] == "CardsDealt")
    assert set(dealt) == {"kind", "dealer", "turn_up", "trump"}
    drawn = next(entry for entry in told["log"] if entry["kind"] == "GameStarted")
    rest = json.dumps([entry for entry in told["log"] if entry is not drawn])
    assert not [card for card in hidden if f'"{card}"' in rest]
    with table.services.db.begin() as session:
        assert find_game(session, "Lindy") == 1
