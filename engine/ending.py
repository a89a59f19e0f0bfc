"""Axis: how points add up, when a game ends, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from engine.cards import Seat


class End(StrEnum):
    """What ends a game.

    The last deal of the schedule; the first player with the target or more; with the target
    exactly, where points beyond it bounce back (Boerenbridge); three games to the target, each
    worth as much again to its winner (Ninety-Nine).
    """

    SCHEDULE = "schedule"
    TARGET = "target"
    EXACT_TARGET = "exact_target"
    RUBBER = "rubber"


class Tie(StrEnum):
    """What happens when several players lead at the end.

    They share; more deals of the largest size until one leads alone; the most bids made, or the
    greatest sum of the bids made, decides, and they share what is still equal.
    """

    JOINT = "joint"
    EXTRA_MAX_DEALS = "extra_max_deals"
    MOST_BIDS_MADE = "most_bids_made"
    HIGHEST_MADE_BIDS = "highest_made_bids"


RUBBER = 3
"""How many games a rubber has."""

Points = Sequence[Sequence[int]]
"""The points of every deal, each by seat."""


def bounce(total: int, points: int, target: int) -> int:
    """A total after more points, where what goes beyond the target counts back from it.

    >>> bounce(99, 5, 100)
    96
    """
    after = total + points
    return 2 * target - after if after > target else after


def totals(end: End, target: int | None, points: Points, players: int) -> tuple[int, ...]:
    """The total of every seat after some deals."""
    scores = [0] * players
    if end is End.EXACT_TARGET:
        assert target is not None
        for deal in points:
            scores = [bounce(score, more, target) for score, more in zip(scores, deal, strict=True)]
        return tuple(scores)
    for deal in points:
        scores = [score + more for score, more in zip(scores, deal, strict=True)]
    if end is End.RUBBER:
        assert target is not None
        for won_by in games_won(target, points, players):
            scores = [score + target * (seat in won_by) for seat, score in enumerate(scores)]
    return tuple(scores)


def games_won(target: int, points: Points, players: int) -> tuple[tuple[Seat, ...], ...]:
    """The winners of each game of a rubber that is over: the highest once somebody has the target.

    That several who are highest together each get the bonus is our decision.
    """
    won, scores = [], [0] * players
    for deal in points:
        scores = [score + more for score, more in zip(scores, deal, strict=True)]
        if max(scores) >= target:
            won.append(leaders(scores))
            scores = [0] * players
    return tuple(won)


def is_over(end: End, target: int | None, points: Points, players: int, *, dealt_out: bool) -> bool:
    """Whether a game is over after these deals; `dealt_out` when its schedule has run out."""
    if end is End.SCHEDULE:
        return dealt_out
    assert target is not None
    if end is End.RUBBER:
        return len(games_won(target, points, players)) == RUBBER
    reached = totals(end, target, points, players)
    return target in reached if end is End.EXACT_TARGET else max(reached) >= target


def leaders(totals: Sequence[int], among: Iterable[int] | None = None) -> tuple[Seat, ...]:
    """Every seat with the highest total, of those there are or of some; a tie has several."""
    seats = list(range(len(totals)) if among is None else among)
    best = max(totals[seat] for seat in seats)
    return tuple(Seat(seat) for seat in seats if totals[seat] == best)


def winners(
    end: End, target: int | None, tie: Tie, totals: Sequence[int], made: Sequence[Sequence[int]]
) -> tuple[Seat, ...]:
    """Who has won a game that is over; `made` are the bids each seat has made, by seat."""
    if end is End.EXACT_TARGET:
        first = tuple(Seat(seat) for seat, total in enumerate(totals) if total == target)
    else:
        first = leaders(totals)
    match tie:
        case Tie.MOST_BIDS_MADE:
            return leaders([len(bids) for bids in made], first)
        case Tie.HIGHEST_MADE_BIDS:
            return leaders([sum(bids) for bids in made], first)
        case Tie.JOINT | Tie.EXTRA_MAX_DEALS:
            return first
