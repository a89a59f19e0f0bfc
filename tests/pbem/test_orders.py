"""What English speakers type: the rows of the answer table that are read today, and what is not."""

import pytest

from engine import cards
from engine.cards import STANDARD_PACK
from pbem.letters.words import card_sign, card_words
from pbem.orders.model import Ask, Bid, Join, Play, Request, Unread, Wish
from pbem.orders.parse import after_tag, parse
from pbem.reading.text import text_that_counts


def read(line, ask):
    return parse(text_that_counts(line), ask)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("QH", "QH"),
        ("qh", "QH"),
        ("HQ", "QH"),
        ("Q♥", "QH"),
        ("Q♥️", "QH"),
        ("q of ❤️", "QH"),
        ("queen of hearts", "QH"),
        ("Queen Hearts!", "QH"),
        ("I play the queen of hearts, thanks", "QH"),
        ("QH = queen of hearts", "QH"),
        ("10 d", "TD"),
        ("Td", "TD"),
        ("1Od", "TD"),
        ("10♦", "TD"),
        ("ten of diamonds", "TD"),
        ("9 spade", "9S"),
        ("AS", "AS"),
        ("a♠", "AS"),
        ("KD", "KD"),
    ],
)
def test_a_card(typed, card):
    assert read(typed, Ask.PLAY) == Play(cards(card)[0])


@pytest.mark.parametrize(
    ("typed", "tricks"),
    [
        *(("3", 3), ("bid 3", 3), ("I bid three tricks please", 3), ("zero", 0), ("9", 9)),
        *(("0", 0), ("Ten", 10), ("3.", 3), ("none", 0), ("I'll take two", 2)),
    ],
)
def test_a_bid(typed, tricks):
    assert read(typed, Ask.BID) == Bid(tricks)


@pytest.mark.parametrize("typed", ["not QH", "QH KD", "QH then KC", "hearts", "low", "3 or 4", "H"])
def test_what_is_not_one_card_is_not_guessed(typed):
    assert read(typed, Ask.PLAY) == Unread(typed)


@pytest.mark.parametrize("typed", ["pass", "2 else 3", "three or four", "many", "-1", "2.5", "1e3"])
def test_what_is_not_one_number_is_not_guessed(typed):
    assert read(typed, Ask.BID) == Unread(typed)


def test_a_card_in_answer_to_a_bid_is_a_card():
    """It is refused later, with the reason."""
    assert read("QH", Ask.BID) == Play(cards("QH")[0])


def test_a_number_in_answer_to_a_card_is_not_a_bid():
    assert read("3", Ask.PLAY) == Unread("3")


@pytest.mark.parametrize("ask", Ask)
@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("status", Wish.STATUS),
        ("HELP!", Wish.HELP),
        ("undo", Wish.UNDO),
        ("Take back", Wish.UNDO),
        ("undo, sorry", Wish.UNDO),
    ],
)
def test_a_request_is_understood_at_any_time(typed, wish, ask):
    assert read(typed, ask) == Request(wish)


@pytest.mark.parametrize(
    ("typed", "yes"), [("yes", True), ("Yes please!", True), ("no", False), ("No, thanks.", False)]
)
def test_an_answer_to_an_invitation(typed, yes):
    assert read(typed, Ask.INVITATION) == Join(yes)


def test_only_the_first_line_is_the_answer():
    assert read("QH\n\nlovely weather here, 3 degrees", Ask.PLAY) == Play(cards("QH")[0])
    assert read("lovely weather\nQH", Ask.PLAY) == Unread("lovely weather")


def test_nothing_written_is_an_empty_line():
    assert read("", Ask.PLAY) == Unread("")


@pytest.mark.parametrize("card", STANDARD_PACK.cards(), ids=str)
def test_every_card_reads_back_in_every_form_we_print(card):
    for form in (str(card), card_sign(card), card_words(card), f"{card_sign(card)}\ufe0e"):
        assert read(form, Ask.PLAY) == Play(card)


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("[Lindy-6.3] QH", "QH"),
        ("[Tuesday club-1.B] 3", "3"),
        ("Re: [Lindy] Deal 6 of 19: your turn", ""),
        ("QH", ""),
        ("", ""),
        ("[Lindy]", ""),
    ],
)
def test_the_subject_of_a_tap(subject, text):
    assert after_tag(subject) == text
