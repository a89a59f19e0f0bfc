"""Badges: initials that no two at a table share, and colours that everybody can tell apart."""

from itertools import combinations

import pytest

from pbem.letters.badges import SEAT_COLOURS, badges, initials
from tests.effort import of_each
from tests.pbem.contrast import SIGHTS, colour, contrast, distance, inverted

PAPERS = {"light": "#FFFFFF", "light foot": "#F1F5F1", "dark": "#18211C", "dark foot": "#1F2B25"}
"""What blocks stand on, in `templates/_base.html`."""

BLOCKS = [one for one in SEAT_COLOURS if one.fill != "#FFFFFF"]
RINGS = [one for one in SEAT_COLOURS if one.fill == "#FFFFFF"]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("Bruno, Chloé, Dieter", "B C D"),
        ("anna, émile, ßen", "A É ß"),
        ("Anna, Bruno, Adam", "An B Ad"),
        ("Anna, Anton, Adam", "An At Aa"),
        ("Anna, Anna B.", "A AB"),
        ("Anna Maier, Anna Berg", "AM AB"),
        ("Jo, jo, JO", "J1 J2 J3"),
        ("7 of 9, Ruth", "7 R"),
        ("'t Hart, (Ruth)", "T R"),
        ("Łucja, Σοφία, Юлия, ნინო", "Ł Σ Ю ნ"),
        ("山田, 山本, 李", "山田 山本 李"),
        ("नेहा, e\u0301va", "ने É"),
        ("🦊, 👩‍👧 Mia, 👍🏽", "🦊 M 👍🏽"),
    ],
)
def test_initials_tell_a_table_apart(names, found):
    assert initials(names.split(", ")) == tuple(found.split())


def test_no_name_is_a_sign_as_well():
    assert initials(["", "-"]) == ("?", "-")


def test_a_table_of_twelve_has_twelve_badges():
    found = badges(tuple(f"Anna {n}" for n in range(12)))

    assert len({one.initial for one in found}) == len({one.colour for one in found}) == 12


@pytest.mark.parametrize("one", SEAT_COLOURS, ids=str)
def test_an_initial_stands_out_on_its_block_inverted_too(one):
    ink, fill = colour(one.ink), colour(one.fill)

    assert contrast(ink, fill) >= 4.5
    assert contrast(inverted(ink), inverted(fill)) >= 4.5


@of_each("paper", PAPERS.values())
@of_each("one", SEAT_COLOURS)
def test_a_rim_stands_out_on_every_paper(one, paper):
    assert contrast(colour(one.rim), colour(paper)) >= 3


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    "alike", [[one.fill for one in BLOCKS], [one.ink for one in RINGS]], ids=["blocks", "rings"]
)
def test_whoever_sees_colours_otherwise_tells_them_apart(alike, sight):
    """Ten is plainly another colour: two that are 2.3 apart can just be told from each other."""
    seen = [(distance(colour(a), colour(b), sight), a, b) for a, b in combinations(alike, 2)]

    assert (len(BLOCKS), len(RINGS)) == (8, 4)
    assert min(seen)[0] >= 10
