"""French names after `de` and `que`, by the usual rule of elision before a vowel."""

from __future__ import annotations

import pytest

from pbem.letters.elision import elided


@pytest.mark.parametrize(
    ("name", "told"),
    [("Ilie", "la place d'Ilie"), ("Élodie", "la place d'Élodie"), ("Ruth", "la place de Ruth")],
)
def test_de_before_a_name(name, told):
    values = {"name": name}

    assert elided("fr", "la place de %(name)s", values) % values == told


def test_que_before_a_name_and_no_word_before_a_number():
    values = {"name": "Anna", "n": "onze"}

    said = elided("fr", "dès que %(name)s a pris plus de %(n)s levées", values) % values

    assert said == "dès qu'Anna a pris plus de onze levées"


def test_other_languages_keep_their_words():
    assert elided("nl", "de %(name)s", {"name": "Anna"}) == "de %(name)s"
