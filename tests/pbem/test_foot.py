"""The foot of a letter: how much of a question it is, and that each of its words can be sent."""

from __future__ import annotations

from collections import defaultdict
from statistics import median

import pytest

from pbem.demo.specimens import all_pages
from pbem.demo.specimens.games import NOW
from pbem.demo.specimens.odd import odd_pages
from pbem.letters.frame import FOOT
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from pbem.orders.keywords import Ask
from pbem.orders.model import Request
from pbem.orders.parse import read_answer
from pbem.orders.reading import Expected
from tests.guides import COMPLETE

TEMPLATES = Templates()
USUAL, MOST = 0.12, 0.16
"""So much of the text is foot: in the median of a kind of question, in the shortest."""

BEGINS = ("More: %(words)s", "You asked for this test; it counts nowhere.")


def foot_of(text, language):
    """All below the last line of a letter's matter."""
    said = (speech(language).messages.gettext(one).partition("%")[0] for one in BEGINS)
    begins = tuple(one.replace("\u00a0", " ") for one in said)
    lines = text.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line == "-- \n" or line.startswith(begins))
    return "".join(lines[at:])


def questions(language):
    """All letters of the gallery that ask; a hint tells what was asked before, and is short."""
    for name, page in {**all_pages(4, 7, language), **odd_pages(language)}.items():
        asks = getattr(page, "due", None) and page.kind != "hinted"
        if asks or page.kind in ("your_tables", "invitation"):
            yield name, page


@pytest.mark.parametrize("language", COMPLETE)
def test_little_of_a_question_is_foot(language):
    shares = defaultdict(dict)
    for name, page in questions(language):
        text = TEMPLATES.render(page).text
        shares[page.kind][name] = len(foot_of(text, language)) / len(text)

    assert len(shares) > 7
    assert {kind: median(found.values()) for kind, found in shares.items()} == {
        kind: pytest.approx(0, abs=USUAL) for kind in shares
    }
    worst = {name: share for found in shares.values() for name, share in found.items()}
    assert {name: share for name, share in worst.items() if share > MOST} == {}


@pytest.mark.parametrize("language", COMPLETE)
def test_each_word_of_the_foot_can_be_sent(language):
    said = speech(language)
    wanted = {
        "away": Request("help", "away"),
        "status": Request("status"),
        "mails": Request("settings"),
        "help": Request("help"),
        "leave": Request("leave"),
    }
    text = TEMPLATES.render(all_pages(4, 7, language)["your_play lead"]).text
    for section, word in FOOT:
        typed = said.say(section, word)
        assert typed in foot_of(text, language)
        for ask in (Ask.BID, Ask.PLAY, Ask.INVITATION):
            context = Expected(ask, language, today=NOW.date())
            assert [one.order for one in read_answer([typed], context)] == [wanted[word]]
