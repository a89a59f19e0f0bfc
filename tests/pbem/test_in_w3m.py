"""Letters in a text browser: `w3m -dump` of each HTML part says what the text part says."""

import re
import subprocess

import pytest

from pbem.demo.specimens import all_pages
from pbem.demo.specimens.odd import odd_pages
from pbem.letters.render import Templates
from pbem.letters.speech import speech
from tests.conversations.test_acceptance import BY_TAPS, words_of
from tests.conversations.test_every_tap import taps_of
from tests.effort import few
from tests.guides import COMPLETE
from tests.pbem.test_letters_languages import plain
from tests.servers import need

TEMPLATES = Templates()


def dumped(html):
    """What a text browser shows of a page."""
    command = [need("w3m"), "-dump", "-T", "text/html", "-I", "utf-8", "-O", "utf-8", "-cols", "78"]
    return subprocess.run(
        command, input=html.encode(), capture_output=True, timeout=20, check=True
    ).stdout.decode()


def without_orders(text, html):
    """The text part without the orders that a tap of the page writes: quoted, or on a line, behind
    what the tap is called.
    """
    lines = [line for line in map(plain, text.splitlines()) if line]
    whole = "\n".join(lines)
    for order in {plain(written) for _, _, written, _ in taps_of(html) if written}:
        words = r"\s".join(map(re.escape, order.split()))
        whole = re.sub(rf"^(.+: ?)?{words}( \.\.\.)?$", r"\1", whole, flags=re.MULTILINE)
        whole = re.sub(rf"(?<=[\"“„«]){words}(?=[\"“”»])|(?<=« ){words}(?= »)", "", whole)
    return plain(whole)


@pytest.mark.parametrize("language", few(COMPLETE, 1))
def test_every_word_of_the_text_stands_in_the_dump(language):
    by_taps = [plain(speech(language).messages.gettext(said)) for said in BY_TAPS]
    lacking = {}
    for name, page in {**all_pages(4, 7, language), **odd_pages(language)}.items():
        letter = TEMPLATES.render(page)
        text = without_orders(re.sub(r"x{3,}", "", letter.text), letter.html)
        for said in by_taps:
            for piece in re.split(r"%\(\w+\)s", said):
                text = text.replace(piece, " ") if len(piece) > 4 else text
        # A cell may be too narrow for a long word, which then goes on below.
        shown = dumped(letter.html)
        words, whole = set(words_of(shown)), "".join(words_of(shown))
        missing = {word for word in words_of(text) if len(word) > 2 and word not in words}
        if missing := {word for word in missing if word not in whole}:
            lacking[name] = sorted(missing)
    assert lacking == {}


def test_an_order_counts_as_shown_by_its_own_tap_only():
    page = '<a href="mailto:a@b.example?body=remind%20Ruth">Remind Ruth</a>'
    assert without_orders('  remind Ruth\nReply "remind\n  Ruth".', page) == 'reply "".'
    assert without_orders("We remind Ruth.\n  remind Anna", page) == "we remind ruth. remind anna"


def test_a_hidden_word_is_missed():
    assert "queen" in words_of(dumped("<p>queen</p>"))
    assert "queen" not in words_of(dumped("<p><!-- queen --></p>"))
