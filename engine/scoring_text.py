"""Scorings as people write them: `made 10 + 2 per trick, missed nothing, zero 5 plus hand size`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.errors import RulesError
from engine.formula import Case, Formula, Scoring
from engine.formula_text import plain, read_formula

_CASES: dict[str, Case] = {
    **dict.fromkeys(("missed zero", "zero missed", "missed nil", "nil missed"), Case.MISSED_ZERO),
    **dict.fromkeys(("made zero", "zero made", "made nil", "zero", "nil"), Case.ZERO),
    **dict.fromkeys(("bid made", "made bid", "made", "make", "exact", "right", "hit"), Case.MADE),
    **dict.fromkeys(("bid missed", "missed bid", "not made", "missed", "miss"), Case.MISSED),
    **dict.fromkeys(("otherwise", "else", "wrong", "failed", "bust"), Case.MISSED),
    **dict.fromkeys(("one under", "one too few"), Case.ONE_UNDER),
    **dict.fromkeys(("one over", "one too many"), Case.ONE_OVER),
    **dict.fromkeys(("under", "too few", "short"), Case.UNDER),
    **dict.fromkeys(("over", "too many"), Case.OVER),
    **dict.fromkeys(("no tricks", "no trick", "none"), Case.NONE),
    **dict.fromkeys(("all tricks", "all"), Case.ALL),
}
_LIMITS = ("at most", "at least")
_BEGINS = re.compile(
    rf"(?:(?:score|scoring)\b:? +)?({'|'.join((*_CASES, *_LIMITS))})\b[ :=]*(.*)", re.IGNORECASE
)
_NOT_POINTS = re.compile(r"(?:zero limit|at (?:most|least) \d+ cards?)\b", re.IGNORECASE)
"""Other options that begin with the words of a case or a limit."""


def is_of_scoring(option: str) -> bool:
    """Whether an option is a case or a limit of a scoring, such as `missed -5` or `at most 50`."""
    return bool(_BEGINS.fullmatch(option)) and not _NOT_POINTS.match(option)


def case_of(part: str) -> str:
    """The case or the limit that a part of a scoring is about; empty if it is about none."""
    found = _BEGINS.fullmatch(part)
    name = found[1].casefold() if found else ""
    return _CASES.get(name, name)


def read_scoring(text: str, base: Scoring | None = None) -> Scoring:
    """The scoring that a line says, each case between commas; what it leaves out is as in `base`.

    Raises RulesError, saying what is not understood, or what is left open.

    >>> str(read_scoring("made 10 + 2 per trick, missed nothing"))
    'made 10+2t, missed 0'
    """
    cases = dict(base.cases) if base else {}
    limits = {"at most": base.most, "at least": base.least} if base else {}
    for part in (one.strip() for one in text.split(",")):
        found = _BEGINS.fullmatch(part)
        if found is None:
            raise RulesError(
                "'%(part)s' is no case of a scoring; there are: %(cases)s",
                part=part,
                cases=", ".join((*Case, *_LIMITS)),
            )
        name, said = found[1].casefold(), found[2].strip()
        if name in _LIMITS:
            limits[name] = _limit(name, said)
        else:
            cases[_CASES[name]] = read_formula(_CASES[name], said)
    _need(cases)
    most, least = limits.get("at most"), limits.get("at least")
    if most is not None and least is not None and least > most:
        raise RulesError(
            "at least %(least)s and at most %(most)s: nothing lies between", least=least, most=most
        )
    if {Case.UNDER, Case.OVER} <= cases.keys():
        cases.pop(Case.MISSED, None)
    return Scoring(tuple((case, cases[case]) for case in Case if case in cases), most, least)


_USUAL = {Case.MADE: "10+t", Case.MISSED: "0", Case.UNDER: "-d", Case.OVER: "t"}


def _need(cases: Mapping[Case, Formula]) -> None:
    """Refuse a scoring that leaves open what some bid brings."""
    lacks = Case.MADE if Case.MADE not in cases else None
    if lacks is None and Case.MISSED not in cases:
        sides = [case for case in (Case.UNDER, Case.OVER) if case not in cases]
        lacks = Case.MISSED if len(sides) == 2 else sides[0] if sides else None
    if lacks is not None:
        raise RulesError(
            "nothing says what a bid brings that is %(case)s; add for example: %(example)s",
            case=lacks,
            example=f"{lacks} {_USUAL[lacks]}",
        )


def _limit(name: str, said: str) -> int:
    bare = re.sub(r" *(?:points?|pts?)$", "", plain(said))
    if not re.fullmatch(r"-?\d{1,4}", bare):
        raise RulesError("%(name)s needs a number, for example: %(name)s 50", name=name)
    return int(bare)
