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
