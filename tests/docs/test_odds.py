"""docs/ODDS.md: its tables are those that its script counts, its command tells what it says."""

from __future__ import annotations

import pytest

from pbem.letters.odds import BITES
from tests.docs.blocks import blocks
from tests.effort import LONG
from tests.odds import DOCS, PLAYERS, bitten, chart, hook_row, one_card, page
from tests.terminal import command

PAGE = DOCS / "ODDS.md"
TEXT = PAGE.read_text("utf-8")


def test_the_deal_of_one_card_is_the_exact_one():
    assert one_card(4) in TEXT


def test_help_by_mail_tells_the_same_of_the_hook():
    hook = TEXT.partition("| players | bites |")[2].splitlines()
    rows = dict(row.split(" | ")[:2] for row in hook if row.count(" | ") == 6)

    assert {f"| {n}": str(share) for n, share in BITES.items()}.items() <= rows.items()


def test_the_hook_is_counted_anew_for_the_largest_table():
    assert hook_row(7, bitten(7)) in TEXT.splitlines()


@pytest.mark.parametrize("what", [pytest.param("all", marks=LONG)])
def test_page_and_chart_are_what_the_script_writes(what):
    found = {players: bitten(players) for players in PLAYERS}

    assert page(found) == TEXT
    assert chart(found) == (DOCS / "odds.svg").read_text("utf-8")


def test_the_command_it_shows_tells_every_bid(tmp_path):
    [block] = blocks(PAGE, "console", "done")
    [words] = block.commands
    assert words[:3] == ["python3", "-m", "pbem"]
    done = command(tmp_path, *words[3:])

    assert done.returncode == 0
    assert [row.split()[0] for row in done.stdout.splitlines()[1:]] == ["0", "1", "2", "3"]
