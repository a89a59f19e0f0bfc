"""The words of every letter stand out at least 4.5 to 1, light, dark and without its `<style>`."""

from collections import defaultdict

import pytest

from pbem.demo.specimens import all_pages
from pbem.demo.specimens.odd import odd_pages
from pbem.letters.render import Templates
from tests.effort import in_groups
from tests.pbem.contrast import contrasts

TEMPLATES = Templates()
PAGES = defaultdict(list)
for name, one in (all_pages() | odd_pages()).items():
    PAGES[name.split(" ")[0]].append(one)


@in_groups("page", PAGES)
def test_words_stand_out(page):
    html = TEMPLATES.render(page).html
    for dark in (False, True):
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
