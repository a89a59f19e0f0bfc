"""Axis: how many cards each deal of a game has."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import RulesError


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

EACH = 0
"""So many times as there are players."""


@dataclass(frozen=True, slots=True)
class DealList:
    """Hand sizes written one after the other: each part runs from a size to another, so many times.

    `1*n 2..8 9*n` is one card once for each player, two up to eight, and nine once for each.

    >>> DealList.parse("1*n 2..4 3..2 5*2").sizes(5, 3)
    (1, 1, 1, 2, 3, 4, 3, 2, 5, 5)
    """

    parts: tuple[tuple[int, int, int], ...]

    @classmethod
    def parse(cls, text: str) -> DealList:
        """The deals of a text; RulesError where it is no list."""
        parts = []
        for part in text.split():
            found = re.fullmatch(
                r"(\d{1,2})(?:\.\.(\d{1,2}))?(?:[*x](\d{1,2}|n))?", part.casefold()
            )
            if found is None or 0 in (int(found[1]), int(found[2] or 1)) or found[3] in ("0", "00"):
                raise RulesError(
                    "'%(part)s' is no part of a list of deals; there are 5, 2..8, 13*5 and 1*n",
                    part=part,
                )
            times = EACH if found[3] == "n" else int(found[3] or 1)
            parts.append((int(found[1]), int(found[2] or found[1]), times))
        return cls(tuple(parts))

    def __str__(self) -> str:
        said = []
        for first, last, times in self.parts:
            run = f"{first}" if first == last else f"{first}..{last}"
            said.append(run if times == 1 else f"{run}*{times or 'n'}")
        return " ".join(said)

    @property
    def most(self) -> int:
        """Its largest hand."""
        return max(max(first, last) for first, last, _ in self.parts)

    def sizes(self, m: int, n: int) -> Sizes:
        """The hand sizes, none larger than the largest hand there can be."""
        found: list[int] = []
        for first, last, times in self.parts:
            way = 1 if last >= first else -1
            found += [min(size, m) for size in range(first, last + way, way)] * (times or n)
        return tuple(found)


Multiples = tuple[tuple[int, int], ...]
"""Deals whose points count several times: their numbers, from the end if negative, and how often.
"""


def times_of(multiples: Multiples, number: int, count: int | None) -> int:
    """How often the points of a deal count, by its number, of so many deals.

    >>> times_of(((1, 2), (-1, 3)), 19, 19)
    3
    """
    often = dict(multiples)
    if count is not None and number <= count and number - 1 - count in often:
        return often[number - 1 - count]
    return often.get(number, 1)


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


def scheduled(schedule: Schedule | DealList, hand: int, players: int) -> Sizes:
    """The hand sizes of a schedule for a largest hand and a number of players."""
    sizes = schedule.sizes if isinstance(schedule, DealList) else SCHEDULES[schedule]
    return sizes(hand, players)


def schedule_of(name: str) -> Schedule | DealList:
    """The schedule of a name, or of a list; RulesError where it is neither."""
    try:
        return Schedule(name)
    except ValueError:
        return DealList.parse(name)
