"""Axis: what is paid at the end of a game, in the stake for one point."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from fractions import Fraction


class Settle(StrEnum):
    """What losers pay winners.

    The difference from the average; every difference between two; an ante of one each to the
    winner; ten more points for the winner, then every difference.
    """

    NONE = "none"
    MEAN = "mean"
    PAIRWISE = "pairwise"
    POOL = "pool"
    HARD = "hard"


HARD_BONUS = 10


def pairwise(totals: Sequence[int]) -> tuple[int, ...]:
    """What each gets when every two settle their difference; sums to nothing."""
    return tuple(len(totals) * total - sum(totals) for total in totals)


def hard_totals(totals: Sequence[int], winners: Collection[int]) -> tuple[int, ...]:
    """The totals with ten points more for the winner (it.wikipedia, Oh Pshaw: hard score)."""
    return tuple(total + HARD_BONUS * (seat in winners) for seat, total in enumerate(totals))


def settlement(
    settle: Settle, totals: Sequence[int], winners: Collection[int]
) -> tuple[Fraction, ...]:
    """What each seat gets, or pays if negative, by seat; sums to nothing. Empty for none."""
    players = len(totals)
    match settle:
        case Settle.NONE:
            return ()
        case Settle.MEAN:
            return tuple(Fraction(due, players) for due in pairwise(totals))
        case Settle.PAIRWISE:
            return tuple(map(Fraction, pairwise(totals)))
        case Settle.HARD:
            return tuple(map(Fraction, pairwise(hard_totals(totals, winners))))
        case Settle.POOL:
            share = Fraction(players, len(winners))
            return tuple(share * (seat in winners) - 1 for seat in range(players))
