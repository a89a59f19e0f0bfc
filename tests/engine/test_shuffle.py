"""Shuffles: fixed by their secret, fair, and every card once."""

import hashlib
import random

import pytest

from engine import Rules, Seat, codes, shuffle
from engine.shuffle import _below, seed, tidy_word
from tests.chances import SUSPICIOUS, Counted, as_dealt

PACK = Rules().pack.cards()


def test_the_same_secret_gives_the_same_order():
    assert shuffle(PACK, b"one") == shuffle(PACK, b"one")
    assert shuffle(PACK, b"one") != shuffle(PACK, b"two")


def test_every_card_is_there_once():
    assert sorted(shuffle(PACK, b"any")) == sorted(PACK)


def test_a_shuffle_is_the_one_its_description_gives():
    """Worked apart from the code: SHA-256(secret, counter), 8 bytes at a time, from the end."""
    stream = b"".join(hashlib.sha256(b"worked" + n.to_bytes(8, "big")).digest() for n in range(20))
    numbers = iter(int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8))
    order = list(PACK)
    for last in range(51, 0, -1):
        chosen = next(numbers) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]

    assert codes(shuffle(PACK, b"worked")) == codes(order)


def test_twenty_thousand_shuffles_favour_no_card_and_no_place():
    """The same questions as `python3 dev.py chances` asks of a million."""
    counted = Counted()
    for number in range(20_000):
        counted.add(as_dealt(number))

    assert all(abs(off) < SUSPICIOUS for off in counted.off().values())


def test_a_shuffle_that_favours_places_is_found():
    """Each card changes places with any other, as shuffles are often written: it is not fair."""
    dice, counted = random.Random(1), Counted()
    for _ in range(20_000):
        order = list(PACK)
        for at in range(len(order)):
            other = dice.randrange(len(order))
            order[at], order[other] = order[other], order[at]
        counted.add(order)

    assert counted.off()["which card lies where"] > 3 * SUSPICIOUS


def test_a_number_that_would_favour_a_place_is_passed_over():
    """2^64 is one more than a multiple of three, so its last number would favour place 0."""
    assert _below(3, iter([2**64 - 1, 2**64 - 2])) == (2**64 - 2) % 3
    assert _below(2, iter([2**64 - 1])) == 1


def test_a_seed_is_the_one_its_description_gives():
    """Worked with sha256sum from docs/FAIRNESS.md, each part after its length in four bytes."""
    secret = bytes(range(32))
    whole = (
        b"\0\0\0\x0foh hell shuffle\0\0\0\x05Lindy\0\0\0\x0212\0\0\0\x20"
        + secret
        + b"\0\0\0\x010\0\0\0\x07caf\xc3\xa9 1\0\0\0\x013\0\0\0\x01x"
    )

    words = ((Seat(3), "x"), (Seat(0), "café 1"))
    assert seed("Lindy", 12, secret, words) == hashlib.sha256(whole).digest()


@pytest.mark.parametrize(
    "other",
    [
        ("Lindy", 2, b"s", ((Seat(0), "ab"),)),
        ("Lind", 1, b"s", ((Seat(0), "ab"),)),
        ("Lindy", 1, b"t", ((Seat(0), "ab"),)),
        ("Lindy", 1, b"s", ((Seat(1), "ab"),)),
        ("Lindy", 1, b"s", ((Seat(0), "a"),)),
        ("Lindy", 1, b"s", ((Seat(0), "a"), (Seat(1), "b"))),
        ("Lindy", 1, b"s", ()),
    ],
)
def test_another_game_deal_secret_or_word_is_another_seed(other):
    assert seed(*other) != seed("Lindy", 1, b"s", ((Seat(0), "ab"),))


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("  Banana \t split ", "Banana split"),
        ("e\u0301lan", "élan"),
        ("a\u202eb\u2028c\x00", "a b c"),
        ("x" * 59 + " yz", "x" * 59),
        ("\u200b ", ""),
    ],
)
def test_a_word_is_one_line_that_can_be_printed(said, word):
    assert tidy_word(said) == word
