"""The words of every letter stand out at least 4.5 to 1, light, dark and without its `<style>`."""

import pytest

from pbem.demo.specimens import all_pages
from pbem.demo.specimens.odd import odd_pages
from pbem.letters.render import Templates
from tests.pbem.contrast import contrasts

TEMPLATES = Templates()
PAGES = {**all_pages(), **odd_pages()}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", PAGES)
def test_words_stand_out(name, dark):
    html = TEMPLATES.render(PAGES[name]).html

    found = list(contrasts(html, dark=dark))

    assert len(found) > 3
    assert [one for one in found if one[0] < 4.5] == []


@pytest.mark.parametrize(
    ("page", "dark", "worst"),
    [
        ("<p style='color:#FFFFFF'>x</p>", False, 1.0),
        ("<p style='color:#777777;background:#FFFFFF'>x</p>", False, 4.48),
        ("<div style='background:#000000'><b style='color:#FFFFFF'>x</b></div>", False, 21.0),
        (
            "<style>@media (prefers-color-scheme:dark){\n.m{color:#000000!important}\n}\n</style>"
            "<div style='background:#000000'><b class='m' style='color:#FFFFFF'>x</b></div>",
            True,
            1.0,
        ),
    ],
)
def test_the_measure_measures(page, dark, worst):
    [(found, _)] = contrasts(f"<html><body>{page}</body></html>", dark=dark)

    assert round(found, 2) == worst
