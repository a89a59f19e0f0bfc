"""Exact odds of the deal of one card, with 52 cards and a turn-up (Nick Nesler's table, pagat)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from engine.cards import RANKS, Rank

_UNSEEN = 50
"""All but the own card and the turn-up."""

_TRUMPS_OUT = 12


def trump_takes(players: int, rank: Rank, *, turned_higher: bool) -> Fraction:
    """The chance that a trump takes the trick, led or not; `turned_higher` is of the turn-up."""
    better = _above(rank) - turned_higher
    return _nobody_holds(better, players - 1)


def led_card_takes(players: int, rank: Rank) -> Fraction:
    """The chance that a card of another suit takes the trick when it is led."""
    return _nobody_holds(_above(rank) + _TRUMPS_OUT, players - 1)


def other_card_takes(players: int, rank: Rank) -> Fraction:
    """The chance that a card of another suit takes the trick when somebody else leads.

    The leader must hold a lower card of its suit, and nobody else a trump or a higher one.
    """
    lower = RANKS.index(rank)
    rest = _nobody_holds(_above(rank) + _TRUMPS_OUT, players - 2, unseen=_UNSEEN - 1)
    return Fraction(lower, _UNSEEN) * rest


def _above(rank: Rank) -> int:
    """How many ranks are higher."""
    return len(RANKS) - 1 - RANKS.index(rank)


def _nobody_holds(better: int, others: int, unseen: int = _UNSEEN) -> Fraction:
    """The chance that none of some other players holds one of the better cards."""
    return Fraction(comb(unseen - better, others), comb(unseen, others))
