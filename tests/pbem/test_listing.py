"""Standings and the table of a league as files."""

from __future__ import annotations

import io
from datetime import date
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from pbem.exports.listing import Listing, listing_file, of_league, of_standings, standings_title
from pbem.exports.sheet_files import SheetFile
from pbem.languages import translated
from pbem.letters.pages.standings import LeagueLine, Ranked
from pbem.letters.speech import speech
from tests.pbem.test_export_pdf import pages

DAY = date(2026, 11, 28)
ENGLISH = speech("en")
ANNA = Ranked(1, "Anna", 24, 12, 180, 288, 1090, False, 97)
CLUB = (ANNA, Ranked(2, "=1+1", 3, 0, 20, 36, 985, True, None))
WINTER = (LeagueLine(1, "Anna", 1, "up", 3, 2, 134), LeagueLine(2, "Jan", 2, "", 3, 0, -7))


def club(said=ENGLISH):
    return of_standings(CLUB, standings_title(said, 2026), DAY, said)


def book(listing):
    return load_workbook(io.BytesIO(listing_file(SheetFile.XLSX, listing)))


def test_the_paper_has_title_day_heads_rows_and_what_a_question_mark_means():
    [page] = pages(listing_file(SheetFile.PDF, club()))

    assert page == (
        "Standings 2026 28 November 2026 "
        "Place Player Games Won Bids Bids made Rating In time "
        "1 Anna 24 12 288 180 1090 97 % "
        "2 =1+1 3 0 36 20 985? "
        "A rating with a question mark rests on fewer than 20 games."
    )


def test_without_a_provisional_rating_no_question_mark_is_explained():
    assert of_standings((ANNA,), "Club", DAY, ENGLISH).foot == ""


def test_many_players_take_more_pages_each_with_the_heads():
    crowd = [Ranked(n, f"Player{n}", 1, 0, 0, 0) for n in range(1, 101)]
    written = pages(listing_file(SheetFile.PDF, of_standings(crowd, "Club", DAY, ENGLISH)))

    assert len(written) == 4
    assert all("Place Player Games" in page for page in written)
    assert "Player100 " in written[-1]


def test_a_long_name_and_a_strange_one_stay_on_the_paper():
    names = ("A name that goes on and on " * 4, "花子", "Zoë")
    lines = [Ranked(n, name, 1, 0, 0, 0) for n, name in enumerate(names, 1)]
    [page] = pages(listing_file(SheetFile.PDF, of_standings(lines, "花", DAY, ENGLISH)))

    assert page.startswith("? 28 November 2026")
    assert "2 ?? (2) 1 0" in page
    assert "3 Zoë 1 0" in page


def test_the_workbook_has_numbers_that_look_as_printed_and_heads_that_stay():
    sheet = book(club()).active
    first, second = [[cell.value for cell in row] for row in sheet.iter_rows(5, 6)]

    assert first == [1, "Anna", 24, 12, 288, 180, 1090, 97]
    assert second == [2, "=1+1", 3, 0, 36, 20, 985, None]
    assert sheet["B6"].data_type == "s"
    assert (sheet["G6"].number_format, sheet["H5"].number_format) == ('0"?"', '0" %"')
    assert sheet.freeze_panes == "A5"
    assert sheet["A1"].value == "Standings 2026"
    assert sheet.column_dimensions["F"].width > len("Bids made")


def test_the_workbook_holds_no_macro():
    with ZipFile(io.BytesIO(listing_file(SheetFile.XLSX, club()))) as parts:
        assert [name for name in parts.namelist() if "vba" in name.lower()] == []


def test_for_programs_numbers_are_bare_and_nothing_is_a_formula():
    assert listing_file(SheetFile.CSV, club()).decode("utf-8-sig").splitlines() == [
        "Place,Player,Games,Won,Bids,Bids made,Rating,In time",
        "1,Anna,24,12,288,180,1090,97",
        "2,'=1+1,3,0,36,20,985,",
    ]


def test_the_table_of_a_league_has_its_levels_and_who_goes_up():
    listing = of_league(WINTER, "Winter", DAY, ENGLISH)
    [page] = pages(listing_file(SheetFile.PDF, listing))

    assert page == (
        "Winter 28 November 2026 Place Player Level Games Won Points "
        "1 Anna 1 3 2 134 goes up 2 Jan 2 3 0 -7"
    )
    assert [cell.value for cell in book(listing).active[6]] == [2, "Jan", 2, 3, 0, -7, None]


@pytest.mark.parametrize("kind", list(SheetFile))
def test_the_same_list_gives_the_same_bytes(kind):
    assert listing_file(kind, club()) == listing_file(kind, club())


@pytest.mark.parametrize("language", translated())
def test_heads_are_in_every_language_and_all_differ(language):
    listing: Listing = club(speech(language))

    assert len(set(listing.heads)) == len(listing.heads)
    assert all(head[0].isupper() for head in listing.heads)
    assert listing.title.endswith(" 2026")
