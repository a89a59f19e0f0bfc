"""Axis: how many cards each deal of a game has."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class Schedule(StrEnum):
    """How the hand sizes run over a game; `m` is the largest hand."""

    DOWN_UP = "down_up"
    UP_DOWN = "up_down"
    DOWN = "down"
    UP = "up"
    DOWN_UP_TWO_ONES = "down_up_two_ones"
    UP_DOWN_TWO_MAX = "up_down_two_max"
    CONSTANT = "constant"
    UP_FROM = "up_from"
    SEVEN_TRUF = "7truf"
    ROMANIAN = "romanian"
    POCHA = "pocha"
    PODRIDA = "podrida"
    FIDEPO = "fidepo"
    PODRIDA40 = "podrida40"
    OKUNEFF = "okuneff"
    CLAG = "clag"


def down_up(most: int) -> tuple[int, ...]:
    """From the largest hand down to one card and up again: `3 2 1 2 3` (pagat, Oh Hell!)."""
    return (*range(most, 0, -1), *range(2, most + 1))


SCHEDULES: dict[Schedule, Callable[[int], tuple[int, ...]]] = {Schedule.DOWN_UP: down_up}
