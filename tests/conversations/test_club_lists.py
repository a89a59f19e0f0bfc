"""What the organiser of a club asks to see as a list: the standings of a year, and who plays."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime

import pytest
from openpyxl import load_workbook

from pbem.domain.model import Stage
from pbem.domain.outcomes import Changed
from pbem.domain.vocabulary import Change
from pbem.store.erasure import forget
from pbem.store.games import set_stage
from pbem.store.people import owner
from tests.club import configured, once
from tests.conversations.test_clubs import play_to_the_end
from tests.conversations.test_duplicate import play
from tests.conversations.test_first_game import mailed
from tests.conversations.test_leagues import season
from tests.conversations.test_organising import order, organised
from tests.databases import database_url
from tests.pbem.test_cli import out, pbem, sorry
from tests.pbem.test_export_pdf import pages

NEW_YEAR_IN_PARIS = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)


@once
def played(folder):
    """Marta's club, whose one game is over: of two deals, in October 2026."""
    club = organised(folder, "Anna", "Bruno", "Ruth", preset="ohhell_pagat, 2 deals up")
    play_to_the_end(club)
    return club


@pytest.fixture(name="club")
def _club(tmp_path):
    club = played(tmp_path)
    yield club
    club.services.db.close()


@pytest.fixture(name="winter")
def _winter(tmp_path):
    club = season(tmp_path)
    yield club
    club.services.db.close()


def files(letter):
    """What goes with a letter, by the names of the files."""
    return {
        part.get_filename(): part.get_content()
        for part in letter.message.walk()
        if part.get_filename()
    }


def ended(club, when):
    """The game ends at some moment."""
    with club.services.db.begin() as session:
        set_stage(session, 1, Stage.OVER, when)


def best(club):
    return club.table.players[club.game.winners[0]].name


def test_the_standings_of_a_year_are_those_of_the_games_that_ended_in_it(club):
    told = order(club, "standings 2026")

    assert "The standings of 2026 are below: the games that ended in that year." in told
    assert f"1. {best(club)} 1/1 " in told


def test_a_year_without_games_is_told_and_nothing_is_attached(club):
    told = order(club, "standings 2025")

    assert "No game of yours ended in 2025." in told
    assert "STANDINGS" not in told
    assert files(club.letter("Marta")) == {}


def test_a_year_begins_on_the_clock_of_the_organiser(club):
    ended(club, NEW_YEAR_IN_PARIS)

    assert "No game of yours ended in 2026." in order(club, "standings 2026")
    assert f"1. {best(club)} 1/1 " in order(club, "standings 2027")


def test_the_standings_go_along_to_print_and_as_a_workbook(club):
    order(club, "standings 2026")
    attached = files(club.letter("Marta"))

    assert list(attached) == ["standings-2026.pdf", "standings-2026.xlsx"]
    [page] = pages(attached["standings-2026.pdf"])
    assert page.startswith("Standings 2026 ")
    assert "Place Player Games Won Bids Bids made Rating In time" in page
    sheet = load_workbook(io.BytesIO(attached["standings-2026.xlsx"])).active
    heads, first = [[cell.value for cell in row] for row in sheet.iter_rows(4, 5)]
    assert heads == [
        *("Place", "Player", "Games", "Won", "Bids", "Bids made", "Rating", "In time"),
    ]
    assert first[:5] == [1, best(club), 1, 1, 2]
    assert first[7] == 100


def test_without_a_year_no_file_goes_along_nor_before_a_game_has_ended_in_it(club):
    order(club, "standings")
    assert files(club.letter("Marta")) == {}
    with club.services.db.begin() as session:
        set_stage(session, 1, Stage.PLAYING, club.now)

    order(club, f"standings {club.now.year}")
    assert files(club.letter("Marta")) == {}


def test_the_table_of_a_league_goes_along(winter):
    play(winter, 1)
    order(winter, "standings Winter")
    attached = files(winter.letter("Marta"))

    assert list(attached) == ["winter.pdf", "winter.xlsx"]
    [page] = pages(attached["winter.pdf"])
    assert "Place Player Level Games Won Points" in page
    assert re.search(r"6 Kim 2 0 0 0", page)


def test_a_league_that_is_called_like_a_year_comes_before_the_year(winter):
    people = ", ".join(f"{name} {name.lower()}@club.example" for name in ("Anna", "Bruno", "Ruth"))
    order(winter, f"new league 2026 with {people}, Jan jan@club.example, 4 at a table")

    assert "The standings are below." in order(winter, "standings 2026")
    assert "No game of yours ended in 2025." in order(winter, "standings 2025")


def test_everybody_in_the_games_is_told_with_language_clock_and_games(winter):
    people = "Anna anna@club.example, Zoë zoe@club.example (fr Europe/London)"
    winter.services = configured(winter.services, organisers=("marta@club.example",))
    assert mailed(winter, f"new game Friday with {people}, a computer") == Changed(Change.DRAFTED)

    told = order(winter, "members").partition("PLAYERS ")[2]

    # Those of the league by name; nobody's address, and no computer.
    assert re.findall(r"(\w+) (\w+) (UTC|London time) (\d+ games?)", told) == [
        ("Anna", "English", "UTC", "2 games"),
        ("Bruno", "English", "UTC", "1 game"),
        ("Eva", "English", "UTC", "1 game"),
        ("Jan", "English", "UTC", "1 game"),
        ("Kim", "English", "UTC", "1 game"),
        ("Ruth", "English", "UTC", "1 game"),
        ("Zoë", "Français", "London time", "1 game"),
    ]
    assert "@club.example" not in told


def test_who_is_forgotten_and_who_sat_in_a_cancelled_game_is_no_member(club):
    with club.services.db.begin() as session:
        forget(session, owner(session, "ruth@club.example"), club.now)
    assert "Former player" not in order(club, "members")

    with club.services.db.begin() as session:
        set_stage(session, 1, Stage.CANCELLED, club.now)
    assert "There is nobody in Lindy yet." in order(club, "members")


def test_the_operator_prints_the_standings_of_a_year_or_has_them_as_a_file(club, tmp_path):
    database = database_url(tmp_path / "club.db")
    ended(club, NEW_YEAR_IN_PARIS)

    def standings(*words):
        return pbem(tmp_path, "standings", *words, database=database)

    # The operator's calendar is that of UTC here.
    assert f"│ {best(club)} │" in re.sub(" +", " ", out(standings("--year", "2026")))
    assert out(standings("--year", "2027")) == "No game has ended in 2027."
    assert "2027.pdf is not written" in sorry(standings("--year", "2027", "--file", "2027.pdf"))
    assert not (tmp_path / "2027.pdf").exists()
    for ending in ("pdf", "xlsx", "csv"):
        assert out(standings("--file", f"club.{ending}")) == f"Wrote club.{ending}."
    rows = list(csv.DictReader(io.StringIO((tmp_path / "club.csv").read_text("utf-8-sig"))))
    assert (rows[0]["Place"], rows[0]["Player"], rows[0]["Won"]) == ("1", best(club), "1")
    assert "none of the endings" in sorry(standings("--file", "club.doc"))


def test_the_operator_has_the_table_of_a_league_as_a_file(winter, tmp_path):
    database = database_url(tmp_path / "club.db")
    told = pbem(tmp_path, "standings", "Winter", "--file", "winter.pdf", database=database)

    assert out(told) == "Wrote winter.pdf."
    assert pages((tmp_path / "winter.pdf").read_bytes())[0].startswith("Winter ")
    both = pbem(tmp_path, "standings", "Winter", "--year", "2026", database=database)
    assert "leave out --year" in sorry(both)
