"""What an organiser of several games reads: how they stand, who has won, and games as files."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlmodel import col

from engine import view
from pbem.commands.organiser.digests import digest_next, next_due
from pbem.letters.environment import environment
from pbem.letters.headlines.choice import headlines
from pbem.letters.headlines.told import clauses
from pbem.letters.looks import USUAL_LOOK
from pbem.letters.render import templates_folder
from pbem.orders.organiser.model import Digest, Often
from pbem.store.games import find_game
from pbem.store.rows import change_rows
from pbem.store.seats import GONE
from pbem.store.tables.log import QuestionRow
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
    name = table.waiting
    assert "Nothing needs you." in said(letter)
    assert [row.split() for row in rows(letter, "HOW THEY STAND")] == [
        ["Game", "Where", "it", "is", "Waiting", "for", "Since", "Pace"],
        ["Lindy", "deal", "1", "of", "19,", "bids", name, "60", "mins", "-"],
    ]
    table.later(days=6, hours=23)
    assert len(digests(table)) == 1
    table.later(hours=1)
    assert len(digests(table)) == 2


def rows(letter, heading):
    """The lines of a table of a letter, or of sentences, below a heading."""
    lines = letter.text.partition(f"{heading}\n")[2].partition("\n\n")[0].splitlines()
    return [line for line in lines if not line.startswith("  Pace:")]


def test_the_week_tells_answers_deals_deadlines_and_who_is_away(tmp_path):
    club = organised(tmp_path, "Anna", "Bruno", "Ruth", preset="ohhell_pagat, 3 deals up")
    digests(club)
    while len(club.game.deals) < 2:
        club.later(hours=2)
        club.say(club.waiting, club.letter(club.waiting).choices[0])
    late = club.waiting
    club.later(days=5)
    order(club, f"away {club.waiting} 8-20 Oct")
    club.later(hours=(MONDAY + timedelta(days=7) - club.now) / timedelta(hours=1))
    [letter] = digests(club)

    told = [line.strip() for line in rows(letter, "WHAT HAPPENED THIS WEEK")]
    assert "half of them within 2 hours." in told[0]
    assert told[1].startswith("2 deals were played to their end, each in ")
    assert f"{late} (Lindy)" in told[2]
    best = max(headlines("Lindy", view(club.game)), key=lambda one: one.interest)
    names = tuple(player.name for player in club.table.players)
    assert f"Lindy, deal {best.deal}: {told_in_text(clauses(best, names))}." in said(letter)
    assert "is away to 20 October." in said(letter)
    club.services.db.close()


def test_the_week_is_written_though_who_was_late_sits_no_more(table):
    """What was asked of who was taken from the table stays, and is of nobody there."""
    digests(table)
    table.later(days=3)
    with table.services.db.begin() as session:
        change_rows(session, QuestionRow, col(QuestionRow.closed) == "missed", seat=GONE)
        missed = session.scalars(select(QuestionRow).where(col(QuestionRow.seat) == GONE)).all()
    assert missed
    table.later(days=4)
    [letter] = digests(table)

    assert "WHAT HAPPENED THIS WEEK" in letter.text


def told_in_text(headline):
    words = environment(templates_folder(), "en", USUAL_LOOK, html=False)
    return words.get_template("_text.txt").module.headline(headline)


def test_each_tap_of_the_week_orders_what_it_says_for_its_game(table):
    name = table.waiting
    order(table, "digest daily 9:00")
    guests = ", ".join(f"{one}@club.example" for one in ("anna", "bruno", "ruth"))
    table.say("Marta", f"new game Friday with {guests}")
    table.later(days=1)
    [letter] = digests(table)
    assert "Friday is a draft" in said(letter)

    table.tap("Marta", f"Lindy: extend {name} 3 days", to=letter)
    assert f"{name}: time until Saturday 10 October, 10:00" in said(table.letter("Marta"))
    table.tap("Marta", f"Lindy: remind {name}", to=letter)
    assert f"Sent. {name} has until Saturday 10 October" in said(table.letter("Marta"))
    table.tap("Marta", "digest only when needed", to=letter)
    assert "comes only when one of them needs you." in said(table.letter("Marta"))


@pytest.mark.parametrize("what", ["replace {} with", "address {}"])
def test_a_tap_that_is_sent_without_its_person_changes_nothing(table, what):
    digests(table)
    order(table, f"extend {table.waiting} 6 days")
    table.later(days=7)
    line = f"Lindy: {what.format(table.waiting)}"
    [letter] = digests(table)
    before = table.table
    table.tap("Marta", line, to=letter)

    assert "Something is missing or not clear in that line" in said(table.letter("Marta"))
    assert "For example:" in said(table.letter("Marta"))
    assert table.table == before


def test_what_needs_the_organiser_comes_first(table):
    order(table, "digest daily 9:00")
    order(table, "replace Ruth with computer")
    table.later(days=1)
    [letter] = digests(table)

    assert letter.subject == "Your games: 1 needs you"
    assert "WHAT NEEDS YOU Lindy: a computer plays for Ruth." in said(letter)
    assert said(letter).index("a computer plays") < said(letter).index("HOW THEY STAND")
    assert "Lindy: replace Ruth with" in letter.taps


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

    assert "Player Won Made Rating In time" in answer
    assert re.search(rf"1\. {winner} 1/1 {round(100 * made / 3)} % 1\d\d\d\? 100 %", answer)
    assert "Lindy is put away" in order(club, "close")
    assert "Lindy" not in order(club, "status").partition("YOUR GAMES")[2].partition("--")[0]
    assert f"1. {winner} 1/1 " in order(club, "standings")
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
