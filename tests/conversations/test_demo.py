"""The demo: a whole game by real mail, and a folder to leaf through."""

import io
import json
import re
import sqlite3

import pytest
from rich.console import Console

from engine import find_preset
from pbem.demo.run import CannotPlay, DemoPlan, run_demo
from tests.databases import DEMO
from tests.effort import LONG
from tests.table import SHORT

pytestmark = DEMO

STANDARD = find_preset("ohhell_pagat")


def shown(plan):
    """What a demo prints."""
    out = Console(record=True, width=120, file=io.StringIO())
    run_demo(plan, out)
    return out.export_text()


def counts(folder):
    """Mails out and in by their state, as the server's database has them."""
    db = sqlite3.connect(folder / "ohhell.db")
    out = dict(db.execute("select state, count(*) from outbox group by state"))
    back = dict(db.execute("select state, count(*) from inbound group by state"))
    sources = {source for (source,) in db.execute("select distinct source from inbound")}
    db.close()
    return out, back, sources


def final_score(text):
    return text.partition("FINAL SCORE\n")[2].partition("\n\n")[0]


@LONG
def test_four_players_play_a_whole_game_over_smtp(tmp_path):
    folder = tmp_path / "game"
    text = shown(DemoPlan(4, 1, STANDARD, folder))

    out, back, sources = counts(folder)
    files = list((folder / "mails").glob("*.eml"))
    assert "Four players, 19 deals, 109 tricks" in text
    assert {"sent"} <= set(out) <= {"sent", "superseded"}
    assert set(back) == {"done"}
    assert sources == {"smtp"}
    assert len(files) == out["sent"] + back["done"]
    index = (folder / "index.html").read_text("utf-8")
    mails = json.loads(
        re.search(r'type="application/json">(.*?)</script>', index, re.DOTALL)[1].replace(
            "<\\/", "</"
        )
    )
    assert len(mails) == len(files)
    assert {mail["file"] for mail in mails} == {f"mails/{file.name}" for file in files}
    assert "Traceback" not in (folder / "server.log").read_text("utf-8")


@LONG
def test_a_seed_fixes_the_cards_and_a_mailbox_changes_nothing(tmp_path):
    """The same game through SMTP and through an IMAP mailbox ends with the same score."""
    direct = shown(DemoPlan(3, 5, SHORT, tmp_path / "smtp"))
    polled = shown(DemoPlan(3, 5, SHORT, tmp_path / "imap", imap=True))

    assert counts(tmp_path / "imap")[2] == {"imap"}
    assert final_score(direct) == final_score(polled) != ""


@LONG
def test_an_earlier_demo_is_kept_even_one_that_never_began(tmp_path):
    folder = tmp_path / "game"
    (folder / "mails").mkdir(parents=True)
    (folder / "server.log").write_text("earlier")

    said = [shown(DemoPlan(3, 5, SHORT, folder)) for _ in range(2)]

    assert str(tmp_path / "game-2" / "index.html") in said[0]
    assert str(tmp_path / "game-3" / "index.html") in said[1]
    assert (folder / "server.log").read_text() == "earlier"


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")

    with pytest.raises(CannotPlay, match="holds other things"):
        run_demo(DemoPlan(3, 1, STANDARD, tmp_path), Console(quiet=True))
    with pytest.raises(CannotPlay, match="is a file"):
        run_demo(DemoPlan(3, 1, STANDARD, tmp_path / "thesis.txt"), Console(quiet=True))

    assert (tmp_path / "thesis.txt").read_text() == "years of work"
