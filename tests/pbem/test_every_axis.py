"""Every value an axis of the rules can have is played, told in words, and can be asked for.

Who adds a value is told here what it lacks, and where that belongs. What stands in no table is
named with the reason.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from engine import Case, Formula, Noun, Rules, RulesError, Scoring, Suit, combine
from engine.cards import Pack
from engine.deals import AXES, SpecialDeal
from engine.schedule import SCHEDULES, Schedule
from engine.scoring import SCORES, Score
from engine.trump import TRUMPS, TrumpBy
from pbem.letters.render import Templates
from tests.effort import of_each

ENGINE = Path(__file__).parents[2] / "engine"

TABLES = {
    Score: ("engine/scoring.py, SCORES", SCORES),
    Schedule: ("engine/schedule.py, SCHEDULES", SCHEDULES),
    TrumpBy: ("engine/trump.py, TRUMPS", TRUMPS),
    SpecialDeal: ("engine/deals.py, AXES", AXES),
}
"""The axes whose values each name a function, or the axes they change."""

NOT_IN_TABLE = {
    "Score.NINETY_NINE": "depends on how many made their bid",
    "Score.MOST_TRICKS": "depends on what the others took",
}

ONLY_OTHERWISE = {
    "Announce.NO": "nothing is done",
    "Announce.OVER_UNDER_EVEN": "said by letters alone, a deal goes on as it would",
    "Direction.ANTICLOCKWISE": "the one way that is not clockwise",
    "End.TARGET": "the one end that is none of those asked for",
    "Lead.DEALER": "a seat by its place, which Place names",
    "Lead.LEFT_OF_DEALER": "a seat by its place, which Place names",
    "Lead.RIGHT_OF_DEALER": "a seat by its place, which Place names",
    "NoStock.NO_TRUMP": "no card is shown instead",
    "Visibility.OWN_HAND": "what is seen unless all but that is",
}
"""The values of other axes that no line of the engine asks for."""

LISTED = (
    *("DOWN_UP_TWO_ONES", "UP_DOWN_TWO_MAX", "SEVEN_TRUF", "ROMANIAN", "POCHA", "PODRIDA"),
    *("FIDEPO", "PODRIDA40", "OKUNEFF", "CLAG", "CLAG_SIX"),
)
"""The schedules with no sentence but their sizes."""

NO_OWN_WORDS = {
    "Announce.OVER_UNDER_EVEN": "the sentence that is there unless nothing is said",
    "BidAmend.NEVER": "the sentence that is there unless a bid can be changed",
    "Bonus.NONE": "nothing is said of what there is not",
    "EqualCards.FIRST_WINS": "most packs have no equal cards",
    "FirstDealer.HIGH_CUT": "the sentence that is there unless the first jack decides",
    "NoStock.NO_TRUMP": "the sentence that is there unless a card is shown instead",
    "Lead.DEALER": "the seat that is named unless it is a neighbour's",
    "PackKind.FRENCH": "nothing is said of the usual cards",
    "Place.DEALER": "the seat that is named unless it is a neighbour's",
    "RankOrder.STANDARD": "the sentence that is there unless aces are low",
    "Settle.NONE": "nothing is said of what there is not",
    "Specials.NONE": "nothing is said of what there is not",
    "Tie.JOINT": "the sentence that is there unless something decides",
    "Visibility.OWN_HAND": "nothing is said of the usual",
    "TrumpLead.ANY": "nothing is said of the usual",
    "VoidRule.FREE": "the sentence that is there unless something is owed",
} | dict.fromkeys((f"Schedule.{name}" for name in LISTED), "the sizes of its deals are listed")

ASKED_FOR = {
    "BidMode.SIMULTANEOUS": "sealed bids, no hook",
    "BidMode.CARDS": "bid mode cards, no hook, deals 4-9",
    "BidMode.BLIND": "blind bids",
    "BidMode.ZERO": "bid mode zero, no hook",
    "BidMode.NONE": "bid mode none, no hook",
    "Bonus.PREMIUM": "bonus premium, bid mode cards, no hook, deals 4-9",
    "End.TARGET": "to 100 points",
    "End.EXACT_TARGET": "exactly 100 points",
    "End.RUBBER": "to 100 points, end rubber",
    "PackKind.FRENCH": "52-card pack",
    "PackKind.SPANISH": "spanish pack, 9 cards",
    "Schedule.CONSTANT": "schedule constant, deals each 2",
    "Score.NINETY_NINE": "score ninety nine, 3 players",
    "SpecialDeal.FOREHEAD": "up, forehead first",
    "TrumpBy.FIXED": "hearts trump",
    "TrumpBy.CYCLE": "trump cycle S H",
    "TrumpBy.LAST_SUCCESSES": "trump last successes, 3 players",
}
"""What is written for values that need more than their own name."""

CLAGS = "one of a row of deals that only Clag has"

WITH_A_RULE_SET = {
    "PackKind.WIZARD": ("wizard", "its cards are of no use without their powers"),
    "Specials.BRADER": ("brader_jokers", "no option puts jokers in a pack"),
    "Specials.ATKINSON": ("atkinson_blackout", "no option puts jokers in a pack"),
    "Specials.WIZARD": ("wizard", "no option brings the Wizard pack"),
    "Specials.TURN_UP_JOKER": ("ninety_nine_37", "no option puts jokers in a pack"),
    "Specials.SUPER_SCREW": ("super_screw", "no option puts jokers in a pack"),
    "SpecialDeal.NO_TRUMP": ("clag", CLAGS),
    "SpecialDeal.MISERE": ("clag", CLAGS),
    "SpecialDeal.MISERE_NO_TRUMP_OFF": ("clag_foss", CLAGS),
    "SpecialDeal.MISERE_OFF": ("clag_foss", CLAGS),
    "SpecialDeal.TRUMP_AFTER_BIDS": ("clag", CLAGS),
    "SpecialDeal.BLIND": ("clag", CLAGS),
    "SpecialDeal.TWOS_WILD": ("clag", CLAGS),
    "SpecialDeal.ACES_LOW": ("clag", CLAGS),
    "SpecialDeal.DEALER_NAMES_TRUMP": ("clag", CLAGS),
    "SpecialDeal.MOST_TRICKS": ("clag", CLAGS),
    "SpecialDeal.TOP_CARD": ("clag_foss", CLAGS),
}
"""Values that no option brings: a rule set that has them, and why."""


class _Unheard(StrEnum):
    """A value nobody has written a word about."""

    OF = "unheard_of"


def enums(hint: Any) -> Iterator[type[StrEnum]]:
    """The axes within the type of a field; numbers and suits are none."""
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        yield from () if hint is Suit else (hint,)
    elif is_dataclass(hint):
        for part in get_type_hints(hint).values():
            yield from enums(part)
    else:
        for part in get_args(hint):
            yield from enums(part)


FIELDS = {field: tuple(enums(hint)) for field, hint in get_type_hints(Rules).items()}
VALUES = [
    (field, value)
    for field, axes in FIELDS.items()
    for axis in axes
    for value in axis
    if field != "packs"  # which are like the one pack
]
every_value = of_each(("field", "value"), VALUES)


def name_of(value: StrEnum) -> str:
    """What a value is called; values of two axes may be equal, as words are."""
    return f"{type(value).__name__}.{value.name}"


def named() -> set[str]:
    """The values that the engine asks for by name; presets, options and checks do not count."""
    apart = ("combining.py", "options.py", "presets.py", "rules.py", "variants.py")
    trees = [ast.parse(f.read_text()) for f in ENGINE.glob("*.py") if f.name not in apart]
    return {
        f"{node.value.id}.{node.attr}"
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


NAMED = named()


def put(field: str, value: StrEnum) -> Any:
    """What a field holds if it has this value."""
    if field == "pack":
        return Pack(kind=value)
    if isinstance(value, Case):
        return Scoring(((value, Formula(((7, ()),))),))
    if isinstance(value, Noun):
        return Scoring(((Case.MADE, Formula(((7, (value,)),))),))
    return ((1, value),) if field == "special_deals" else value


def told(field: str, value: StrEnum) -> str:
    """The rules in words if a field has a value, which may be one that does not go with the rest.

    Four players have deals of all cards, and of fewer; there is whatever a sentence may name.
    """
    rules = copy.copy(Rules())
    apart = {"target": 100, "trump_cycle": (Suit.HEARTS, None), field: put(field, value)}
    for axis, its in apart.items():
        object.__setattr__(rules, axis, its)
    module: Any = Templates()._in("en")[0].get_template("_rules.txt").module
    return str(module.whole(rules, (1, 13), 4))


def wrong(who: str, has: bool, exceptions: Mapping[str, str], lack: str) -> str:
    """What is wrong with a value that has, or has not, what all have but some exceptions."""
    if has and who in exceptions:
        return f"{who} is no exception any more"
    return "" if has or who in exceptions else lack


@every_value
def test_it_is_played(field, value):
    who = name_of(value)
    if type(value) in TABLES:
        where, table = TABLES[type(value)]
        problem = wrong(who, value in table, NOT_IN_TABLE, f"{where} lacks {who}")
    else:
        lack = f"no line of engine/ asks for {who}"
        problem = wrong(who, who in NAMED, ONLY_OTHERWISE, lack)

    assert not problem


@every_value
def test_it_is_told_in_words(field, value):
    who = name_of(value)
    own = told(field, value) != told(field, _Unheard.OF)

    assert not wrong(who, own, NO_OWN_WORDS, f"templates/_rules.txt has no words for {who}")


@every_value
def test_it_can_be_asked_for(field, value):
    who = name_of(value)
    if field == "one_card":
        text = f"one-card deals {value}".replace("_", " ")
    elif who in WITH_A_RULE_SET:
        text = WITH_A_RULE_SET[who][0]
    elif who in ASKED_FOR:
        text = ASKED_FOR[who]
    elif isinstance(value, Case):
        text = f"made 10+t, missed t, {value} 7"
    elif isinstance(value, Noun):
        text = f"made 7+7{value}, missed 0"
    elif type(value) is FIELDS[field][0] and field not in ("pack", "special_deals"):
        text = f"{field} {value}".replace("_", " ")
    else:
        pytest.fail(f"engine/options.py has no option for {who}")
    try:
        rules = combine(text).rules
    except RulesError as refused:
        pytest.fail(f"ASKED_FOR lacks {who}: {text!r} is refused: {refused}")
    found = getattr(rules, field)
    if isinstance(value, Case):
        assert dict(found.cases)[value] == Formula(((7, ()),))
    elif isinstance(value, Noun):
        assert value in found.nouns
    elif field == "special_deals":
        assert value in dict(found).values(), f"{text!r} does not bring {who}"
    else:
        assert (found.kind if field == "pack" else found) is value, f"{text!r} is not {who}"


def test_what_is_named_as_an_exception_is_one():
    values = {name_of(value) for _, value in VALUES}
    for exceptions in (NOT_IN_TABLE, ONLY_OTHERWISE, NO_OWN_WORDS, ASKED_FOR, WITH_A_RULE_SET):
        assert set(exceptions) <= values
    assert set(TABLES) <= {axis for axes in FIELDS.values() for axis in axes}


@of_each("field", [field for field in FIELDS if field != "packs"])
def test_no_two_values_of_an_axis_have_the_same_words(field):
    said: dict[str, list[str]] = {}
    for of, value in VALUES:
        if of == field and type(value) is not Schedule:
            said.setdefault(told(field, value), []).append(name_of(value))

    assert not [names for names in said.values() if len(names) > 1]
