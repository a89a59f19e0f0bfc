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


def of_each(
    names: str | Sequence[str], rows: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """`pytest.mark.parametrize` in one test, which tells of all rows at once that are wrong.

    For small questions: a test costs a millisecond before it has asked anything. What fixtures
    give is the same for all rows.
    """
    given, every = [names] if isinstance(names, str) else list(names), list(rows)

    def asking(question: Callable[..., None]) -> Callable[..., None]:
        def asked(*case: object, **others: object) -> None:
            _ask_each(question, given, every, case, others)

        return _like(question, asked, [one for one in _takes(question) if one.name not in given])

    return asking


def in_groups(
    names: str,
    groups: Mapping[str, Sequence[Any]],
    now: Callable[[str], bool] = lambda _group: True,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The same with a test for each group of rows, whose name is its parameter; `now` as above.

    `names` are those of the arguments, separated by blanks, that a row is given to.
    """
    given = names.split()

    def asking(question: Callable[..., None]) -> Callable[..., None]:
        def asked(*case: object, group: str, **others: object) -> None:
            _ask_each(question, given, groups[group], case, others)

        takes = [one for one in _takes(question) if one.name not in given]
        takes.append(Parameter("group", Parameter.KEYWORD_ONLY))
        return pytest.mark.parametrize("group", others_long(groups, now))(
            _like(question, asked, takes)
        )

    return asking


def _ask_each(
    question: Callable[..., None],
    given: Sequence[str],
    rows: Sequence[Any],
    case: tuple[object, ...],
    others: Mapping[str, object],
) -> None:
    wrong = []
    assert rows, "there is nothing to ask of"
    for row in rows:
        try:
            question(*case, **others, **dict(zip(given, row if given[1:] else (row,), strict=True)))
        except Exception as problem:
            problem.add_note(f"of {' '.join(given)}: {row!r}")
            wrong.append(problem)
    if wrong[1:]:
        raise ExceptionGroup(f"wrong of {len(wrong)} rows", wrong)
    if wrong:
        raise wrong[0]


def _takes(question: Callable[..., None]) -> list[Parameter]:
    return list(signature(question).parameters.values())


def _like(
    question: Callable[..., None], asked: Callable[..., None], takes: Sequence[Parameter]
) -> Callable[..., None]:
    """`asked` under the name of a test's question, as one that takes these."""
    asked.__signature__ = signature(question).replace(parameters=takes)  # type: ignore[attr-defined]
    asked.__doc__, asked.__name__ = question.__doc__, question.__name__
    asked.__qualname__, asked.__module__ = question.__qualname__, question.__module__
    asked.pytestmark = [*getattr(question, "pytestmark", [])]  # type: ignore[attr-defined]
    return asked
