"""Finished orders of organisers in the words of their reader, worked out by hand."""

from __future__ import annotations

import pytest

from pbem.letters.ordered import ordered


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("de", "Lindy: extend Ruth 3 days", "Lindy: verlängern Ruth 3 Tage"),
        ("fr", "extend Ruth 1 day", "prolonger Ruth 1 jour"),
        ("fr", "extend Ruth 3 days", "prolonger Ruth 3 jours"),
        ("es", "replace Ruth with computer", "sustituir a Ruth por ordenador"),
        ("nl", "away Ruth 2026-11-03 to 2026-11-05", "afwezig Ruth 2026-11-03 tot 2026-11-05"),
        ("it", "start now", "inizia ora"),
        ("ro", "undo 17", "retrage 17"),
        ("en", "undo 17", "undo 17"),
    ],
)
def test_an_order_is_written_in_the_words_of_its_reader(language, line, told):
    assert ordered(line, language) == told


def test_a_player_called_as_a_word_is_keeps_the_name():
    assert ordered("remind With", "de") == "erinnere With"


def test_what_would_order_something_else_stays_as_it_is():
    assert ordered("good luck", "de") == "good luck"
