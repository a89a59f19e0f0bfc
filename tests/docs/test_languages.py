"""The page of each country's words: letters say them, and never what stands beside them."""

from __future__ import annotations

import re
from functools import cache

import pytest

from pbem.languages import read
from pbem.letters.catalogues import catalogue
from pbem.letters.speech import speech
from tests.docs.blocks import DOCS
from tests.guides import COMPLETE

PAGE = (DOCS / "LANGUAGES.md").read_text("utf-8")


def rows(language):
    """What letters say and what they do not, row by row, in the section of a language."""
    name = speech(language).name
    [section] = re.findall(rf"^## {name}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S | re.I)
    found = re.findall(r"^\| (.+?) \| ?(.*?) ?\| ?(.*?) ?\|$", section, re.M)
    return [row for row in found if row[0] not in ("English", "---")]


@cache
def said(language):
    """Every sentence of a language's letters, and every word of a card in it."""
    strings = [one.string for one in catalogue(language) if one.id]
    sentences = [s for one in strings for s in ([one] if isinstance(one, str) else one)]
    return [one.casefold() for one in sentences]


def cards(language):
    """The words of cards of a language."""
    whole = read(language, "answers.toml")
    lists = [whole["ranks"], *whole["spanish"].values()]
    return {word.casefold() for some in lists for words in some.values() for word in words}


def occurs(term, language):
    """Whether letters say a term, as a word of its own or the beginning of one."""
    begins = re.compile(rf"(?<!\w){re.escape(term.casefold())}")
    return any(begins.search(one) for one in said(language)) or term.casefold() in cards(language)


def whole_word(term, language):
    """The sentences that have a term as words of their own."""
    found = re.compile(rf"(?<!\w){re.escape(term.casefold())}(?!\w)")
    return [one for one in said(language) if found.search(one)]


@pytest.mark.parametrize("language", COMPLETE[1:])
def test_letters_say_the_words_of_the_country(language):
    told = [term for _, terms, _ in rows(language) for term in terms.split(", ") if term]

    assert len(told) > 15
    assert [term for term in told if not occurs(term, language)] == []


@pytest.mark.parametrize("language", COMPLETE[1:])
def test_letters_never_say_what_nobody_says(language):
    avoided = [term for _, _, terms in rows(language) for term in terms.split(", ") if term]

    assert len(avoided) > 3
    assert {term: found for term in avoided if (found := whole_word(term, language))} == {}


def test_a_word_that_is_avoided_is_found():
    assert whole_word("Runde", "de")
    assert not whole_word("Rund", "de")
