"""Shuffles that can be proved: a secret announced by its fingerprint, and words of the players.

docs/FAIRNESS.md specifies all of it, so that anybody can write it anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar
from unicodedata import normalize

from engine.cards import Seat

Shuffled = TypeVar("Shuffled")

SECRET_BYTES = 32
MOST_LETTERS = 60
"""As long as a player's word for a shuffle may be."""

Words = tuple[tuple[Seat, str], ...]
"""The words players have mailed for one shuffle, one a seat at most, in the order of the seats."""

_LABEL = "oh hell shuffle"


def fingerprint(secret: bytes) -> str:
    """What is announced of a secret before its pack is shuffled: its SHA-256, as 64 digits."""
    return hashlib.sha256(secret).hexdigest()


def seed(game: str, deal: int, secret: bytes, words: Words = ()) -> bytes:
    """What fixes the order of a pack: a secret and words, bound to one deal of one game.

    The SHA-256 of a label, the game's name, the deal's number, the secret, and the seat and word
    of each word, every one of them after its length in 4 bytes. Deal 0 is the draw for dealer.
    """
    parts = [_LABEL.encode(), game.encode(), str(deal).encode(), secret]
    for seat, word in sorted(words):
        parts += [str(seat).encode(), word.encode()]
    return hashlib.sha256(b"".join(len(p).to_bytes(4, "big") + p for p in parts)).digest()


def tidy_word(said: str) -> str:
    """A player's word as it is mixed in and published: one line, no more than 60 characters.

    Every run of blanks and of what cannot be printed becomes one blank.
    """
    letters = (letter if letter.isprintable() else " " for letter in normalize("NFC", said))
    return " ".join("".join(letters).split())[:MOST_LETTERS].rstrip()


def shuffle(pack: Sequence[Shuffled], seed: bytes) -> tuple[Shuffled, ...]:
    """The pack, or whatever is drawn from, in the order its seed fixes, top card first.

    An unbiased Fisher-Yates shuffle: from the last place down, each card changes places with one
    at or above it, chosen by the stream of SHA-256(seed, counter) in 8-byte numbers; a number
    that would favour a place is passed over.

    >>> from engine.cards import cards
    >>> shuffle(cards("2C 3C 4C 5C"), b"a secret")
    (3C, 5C, 2C, 4C)
    """
    order = list(pack)
    numbers = _numbers(seed)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, numbers)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _numbers(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    fair = 2**64 - 2**64 % limit
    return next(number for number in numbers if number < fair) % limit
