"""Tricks that are over stand as strips: who played what, in the order played, and who took it."""

import re
from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from engine import Card
from pbem.demo.specimens import all_pages
from pbem.letters.badges import badges
from pbem.letters.deals import News, Played, TrickLine
from pbem.letters.looks import Look
from pbem.letters.render import Templates
from pbem.letters.speech import speech

TEMPLATES = Templates()
TWELVE = badges(tuple("ABCDEFGHIJKL"))
SIGN = speech("en").card_sign


def tricks(count, players):
    """So many tricks of one deal, in each of which the first card wins."""
    plays = tuple(
        Played(one, Card.parse("QH"), None, takes=one is TWELVE[0]) for one in TWELVE[:players]
    )
    return tuple(TrickLine(1, number, plays) for number in range(1, count + 1))


def strips(html):
    """Each strip of a letter: the words of its small cards, those that are marked alone."""
    found, marked = [], []
    for table in LexborHTMLParser(html).css('table[cellspacing="3"]'):
        for row in table.css("tr"):
            cells = [" ".join(cell.text(separator=" ").split()) for cell in row.css("td")]
            cells = [cell.replace("\ufe0e", "") for cell in cells]
            if not row.css("th"):
                cells = found.pop() + cells
            found.append(cells)
    marked = [[cell for cell in cells if "✓" in cell] for cells in found]
    return found, marked


@pytest.mark.parametrize("players", [3, 4, 7])
def test_a_strip_shows_each_card_with_its_player_and_marks_the_best(players):
    page = all_pages(players)["deal_log finished"]

    found, marked = strips(TEMPLATES.render(page).html)

    told = [
        [f"{one.badge.initial} {'✓ ' if one.takes else ''}{SIGN(one.card)}" for one in line.plays]
        for line in page.tricks
    ]
    assert found == told
    assert [len(cells) for cells in marked] == [1] * len(page.tricks)


def test_the_text_has_a_line_for_each_trick():
    page = all_pages()["deal_log finished"]
    line = page.tricks[0]
    others = {one.name: SIGN(one.card) for one in line.plays}
    [taker] = [one.name for one in line.plays if one.takes]

    text = TEMPLATES.render(page).text

    said = re.findall(r"^   1\. (.*)$", text, re.MULTILINE)[0]
    assert said.split(", ") == [
        f"[{name} {card}]" if name == taker else f"{name} {card}" for name, card in others.items()
    ]


def test_whoever_wants_words_reads_words():
    page = all_pages()["deal_log finished"]
    letter = TEMPLATES.render(replace(page, frame=replace(page.frame, look=Look("words"))))

    assert strips(letter.html) == ([], [])
    shown = LexborHTMLParser(letter.html).body.text()
    assert shown.count("✓") == len(page.tricks) + 1


def test_a_dozen_players_have_two_rows_for_a_trick():
    page = replace(all_pages()["deal_log finished"], tricks=tricks(2, 12))
    html = TEMPLATES.render(page).html

    assert [len(cells) for cells in strips(html)[0]] == [12, 12]
    assert html.count('rowspan="2"') == 2


@pytest.mark.parametrize(
    ("count", "players", "told"), [(10, 4, 10), (20, 4, 10), (9, 7, 5), (8, 12, 3), (0, 4, 0)]
)
def test_no_more_than_forty_cards_are_told(count, players, told):
    news = News(tricks(count, players))

    assert (len(news.recent), news.earlier) == (told, count - told)
    assert news.tricks[count - told :] == news.recent
