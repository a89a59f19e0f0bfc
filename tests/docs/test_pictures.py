"""The pictures of README and of the players' pages show the letters as they are."""

import re

import pytest
from PIL import Image

from tests.guides import COMPLETE, file
from tests.pictures import ALL, DRAWN, PICTURES, kept

ROOT = PICTURES.parent.parent


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_of_the_page_as_it_is(name):
    """`python3 dev.py pictures` draws those anew whose page has changed."""
    assert kept()[name] == ALL[name].hash
    with Image.open(PICTURES / f"{name}.png") as drawn:
        assert drawn.width == 2 * ALL[name].width
        assert drawn.height > 800


def test_each_picture_is_shown_and_each_shown_is_there():
    pages = [ROOT / "README.md", *(file(language) for language in COMPLETE)]
    shown = {
        found
        for page in pages
        for found in re.findall(r"pictures/([\w.]+)\.png", page.read_text("utf-8"))
    }

    assert shown == set(ALL)
    assert {one.stem for one in PICTURES.glob("*.png")} == set(ALL)
    assert {one.name for one in PICTURES.iterdir()} == {
        *(f"{name}.png" for name in ALL),
        DRAWN.name,
    }
