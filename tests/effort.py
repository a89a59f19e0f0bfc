"""How much of a test every run does, and what is left to `dev.py long`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any, TypeVar

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


def in_groups(
    names: str,
    groups: Mapping[str, Sequence[Any]],
    now: Callable[[str], bool] = lambda _group: True,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A test asks its question of all rows of a group, which is its parameter; `now` as above.

    For small questions: a test costs a millisecond before it has asked anything. `names` are those
    of the arguments, separated by blanks, that a row is given to.
    """
    given = names.split()

    def asking(question: Callable[..., None]) -> Callable[..., None]:
        def asked(group: str, **others: object) -> None:
            for row in groups[group]:
                question(**others, **dict(zip(given, row if given[1:] else (row,), strict=True)))

        takes = [one for name, one in signature(question).parameters.items() if name not in given]
        takes.append(Parameter("group", Parameter.KEYWORD_ONLY))
        asked.__signature__ = signature(question).replace(parameters=takes)  # type: ignore[attr-defined]
        asked.__doc__ = question.__doc__
        return pytest.mark.parametrize("group", others_long(groups, now))(asked)

    return asking
