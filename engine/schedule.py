"""Axis: how many cards each deal of a game has."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class Schedule(StrEnum):
    """How the hand sizes run over a game; `m` is the largest hand, `n` the number of players."""

    DOWN_UP = "down_up"
    UP_DOWN = "up_down"
    DOWN = "down"
    UP = "up"
    DOWN_UP_TWO_ONES = "down_up_two_ones"
    UP_DOWN_TWO_MAX = "up_down_two_max"
    CONSTANT = "constant"
    SEVEN_TRUF = "7truf"
    ROMANIAN = "romanian"
    POCHA = "pocha"
    PODRIDA = "podrida"
    FIDEPO = "fidepo"
    PODRIDA40 = "podrida40"
    OKUNEFF = "okuneff"
    CLAG = "clag"
    CLAG_SIX = "clag_six"


Sizes = tuple[int, ...]


def down_up(m: int, _n: int) -> Sizes:
    """`3 2 1 2 3` (pagat, Oh Hell!)."""
    return (*range(m, 0, -1), *range(2, m + 1))


def up_down(m: int, _n: int) -> Sizes:
    """`1 2 3 2 1` (pagat)."""
    return (*range(1, m + 1), *range(m - 1, 0, -1))


def down(m: int, _n: int) -> Sizes:
    """`3 2 1` (pagat)."""
    return tuple(range(m, 0, -1))


def up(m: int, _n: int) -> Sizes:
    """`1 2 3` (pagat; Oh Pshaw, British Oh Hell, Wizard)."""
    return tuple(range(1, m + 1))


def down_up_two_ones(m: int, _n: int) -> Sizes:
    """`3 2 1 1 2 3` (pagat; Australian Bust)."""
    return (*down(m, 0), *up(m, 0))


def up_down_two_max(m: int, _n: int) -> Sizes:
    """`1 2 3 3 2 1` (pagat)."""
    return (*up(m, 0), *down(m, 0))


def seven_truf(m: int, n: int) -> Sizes:
    """Up to all but one, everybody deals all cards once, down, and once more (pagat, 7-Truf)."""
    return (*up(m - 1, 0), *(m,) * n, *down(m - 1, 0), *(m,) * n)


def romanian(m: int, n: int) -> Sizes:
    """`1` for each player, up, `m` for each, down, `1` for each (Romanian Whist, Pocha)."""
    return (*(1,) * n, *range(2, m), *(m,) * n, *range(m - 1, 1, -1), *(1,) * n)


def podrida(m: int, n: int) -> Sizes:
    """Down to two, `1` for each player, and up again (acanomas, La Podrida)."""
    return (*range(m, 1, -1), *(1,) * n, *range(2, m + 1))


def fidepo(m: int, n: int) -> Sizes:
    """Down to five, `4` for each player, and up again (Federación Internacional de Podrida)."""
    return (*range(m, 4, -1), *(4,) * n, *range(5, m + 1))


def podrida40(m: int, n: int) -> Sizes:
    """Up, `m` for each player, and down again (la-podrida.blogspot)."""
    return (*range(1, m), *(m,) * n, *range(m - 1, 0, -1))


def okuneff(m: int, _n: int) -> Sizes:
    """From four up, then three more of the largest (Al Okuneff, pagat)."""
    return (*range(4, m + 1), m, m, m)


def clag(m: int, _n: int) -> Sizes:
    """Up, eight special deals of the largest hand, and down again (pagat, Clag)."""
    return (*up(m, 0), *(m,) * 8, *down(m, 0))


def clag_six(m: int, _n: int) -> Sizes:
    """As Clag with six special deals (en.wikipedia, Clag: "6 or 8 deals with special rules")."""
    return (*up(m, 0), *(m,) * 6, *down(m, 0))


def constant(m: int, _n: int) -> Sizes:
    """The same size again and again, one round of it (Ninety-Nine)."""
    return (m,)


SCHEDULES: dict[Schedule, Callable[[int, int], Sizes]] = {
    Schedule.DOWN_UP: down_up,
    Schedule.UP_DOWN: up_down,
    Schedule.DOWN: down,
    Schedule.UP: up,
    Schedule.DOWN_UP_TWO_ONES: down_up_two_ones,
    Schedule.UP_DOWN_TWO_MAX: up_down_two_max,
    Schedule.SEVEN_TRUF: seven_truf,
    Schedule.ROMANIAN: romanian,
    Schedule.POCHA: romanian,
    Schedule.PODRIDA: podrida,
    Schedule.FIDEPO: fidepo,
    Schedule.PODRIDA40: podrida40,
    Schedule.OKUNEFF: okuneff,
    Schedule.CLAG: clag,
    Schedule.CLAG_SIX: clag_six,
    Schedule.CONSTANT: constant,
}
"""From the largest hand and the number of players to the hand sizes."""
