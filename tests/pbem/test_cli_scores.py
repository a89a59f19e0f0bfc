"""Scores of a table with real cards at the command line."""

import pytest

from tests.pbem.test_cli import out, pbem, sorry

BEGIN = ("score", "Friday", "--names", "Anna, Bruno, Carla", "--preset", "3 cards")


@pytest.fixture(name="friday")
def _friday(tmp_path):
    """A folder with a sheet that has been begun."""
    assert "Next: deal 1, cards: 3, dealt by Anna." in out(pbem(tmp_path, *BEGIN))
    return tmp_path


def test_deals_are_written_down_and_shown(friday):
    told = out(pbem(friday, "score", "Friday", "1: Anna 1/1, Bruno 0/0, Carla 1/2"))

    assert "1/1 11" in told
    assert "Next: deal 2, cards: 2, dealt by Bruno." in told
    assert "1/1 11" in out(pbem(friday, "score", "friday"))


def test_what_cannot_be_is_told_and_the_other_lines_count(friday):
    lines = ("1: Anna 1/1, Bruno 0/0, Carla 1/2", "2: Anna 1/1, Dora 0/0, Carla 1/2")
    done = pbem(friday, "score", "Friday", *lines)

    assert "Nobody here is called Dora. At this table sit Anna, Bruno and Carla." in sorry(done)
    assert "1/1 11" in out(pbem(friday, "score", "Friday"))


@pytest.mark.parametrize("ending", ["pdf", "xlsx", "csv"])
def test_the_sheet_is_a_file_too(friday, ending):
    pbem(friday, "score", "Friday", "1: Anna 1/1, Bruno 0/0, Carla 1/2", "done")

    assert "Won by: Anna." in out(pbem(friday, "score", "Friday", "--file", f"f.{ending}"))
    assert (friday / f"f.{ending}").stat().st_size > 40


def test_a_sheet_that_is_not_there_is_told_how_to_begin(friday):
    assert "pbem score Monday --names" in sorry(pbem(friday, "score", "Monday"))


def test_the_sheet_goes_to_whose_addresses_are_named(tmp_path):
    names = "Anna <anna@club.example>, Bruno, Carla"
    pbem(tmp_path, "score", "Friday", "--names", names, "--preset", "3 cards")
    told = pbem(tmp_path, "score", "Friday", "1: Anna 1/1, Bruno 0/0, Carla 1/2", "done")

    assert "Sent the sheet to Anna." in out(told)
    assert "<anna@clu" in out(pbem(tmp_path, "queue"))
    assert "Sent" not in out(pbem(tmp_path, "score", "Friday"))


def test_an_address_that_is_none_is_named(tmp_path):
    done = pbem(tmp_path, "score", "Friday", "--names", "Anna <anna@@club>, Bruno, Carla")

    assert "--names 'Anna <anna@cards.example>, Bruno, Carla'" in sorry(done)


def test_evenings_have_standings_of_their_own(friday):
    assert "No game is over yet." in out(pbem(friday, "standings"))

    pbem(friday, "score", "Friday", "1: Anna 1/1, Bruno 0/0, Carla 1/2", "done")

    told = out(pbem(friday, "standings"))
    assert "Evenings with real cards" in told
    assert "No game is over yet." not in told
    assert "No game is over yet. games.csv is not written" in sorry(
        pbem(friday, "standings", "--file", "games.csv")
    )
    assert "No evening has ended in 1999." in out(
        pbem(friday, "standings", "--evenings", "--year", "1999")
    )
    file = friday / "evenings.csv"
    pbem(friday, "standings", "--evenings", "--file", str(file))
    assert file.read_text("utf-8-sig").splitlines() == [
        "Place,Player,Evenings,Won,Bids,Bids made",
        "1,Anna,1,1,1,1",
        "2,Bruno,1,0,1,1",
        "3,Carla,1,0,1,0",
    ]
