"""The race: how all stand after a deal, in the result and at the end."""

import re
from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.demo.specimens import all_pages
from pbem.letters.badges import badges
from pbem.letters.deals import DealResult, ScoreLine
from pbem.letters.race import place, share
from pbem.letters.render import Templates

TEMPLATES = Templates()
ANNA, BRUNO, RUTH = badges(("Anna", "Bruno", "Ruth"))


def after(*lines):
    """A deal after which players stand so: badge, bid, taken, points, total."""
    scores = (
        ScoreLine(who, False, bid, took, pts, 0, total) for who, bid, took, pts, total in lines
    )
    return DealResult(3, None, tuple(scores))


def test_whoever_leads_stands_first_and_equals_share_a_place():
    race = after((ANNA, 1, 1, 11, 20), (BRUNO, 2, 2, 12, 40), (RUTH, 2, 0, 0, 20)).race

    assert [(one.place, one.name, one.total, one.share) for one in race] == [
        (1, "Bruno", 40, 100),
        (2, "Anna", 20, 50),
        (2, "Ruth", 20, 50),
    ]


def test_what_a_made_bid_has_brought_is_a_part_of_the_bar():
    race = after((ANNA, 1, 1, 10, 40), (BRUNO, 2, 1, 1, 30), (RUTH, 0, 0, 10, 10)).race

    assert [(one.name, one.share, one.gained) for one in race] == [
        ("Anna", 100, 25),
        ("Bruno", 75, 0),
        ("Ruth", 25, 25),
    ]


def test_a_bid_made_for_nothing_brings_no_gold():
    race = after((ANNA, 0, 0, -5, 15), (BRUNO, 1, 1, 0, 20)).race

    assert [one.gained for one in race] == [0, 0]


def test_below_nothing_the_worst_has_no_bar():
    race = after((ANNA, 1, 1, 10, 10), (BRUNO, 2, 1, -5, -10), (RUTH, 3, 3, 30, 30)).race

    assert [(one.name, one.share, one.gained) for one in race] == [
        ("Ruth", 100, 75),
        ("Anna", 50, 25),
        ("Bruno", 0, 0),
    ]


@pytest.mark.parametrize(
    ("total", "totals", "found"),
    [(0, [0, 0, 0], (1, 0)), (5, [5, 9, 5], (2, 56)), (-4, [-4, -2, -8], (2, 67))],
)
def test_place_and_share(total, totals, found):
    assert (place(total, totals), share(total, totals)) == found


def test_the_bars_of_a_letter_are_as_long_as_the_race_says():
    page = all_pages()["deal_over"]
    result = after((ANNA, 1, 1, 10, 40), (BRUNO, 2, 1, 1, 30), (RUTH, 0, 1, 1, 10))
    letter = TEMPLATES.render(replace(page, news=replace(page.news, results=(result,))))

    widths = [
        int(bar.attributes["width"].rstrip("%"))
        for bar in LexborHTMLParser(letter.html).css('table[aria-hidden][width$="%"]')
        if bar.text().strip() in ("A", "B", "R")
    ]
    assert widths == [100, 75, 25]
    bars = re.findall(r"^   \d\. (\w+) +([█▒]+) +(\d+)$", letter.text, re.MULTILINE)
    assert bars == [
        ("Anna", "█" * 18 + "▒" * 7, "40"),
        ("Bruno", "█" * 18, "30"),
        ("Ruth", "█" * 6, "10"),
    ]


def test_a_made_bid_shines_and_a_missed_one_does_not():
    html = TEMPLATES.render(all_pages()["digest"]).html
    sheet = [line for deal in all_pages()["digest"].sheet for line in deal.lines]

    gold = LexborHTMLParser(html).css('td[style*="background:#FFE9A8"]')
    assert len([cell for cell in gold if "/" in cell.text()]) == sum(line.made for line in sheet)
    assert "background:#14181D" not in html
