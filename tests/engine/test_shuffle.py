"""Shuffles: fixed by their secret, fair, and every card once."""

from collections import Counter

from engine import Rules, codes, shuffle

PACK = Rules().pack.cards()


def test_the_same_secret_gives_the_same_order():
    assert shuffle(PACK, b"one") == shuffle(PACK, b"one")
    assert shuffle(PACK, b"one") != shuffle(PACK, b"two")


def test_every_card_is_there_once():
    assert sorted(shuffle(PACK, b"any")) == sorted(PACK)


def test_a_shuffle_is_the_one_its_description_gives():
    """Worked apart from the code: SHA-256(secret, counter), 8 bytes at a time, from the end."""
    import hashlib

    stream = b"".join(hashlib.sha256(b"worked" + n.to_bytes(8, "big")).digest() for n in range(20))
    numbers = iter(int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8))
    order = list(PACK)
    for last in range(51, 0, -1):
        chosen = next(numbers) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]

    assert codes(shuffle(PACK, b"worked")) == codes(order)


def test_the_top_card_is_as_often_one_as_another():
    """5,200 shuffles: each card on top about 100 times; 60 to 140 is four standard deviations."""
    tops = Counter(shuffle(PACK, n.to_bytes(4, "big"))[0] for n in range(5200))

    assert len(tops) == 52
    assert 60 <= min(tops.values()) <= max(tops.values()) <= 140
