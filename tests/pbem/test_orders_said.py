"""What people write around an answer: the rows of `tests/said.py`, and what is never a move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.languages import spoken
from pbem.letters.speech import speech
from pbem.orders.answers import Bid, Lay, Plan, Play, Trump
from pbem.orders.keywords import Ask
from pbem.orders.reading import Expected
from pbem.orders.text import tokens
from pbem.orders.words import data, words, written_out
from tests.effort import of_each
from tests.guides import COMPLETE
from tests.judging import read_answer
from tests.said import PLACES, ROWS, coverage, read, told


@of_each("row", ROWS)
def test_what_is_said_is_read_as_the_table_says(row):
    assert told(read(row).order) == row["means"]


def test_what_is_read_of_the_table_is_told_by_language():
    head, spanish = coverage(["es"])

    assert head.split() == ["rows", "read", "asked", "not", "otherwise"]
    language, rows, *fates = spanish.split()
    assert language == "es"
    assert int(rows) == sum(map(int, fates)) > 0
    assert fates[-1] == "0"


@pytest.mark.parametrize("invited", [True, False])
@pytest.mark.parametrize("language", COMPLETE)
def test_each_word_for_yes_or_no_says_so_alone(language, invited):
    """Who reads another language may write it, too; what says neither is not taken for it."""
    lists = data(language)["answers"]
    for name in ("yes", "no"):
        for word in (each for one in lists[name] for each in written_out(one)):
            if words(language).answers[tokens(word)] != name:
                continue  # written out in another list
            for reader in (language, "en") if len(word) > 1 else (language,):
                context = Expected(Ask.INVITATION, reader, invited=invited)
                assert told(read_answer([word], context)[0].order) == name, (word, reader)
    open_ = (*lists["neither"], *lists["unsure"], *lists["duty"], *lists["postpones"])
    for word in (each for one in open_ for each in written_out(one)):
        order = read_answer([word], Expected(Ask.INVITATION, language, invited=invited))[0].order
        assert told(order) not in ("yes", "no"), word


@pytest.mark.parametrize("language", spoken())
def test_what_stands_on_the_buttons_of_an_invitation_can_be_typed(language):
    context = Expected(Ask.INVITATION, language)
    for label, says in (("Yes, deal me in", "yes"), ("No, thanks", "no")):
        written = speech(language).messages.gettext(label)
        assert told(read_answer([written], context)[0].order) == says, written


TRAPS = (
    *("one moment", "two minutes please", "three cheers for Ruth", "null Bock", "pas mal"),
    *("geen 3", "no 3", "not 3", "not QH", "pas de trèfle", "high five!", "the king is dead"),
    *("3 or 4?", "2-3", "2:30", "fără treflă", "niente fiori", "see you at 5", "K thanks", "K?"),
    *("k", "9 lives", "low blow, Bruno", "four days left", "give me 2 days", "4 pm?"),
    *("zehn Minuten", "Herzlichen Glückwunsch", "von Herzen", "le roi est mort", "3 & 4"),
)


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("where", ["bid", "last", "lead", "follow"])
@pytest.mark.parametrize("language", spoken())
def test_what_only_looks_like_a_move_plays_nothing(language, where, held):
    for said in TRAPS:
        context = replace(PLACES[where], language=language, closed=held, held=held)
        for reading in read_answer([said], context):
            assert not isinstance(reading.order, Bid | Play | Plan | Lay | Trump), said
