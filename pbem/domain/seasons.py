"""Seasons: who sits at which table, from round to round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from typing import TypeVar

Someone = TypeVar("Someone")


def levels(order: Sequence[Someone], size: int) -> list[list[Someone]]:
    """People in the order of their standing at tables of about one size, the best first.

    >>> levels("abcdefg", 3)
    [['a', 'b', 'c', 'd'], ['e', 'f', 'g']]
    """
    tables = max(1, round(len(order) / size))
    least, more = divmod(len(order), tables)
    people = iter(order)
    return [list(islice(people, least + (level < more))) for level in range(tables)]


def moved(tables: Sequence[Sequence[Someone]], movers: int) -> list[list[Someone]]:
    """The levels after a round: so many of each table go up, and as many down.

    Each table is given best first, the top table first. Nobody moves twice, so at most half of
    the smaller table moves. Who comes down stands before those who stayed, who comes up behind.

    >>> moved(["abc", "def", "ghi"], 1)
    [['a', 'b', 'd'], ['c', 'e', 'g'], ['f', 'h', 'i']]
    """
    between = [min(movers, len(a) // 2, len(b) // 2) for a, b in pairwise(tables)]
    counted = list(zip(tables, [0, *between], [*between, 0], strict=False))
    up = [table[:rise] for table, rise, _ in counted]
    stay = [table[rise : len(table) - fall] for table, rise, fall in counted]
    down = [table[len(table) - fall :] for table, _, fall in counted]
    levels_after = zip([(), *down], stay, [*up[1:], ()], strict=False)
    return [[*from_above, *stayed, *from_below] for from_above, stayed, from_below in levels_after]
