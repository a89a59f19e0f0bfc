"""`pbem odds`: the chance to make each bid with a hand, and the deal of one card."""

from __future__ import annotations

import re

import pytest

from tests.pbem.test_cli import out, pbem, sorry


def bids(text):
    """In how many of 100 each bid is made."""
    return {int(bid): int(made) for bid, made in re.findall(r"(\d) +(\d+) +#* *[-\d]+\.\d", text)}


def test_who_holds_the_ace_of_trumps_alone_takes_the_trick(tmp_path):
    assert bids(pbem(tmp_path, "odds", "AS", "--trump", "S", "--players", "3").stdout) == {
        0: 0,
        1: 100,
    }


def test_a_hand_is_told_bid_by_bid_and_alike_each_time(tmp_path):
    words = ("odds", "qh 7h 2c", "--players", "4", "--trump", "9H")
    first = pbem(tmp_path, *words)
    found = bids(first.stdout)

    assert list(found) == [0, 1, 2, 3]
    assert found[3] <= found[0] < found[2] < found[1], (
        "the queen takes one, the seven hardly ever another"
    )
    assert pbem(tmp_path, *words).stdout == first.stdout


def test_without_a_hand_the_deal_of_one_card_is_told(tmp_path):
    """Nesler: among five a seven of trumps takes it in 53.6 of 100, or 58.9 below the turn-up."""
    told = out(pbem(tmp_path, "odds", "--players", "5"))

    assert "The deal of one card among 5" in told
    assert " A 100.0 - " in told
    assert " 7 53.6 58.9 13.7 2.2 " in told
    assert " 2 - 35.7 6.5 0.0" in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("QH QH",), "no QH left in the pack"),
        (("1H",), "not a card: '1H'"),
        (("QH", "--trump", "QH"), "no QH left in the pack"),
        (("QH 7H", "--trump", "9X"), "not a card: '9X'"),
        (("QH 7H TC", "--preset", "ninety_nine_37", "--players", "3"), "no number is bid here"),
    ],
)
def test_what_cannot_be_told_says_why(tmp_path, words, why):
    assert why in sorry(pbem(tmp_path, "odds", *words))
