"""Points as formulas: what a bid brings, case by case, from the tricks, the bid and the hand size.

A scoring is data. Whoever has a way of their own writes it in a line, `made 10+2t, missed -2d`,
which `engine.scoring_text` reads; what is built in is written in the same words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from engine.errors import RulesError


class Case(StrEnum):
    """What became of a bid; where several hold, the narrowest that has a formula counts.

    Of made bids: any, one of zero, one of all tricks. Of missed ones: any, too few tricks, too
    many, by one or by any number, no trick though some were bid, some though zero was.
    """

    MADE = "made"
    ZERO = "zero"
    ALL = "all"
    MISSED = "missed"
    UNDER = "under"
    NONE = "none"
    ONE_UNDER = "one under"
    OVER = "over"
    ONE_OVER = "one over"
    MISSED_ZERO = "missed zero"


class Noun(StrEnum):
    """What a formula may count: tricks taken, bid, difference, cards of the deal, players."""

    TRICKS = "t"
    BID = "b"
    DIFFERENCE = "d"
    HAND = "h"
    PLAYERS = "n"


MOST_POINTS = 9999
"""A deal brings so many points at most, and costs no more."""

Term = tuple[int, tuple[Noun, ...]]
"""A number of times some nouns: `2*t` is 2 and (TRICKS,), and 10 alone is 10 and ()."""

Table = tuple[tuple[int, ...], ...]
"""The points of a seat by its bid and its tricks."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A sum of terms, divided by a number; of what comes out the fraction is dropped.

    >>> str(Formula(((10, ()), (2, (Noun.TRICKS,)))))
    '10+2t'
    """

    terms: tuple[Term, ...]
    divisor: int = 1

    def __str__(self) -> str:
        said = "".join(map(_said, self.terms)).removeprefix("+") or "0"
        if self.divisor == 1:
            return said
        return f"({said})/{self.divisor}" if len(self.terms) > 1 else f"{said}/{self.divisor}"

    @property
    def nouns(self) -> frozenset[Noun]:
        """What it counts."""
        return frozenset(noun for _, nouns in self.terms for noun in nouns)

    def of(self, counts: dict[Noun, int]) -> int:
        """What it comes to."""
        total = 0
        for number, nouns in self.terms:
            for noun in nouns:
                number *= counts[noun]
            total += number
        whole = abs(total) // self.divisor
        return whole if total >= 0 else -whole


def _said(term: Term) -> str:
    number, nouns = term
    if not nouns:
        return f"{number:+}"
    factor = "+" if number == 1 else "-" if number == -1 else f"{number:+}"
    return factor + "*".join(nouns)


@dataclass(frozen=True, slots=True)
class Scoring:
    """A formula for each case that has one, and the most and the least that a bid brings.

    Its text is what `engine.scoring_text` reads: `made 10+2t, missed -2d, at least -10`.
    """

    cases: tuple[tuple[Case, Formula], ...]
    most: int | None = None
    least: int | None = None

    def __str__(self) -> str:
        said = [f"{case} {formula}" for case, formula in self.cases]
        said += [f"at most {self.most}"] * (self.most is not None)
        said += [f"at least {self.least}"] * (self.least is not None)
        return ", ".join(said)

    @property
    def nouns(self) -> frozenset[Noun]:
        """What its formulas count."""
        return frozenset().union(*(formula.nouns for _, formula in self.cases))

    def points(self, bid: int, taken: int, size: int, players: int) -> int:
        """What a bid brings that took so many tricks of a deal."""
        formulas = dict(self.cases)
        formula = next(formulas[case] for case in cases_of(bid, taken, size) if case in formulas)
        points = formula.of(
            {
                Noun.TRICKS: taken,
                Noun.BID: bid,
                Noun.DIFFERENCE: abs(bid - taken),
                Noun.HAND: size,
                Noun.PLAYERS: players,
            }
        )
        points = points if self.most is None else min(points, self.most)
        return points if self.least is None else max(points, self.least)


def cases_of(bid: int, taken: int, size: int) -> tuple[Case, ...]:
    """What became of a bid, the narrowest first.

    >>> [str(case) for case in cases_of(2, 0, 5)]
    ['none', 'under', 'missed']
    """
    if bid == taken:
        return (*[Case.ZERO] * (not bid), *[Case.ALL] * (bid == size), Case.MADE)
    if taken > bid:
        zero, one = [Case.MISSED_ZERO] * (not bid), [Case.ONE_OVER] * (taken == bid + 1)
        return (*zero, *one, Case.OVER, Case.MISSED)
    none, one = [Case.NONE] * (not taken), [Case.ONE_UNDER] * (taken == bid - 1)
    return (*none, *one, Case.UNDER, Case.MISSED)


@lru_cache(maxsize=512)
def table(scoring: Scoring, size: int, players: int) -> Table:
    """The points of every bid and every number of tricks of a deal."""
    tricks = range(size + 1)
    return tuple(
        tuple(scoring.points(bid, taken, size, players) for taken in tricks) for bid in tricks
    )


def alike(one: Scoring, other: Scoring) -> bool:
    """Whether two scorings bring the same, whatever is bid and taken."""
    if (one.most, one.least) != (other.most, other.least):
        return False
    counted = Noun.PLAYERS in one.nouns | other.nouns
    return all(
        table(one, size, players) == table(other, size, players)
        for size in range(1, _LARGEST + 1)
        for players in (range(2, 13) if counted else (2,))
    )


MOST_DIVISOR = 20
_LARGEST = 26
"""No two formulas that divide by so little are the same up to so many cards and differ later."""


@lru_cache(maxsize=256)
def problem_with(scoring: Scoring, deals: frozenset[tuple[int, int]]) -> RulesError | None:
    """Why nobody can play by a scoring in deals of some sizes, each with a number of players."""
    if Noun.PLAYERS not in scoring.nouns:
        deals = frozenset((size, 0) for size, _ in deals)
    tables = [(table(scoring, *deal), deal[0]) for deal in sorted(deals)]
    for points, size in tables:
        for bid, taken in ((bid, taken) for bid in range(size + 1) for taken in range(size + 1)):
            if abs(points[bid][taken]) > MOST_POINTS:
                return RulesError(
                    "a bid of %(bid)s with %(taken)s taken would bring %(points)s points, and a"
                    " deal may bring or cost %(limit)s; add for example: %(example)s",
                    bid=bid,
                    taken=taken,
                    points=points[bid][taken],
                    limit=MOST_POINTS,
                    example="at most 500" if points[bid][taken] > 0 else "at least -500",
                )
    one_for_all = len({formula for _, formula in scoring.cases}) == 1
    blind = one_for_all and Noun.DIFFERENCE not in scoring.nouns
    if blind or not any(_is_better(points, size) for points, size in tables):
        return RulesError(
            "a made bid brings no more than a missed one; for example: made 10+t, missed t"
        )
    return None


def _is_better(points: Table, size: int) -> bool:
    """Whether a bid is worth making: with the same bid, and with the same tricks as another."""
    return _has_better(points, size) and _has_better(tuple(zip(*points, strict=True)), size)


def _has_better(points: Iterable[tuple[int, ...]], size: int) -> bool:
    return any(row[at] > row[other] for at, row in enumerate(points) for other in range(size + 1))
