"""Points as the formulas of a spreadsheet: what `engine.formula` reckons, told to a workbook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.formula import Case, Formula, Noun, Scoring
from engine.scoring import SCORES, Score


@dataclass(frozen=True, slots=True)
class Cells:
    """Where what points depend on stands, as `B6`: of one seat, and by seat all bids and tricks."""

    bid: str
    taken: str
    size: str
    bids: tuple[str, ...]
    takens: tuple[str, ...]

    @property
    def made(self) -> str:
        """A formula: whether the bid was made."""
        return f"{self.bid}={self.taken}"


def points_formula(score: Score | Scoring, cells: Cells) -> str:
    """What brings a seat's points, without the sign of equality before it.

    >>> cells = Cells("E6", "F6", "B6", ("E6",), ("F6",))
    >>> points_formula(Score.TENS, cells)
    'IF(E6=F6,IF(E6=0,10,10*E6),-10*ABS(E6-F6))'
    """
    match score:
        case Score.NINETY_NINE:
            pairs = zip(cells.bids, cells.takens, strict=True)
            made = "+".join(f"({bid}={taken})" for bid, taken in pairs)
            return f"{cells.taken}+IF({cells.made},40-10*({made}),0)"
        case Score.MOST_TRICKS:
            most = f"MAX({','.join(cells.takens)})"
            alone = "+".join(f"({taken}={most})" for taken in cells.takens)
            return f"IF(AND({cells.taken}={most},{alone}=1),10,0)"
        case Scoring():
            return _by_case(score, cells)
        case _:
            return _by_case(SCORES[score], cells)


def _by_case(scoring: Scoring, cells: Cells) -> str:
    """The formula of each case where it holds, the narrowest first, between least and most."""
    bid, taken = cells.bid, cells.taken
    made = ((Case.ZERO, f"{bid}=0"), (Case.ALL, f"{bid}={cells.size}"), (Case.MADE, ""))
    over = (
        (Case.MISSED_ZERO, f"{bid}=0"),
        (Case.ONE_OVER, f"{taken}={bid}+1"),
        *((Case.OVER, ""), (Case.MISSED, "")),
    )
    under = (
        (Case.NONE, f"{taken}=0"),
        (Case.ONE_UNDER, f"{taken}={bid}-1"),
        *((Case.UNDER, ""), (Case.MISSED, "")),
    )
    more, fewer = (_narrowest(scoring, some, cells) for some in (over, under))
    missed = more if more == fewer else f"IF({taken}>{bid},{more},{fewer})"
    points = f"IF({cells.made},{_narrowest(scoring, made, cells)},{missed})"
    if scoring.most is not None:
        points = f"MIN({points},{scoring.most})"
    return points if scoring.least is None else f"MAX({points},{scoring.least})"


def _narrowest(scoring: Scoring, cases: Sequence[tuple[Case, str]], cells: Cells) -> str:
    """The formulas of the cases that have one, each where it holds; no condition always does."""
    formulas = dict(scoring.cases)
    some = [(_sum(formulas[case], cells), holds) for case, holds in cases if case in formulas]
    end = next(at for at, (_, holds) in enumerate(some) if not holds)
    told = some[end][0]
    for points, holds in reversed(some[:end]):
        told = f"IF({holds},{points},{told})"
    return told


def _sum(formula: Formula, cells: Cells) -> str:
    terms = "".join(_term(number, nouns, cells) for number, nouns in formula.terms)
    told = terms.removeprefix("+") or "0"
    return told if formula.divisor == 1 else f"TRUNC(({told})/{formula.divisor})"


def _term(number: int, nouns: Sequence[Noun], cells: Cells) -> str:
    if not nouns:
        return f"{number:+}"
    sign = "+" if number > 0 else "-"
    factors = [str(abs(number))] * (abs(number) != 1) + [_counted(noun, cells) for noun in nouns]
    return sign + "*".join(factors)


def _counted(noun: Noun, cells: Cells) -> str:
    counted = {
        Noun.TRICKS: cells.taken,
        Noun.BID: cells.bid,
        Noun.DIFFERENCE: f"ABS({cells.bid}-{cells.taken})",
        Noun.HAND: cells.size,
        Noun.PLAYERS: str(len(cells.bids)),
    }
    return counted[noun]
