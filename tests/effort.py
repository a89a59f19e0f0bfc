"""How much of a test every run does, and what is left to `dev.py long`."""

from collections.abc import Iterable

import pytest

LONG = pytest.mark.long


def few(rows: Iterable[object], count: int) -> list[object]:
    """Rows of a parameter: the first `count` in every run, the others in the long one."""
    return [
        row if n < count else pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=LONG)
        for n, row in enumerate(rows)
    ]
