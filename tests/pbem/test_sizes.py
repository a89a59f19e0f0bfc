"""How large letters are: some mail programs cut off what is, and none is read with a slow line."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from pbem.demo.specimens import all_pages
from pbem.demo.specimens.games import NOW, RULES, Scene, played_until, question_page
from pbem.demo.specimens.odd import odd_pages
from pbem.languages import translated
from pbem.letters.pages.questions import Asking
from pbem.letters.pages.results import Digest
from pbem.letters.pages.status import DealOver
from pbem.letters.render import Templates
from tests.effort import few

TEMPLATES = Templates()
QUESTION, MORE, DOZEN, LAST, OTHER = (kb * 1024 for kb in (30, 32, 36, 80, 60))
"""Bytes of the HTML part; what two wild cards may stand for are eight taps more, and twelve players
are three tables of twelve rows.
"""

TWELVE = replace(
    RULES,
    players=(3, 12),
    hand_max=(*RULES.hand_max, *((8, 6), (9, 5), (10, 5), (11, 4), (12, 4))),
)


def size(page):
    """The bytes of the HTML part of a letter."""
    return len(TEMPLATES.render(page).html.encode())


def most(name, page):
    """The bytes that a letter may have."""
    if name == "your_play twos wild":
        return MORE
    if isinstance(page, Asking | DealOver):
        return QUESTION
    return LAST if isinstance(page, Digest) else OTHER


@pytest.mark.parametrize("language", few(translated(), 1))
@pytest.mark.parametrize("players", [4, 7])
def test_a_letter_is_small(players, language):
    pages = {**all_pages(players, language=language), **odd_pages(language)}

    large = {name: size(page) for name, page in pages.items() if size(page) > most(name, page)}
    assert large == {}


def test_nothing_is_written_smaller_than_thirteen_pixels():
    """But for what is not read: the line that a list of mails shows, and gaps."""
    found = Counter()
    for page in {**all_pages(7), **odd_pages()}.values():
        html = TEMPLATES.render(page).html
        found.update(map(int, re.findall(r"font(?:-size)?:[^;\"]*?\b(\d+)px", html)))

    assert len(found) > 5
    assert min(found.keys() - {1}) == 13


def twelve(until, what):
    """A game of twelve players at that moment."""
    return Scene(*played_until(what, 12, 7, until, TWELVE), "en")


def test_letters_to_twelve_players_are_not_much_larger():
    """The question that brings a result, and the final letter of nineteen deals."""
    second = twelve(lambda game: len(game.deals) == 2 and game.deal is not None, "twelve, second")
    question = question_page(second.game, second.log, 0)
    question = replace(question, news=replace(question.news, results=question.news.results[-1:]))
    over = twelve(lambda game: False, "twelve, whole").reader(0)
    last = Digest.of(over, [50] * 12, NOW)
    last = replace(last, sheet=(last.sheet * 3)[:19], lead=(last.lead * 4)[:4])

    assert len(question.news.results[0].lines) == len(last.badges) == 12
    assert size(question) < DOZEN
    assert size(last) < LAST
    for page in (question, last):
        assert max(map(len, TEMPLATES.render(page).text.splitlines())) <= 80
