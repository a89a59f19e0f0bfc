"""For every eye and ear: axe finds nothing, and what is read aloud comes in the order of sense."""

from pathlib import Path

import pytest

from tests.browser import browser
from tests.effort import LONG
from tests.pbem.test_in_chromium import letters_in
from tests.pbem.test_site import ODD, ended, site_of

AXE = (Path(__file__).parents[1] / "axe" / "axe.min.js").read_text("utf-8")
FIND = """
axe.run(document).then(found => found.violations.flatMap(
  rule => rule.nodes.map(node => `${rule.id}: ${node.html}`)))
"""
OPEN_IN_MAIL_PROGRAM = """
{
  const main = document.createElement("main");
  main.append(...document.body.childNodes);
  document.body.append(main);
}
"""
"""A letter stands in the page of a mail program, whose landmarks are its own."""
HEARD = Path(__file__).parents[1] / "data" / "heard"


def found_in(pages, folder, *, dark, letters=True):
    """What axe complains of, by the names of pages; of letters as a mail program shows them."""
    found = {}
    with browser(folder) as shown:
        for name, page in pages.items():
            shown.show(page, dark=dark)
            shown.run(f"{OPEN_IN_MAIL_PROGRAM if letters else ''}{AXE};0")
            found[name] = shown.run(FIND)
    return {name: wrong for name, wrong in found.items() if wrong}


ALOUD = {
    "your_play": "your_play follow (4)",
    "your_bid": "your_bid first (4)",
    "deal_over": "deal_over (4)",
}
"""Letters that are listened to, by the names of their files."""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_a_question_or_a_result(dark, tmp_path):
    letters = {name: letters_in("en")[name] for name in ALOUD.values()}

    assert found_in(letters, tmp_path, dark=dark) == {}


@LONG
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_any_letter(dark, tmp_path):
    """In one language: what it looks at are colours, roles and names, which are those of all."""
    assert found_in(letters_in("en"), tmp_path, dark=dark) == {}


@LONG
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_any_page_of_the_site(dark, tmp_path):
    games = [ended(name, title=name, number=number) for number, name in enumerate(ODD, 1)]
    pages = {name: page for name, page in site_of(*games).items() if name.endswith(".html")}

    assert len(pages) > 30
    assert found_in(pages, tmp_path, dark=dark, letters=False) == {}


def test_axe_finds_what_is_wrong(tmp_path):
    wrong = "<!doctype html><title>x</title><p style='color:#ccc'>pale</p><img src=''>"

    [all_found] = found_in({"wrong": wrong}, tmp_path, dark=False).values()

    rules = {one.partition(":")[0] for one in all_found}
    assert {"html-has-lang", "image-alt", "color-contrast"} <= rules


@pytest.mark.parametrize("name", ALOUD)
def test_a_letter_is_read_aloud_in_the_order_of_sense(name, tmp_path):
    with browser(tmp_path) as shown:
        shown.show(letters_in("en")[ALOUD[name]])
        heard = shown.heard()

    assert heard == (HEARD / f"{name}.txt").read_text("utf-8").splitlines()


def test_a_game_names_its_row_in_the_week_of_an_organiser(tmp_path):
    letter = next(page for name, page in letters_in("en").items() if "organiser_digest" in name)
    with browser(tmp_path) as shown:
        shown.show(letter)
        heard = shown.heard()

    assert heard[heard.index("rowheader: Tuesday club") - 1] == "row"
