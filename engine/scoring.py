"""Axis: points for a deal."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class Score(StrEnum):
    """The scoring formula: what a made and a missed bid bring."""

    SIMPLE = "simple"
    COMMON = "common"
    BONUS_ONLY = "bonus_only"
    ZERO5 = "zero5"
    ZERO5PLUS = "zero5plus"
    ZERO5_SIMPLE = "zero5_simple"
    ZERO5PLUS_SIMPLE = "zero5plus_simple"
    TENS = "tens"
    FIVE_TEN = "five_ten"
    SQUARE = "square"
    BOEREN100 = "boeren100"
    SEVEN_TRUF = "7truf"
    ROMANIAN = "romanian"
    POCHA = "pocha"
    PODRIDA3 = "podrida3"
    WIZARD = "wizard"
    CLAG_FOSS = "clag_foss"
    NINETY_NINE = "ninety_nine"
    KACHUFUL_TENS = "kachuful_tens"


class Bonus(StrEnum):
    """Points beside the formula."""

    NONE = "none"
    STREAKS = "streaks"
    PREMIUM = "premium"


def simple(bid: int, taken: int) -> int:
    """Exactly the bid: 10 and the bid; otherwise nothing (pagat, Blackout)."""
    return 10 + bid if bid == taken else 0


def common(bid: int, taken: int) -> int:
    """One point a trick, and 10 for taking exactly the bid (pagat, Oh Hell!)."""
    return taken + 10 if bid == taken else taken


SCORES: dict[Score, Callable[[int, int], int]] = {Score.SIMPLE: simple, Score.COMMON: common}
