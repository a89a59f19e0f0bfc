"""Seasons: who sits at which table, from round to round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Someone = TypeVar("Someone")


def levels(order: Sequence[Someone], size: int) -> list[list[Someone]]:
    """People in the order of their standing at tables of about one size, the best first.

    >>> levels("abcdefg", 3)
    [['a', 'b', 'c', 'd'], ['e', 'f', 'g']]
    """
    tables = max(1, round(len(order) / size))
    least, more = divmod(len(order), tables)
    found, at = [], 0
    for level in range(tables):
        length = least + (level < more)
        found.append(list(order[at : at + length]))
        at += length
    return found


def moved(tables: Sequence[Sequence[Someone]], movers: int) -> list[list[Someone]]:
    """The levels after a round: so many of each table go up, and as many down.

    Each table is given best first, the top table first. Nobody moves twice, so at most half of
    the smaller table moves. Who comes down stands before those who stayed, who comes up behind.

    >>> moved(["abc", "def", "ghi"], 1)
    [['a', 'b', 'd'], ['c', 'e', 'g'], ['f', 'h', 'i']]
    """
    found = [list(table) for table in tables]
    for above in range(len(tables) - 1):
        upper, lower = tables[above], tables[above + 1]
        count = min(movers, len(upper) // 2, len(lower) // 2)
        for one in list(upper[len(upper) - count :]):
            found[above].remove(one)
        for one in list(lower[:count]):
            found[above + 1].remove(one)
        found[above] += lower[:count]
        found[above + 1] = [*upper[len(upper) - count :], *found[above + 1]]
    return found
