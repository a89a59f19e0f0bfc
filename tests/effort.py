"""How much of a test every run does, and what is left to `dev.py long`."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")
LONG = pytest.mark.long


def others_long(rows: Iterable[T], now: Callable[[T], bool]) -> list[T | ParameterSet]:
    """Rows of a parameter: in every run those that are told so, the others in the long one."""
    return [row if now(row) else pytest.param(row, marks=LONG) for row in rows]


def few(rows: Iterable[object], count: int) -> list[object]:
    """Rows of a parameter: the first `count` in every run, the others in the long one."""
    return [
        row if n < count else pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=LONG)
        for n, row in enumerate(rows)
    ]
