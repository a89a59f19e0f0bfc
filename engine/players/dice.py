"""Chance for computers, all of it from a seed: the same numbers follow from the same seed."""

from __future__ import annotations

import hashlib
from typing import TypeVar

from engine.view import DealView

T = TypeVar("T")

_BITS = (1 << 64) - 1
_TIMES, _PLUS = 6364136223846793005, 1442695040888963407
"""Knuth's linear congruential generator of 64 bits (MMIX)."""


class Dice:
    """Numbers by chance that follow from a seed; quick, and good for nothing that must be secret.

    >>> dice = Dice(b"a seed")
    >>> [dice.below(6) for _ in range(8)] == [Dice(b"a seed").below(6)] * 8
    False
    """

    __slots__ = ("_state",)

    def __init__(self, seed: bytes) -> None:
        self._state = int.from_bytes(hashlib.sha256(seed).digest()[:8], "big")

    def below(self, limit: int) -> int:
        """A number from 0 to one below `limit`, each as likely but for one in two thousand million.

        Of the generator's bits only the upper half is used, for the lower ones repeat soon.
        """
        self._state = (self._state * _TIMES + _PLUS) & _BITS
        return (self._state >> 32) * limit >> 32

    def chance(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return self.below(1 << 32) / (1 << 32)

    def mix(self, things: list[T]) -> None:
        """Bring a list into any order."""
        state = self._state
        for last in range(len(things) - 1, 0, -1):
            state = (state * _TIMES + _PLUS) & _BITS
            at = (state >> 32) * (last + 1) >> 32
            things[last], things[at] = things[at], things[last]
        self._state = state


def dice_at(seed: bytes, deal: DealView) -> Dice:
    """Dice for one decision: each place of a deal has its own, of the same seed."""
    place = deal.number, len(deal.tricks), len(deal.trick.cards), *map(str, deal.bids), deal.trump
    return Dice(seed + repr(place).encode())
