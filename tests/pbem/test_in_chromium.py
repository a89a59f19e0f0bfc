"""Letters in a real browser: they fit a phone, every tap is big enough, all is legible."""

import html
import json
import re
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pbem.demo.specimens import all_pages
from pbem.demo.specimens.odd import odd_pages
from pbem.languages import translated
from pbem.letters.page import Page
from pbem.letters.render import Templates
from tests.browser import QUIET
from tests.effort import LONG
from tests.servers import need

MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8")
DUMPED = (*QUIET, "--virtual-time-budget=9000", "--dump-dom")
VARIANTS = {
    "light": lambda page: page,
    "dark": lambda page: page.replace("@media (prefers-color-scheme:dark)", "@media all"),
    "no style": lambda page: re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL),
}


def pages_in(language):
    """A page of every kind and of each kind's odd cases, for tables of four and of seven."""
    return {
        f"{name} ({players})": page
        for players in (4, 7)
        for name, page in all_pages(players, language=language).items()
    } | odd_pages(language)


@cache
def letters_in(language):
    """Every letter in a language, as HTML."""
    templates = Templates()
    return {name: templates.render(page).html for name, page in pages_in(language).items()}


def enlarged(page):
    """A page in large print."""
    return replace(page, frame=replace(page.frame, look=replace(page.look, print="large")))


def measured(letters, width, folder):
    """What the browser finds in some letters, each shown at that width."""
    frames = "".join(
        f'<iframe data-name="{name}" data-width="{width}" srcdoc="{html.escape(letter)}" '
        f'style="width:{width}px;height:3000px;border:0"></iframe>'
        for name, letter in letters.items()
    )
    page = folder / "letters.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><body>{frames}<script>{MEASURE}</script>")
    command = [need("chromium"), *DUMPED, f"--user-data-dir={folder}/profile"]
    shown = subprocess.run(
        [*command, page.as_uri()],
        capture_output=True,
        text=True,
        timeout=500,
        check=True,
    ).stdout
    found = re.search(r'<pre id="found">(.*?)</pre>', shown, re.DOTALL)
    assert found, shown[-500:]
    return json.loads(html.unescape(found[1]))


@LONG
@pytest.mark.parametrize(
    ("language", "width", "variant"),
    [
        *(("en", width, variant) for width in (375, 600) for variant in VARIANTS),
        *((other, 375, variant) for other in translated()[1:] for variant in VARIANTS),
    ],
)
def test_every_letter_fits_can_be_tapped_and_read(language, width, variant, tmp_path):
    letters = letters_in(language)
    shown = {name: VARIANTS[variant](letter) for name, letter in letters.items()}

    found = measured(shown, width, tmp_path)

    assert len(found) == len(letters)
    assert {one["name"]: one["bad"] for one in found if one["bad"]} == {}
    assert {one["name"]: one["contrast"] for one in found if one["contrast"] < 4.5} == {}
    assert {one["h1"] for one in found} == {1}
    assert sum(one["links"] for one in found) > 100


@LONG
@pytest.mark.parametrize(
    ("language", "width"), [("en", 600), *((language, 375) for language in translated())]
)
def test_every_letter_in_large_print_fits_and_can_be_tapped(language, width, tmp_path):
    templates = Templates()
    large = {
        name: templates.render(enlarged(page)).html
        for name, page in pages_in(language).items()
        if isinstance(page, Page)
    }

    found = measured(large, width, tmp_path)

    assert len(found) == len(large) > 400
    assert {one["name"]: one["bad"] for one in found if one["bad"]} == {}


def test_the_measuring_finds_what_is_wrong(tmp_path):
    wrong = '<body style="background:#fff;color:#ccc"><a href="#">x</a><p style="width:900px">y</p>'

    [found] = measured({"wrong": wrong}, 375, tmp_path)

    assert "scrolls sideways" in found["bad"]
    assert any("too small to tap" in bad for bad in found["bad"])
    assert found["contrast"] < 4.5
