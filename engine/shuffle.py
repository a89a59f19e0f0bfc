"""Shuffles that a secret fixes: the same secret and pack always give the same order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from engine.cards import Card


def shuffle(pack: Sequence[Card], secret: bytes) -> tuple[Card, ...]:
    """The pack in the order its secret fixes, top card first.

    An unbiased Fisher-Yates shuffle: from the last place down, each card changes places with one
    at or above it, chosen by the stream of SHA-256(secret, counter) in 8-byte numbers; a number
    that would favour a place is passed over.
    """
    order = list(pack)
    numbers = _numbers(secret)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, numbers)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _numbers(secret: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(secret + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    fair = 2**64 - 2**64 % limit
    return next(number for number in numbers if number < fair) % limit
