"""Free combination: a preset with any axis changed, in words people write.

`combine("blackout, no hook, 13 deals up")` reads a name and then options, each of which changes
one axis or a few; what comes of it is checked as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from engine.bidding import BidAmend, BidMode
from engine.cards import Pack, PackKind, Rank, Suit
from engine.deals import SpecialDeal
from engine.ending import End, Tie
from engine.errors import RulesError, UnknownRule
from engine.nearness import nearest
from engine.order import RankOrder
from engine.play import Direction, Place, VoidRule
from engine.presets import Preset
from engine.rules import Rules
from engine.schedule import Schedule
from engine.scoring import Bonus
from engine.trump import TrumpBy
from engine.variants import find_preset

Axes = dict[str, Any]
_MOST = "most"
"""Not an axis: the largest hand for every number of players, which `hand_max` is made from."""

_SEALED: Axes = {"bid_mode": BidMode.SIMULTANEOUS, "bid_amend": BidAmend.NEVER}
_BLIND: Axes = {"bid_mode": BidMode.BLIND, "trump": TrumpBy.TURN_UP_AFTER_BIDS, "trump_cycle": ()}
_SUIT_WORDS = {suit.name.lower(): suit for suit in Suit} | {suit.value: suit for suit in Suit}

_WORDS: dict[str, Axes] = {
    "no hook": {"hook": False},
    "hook off": {"hook": False},
    "hook": {"hook": True},
    "hook on": {"hook": True},
    "no zero limit": {"zero_limit": None},
    "sealed bids": _SEALED,
    "bids sealed": _SEALED,
    "simultaneous bids": _SEALED,
    "bids in turn": {"bid_mode": BidMode.SEQUENTIAL},
    "blind bids": _BLIND,
    "bids blind": _BLIND,
    "up": {"schedule": Schedule.UP},
    "down": {"schedule": Schedule.DOWN},
    "up and down": {"schedule": Schedule.UP_DOWN},
    "down and up": {"schedule": Schedule.DOWN_UP},
    "no trump": {"trump": TrumpBy.NONE, "trump_cycle": ()},
    "trump none": {"trump": TrumpBy.NONE, "trump_cycle": ()},
    "trump turned": {"trump": TrumpBy.TURN_UP, "trump_cycle": ()},
    "dealer leads": {"lead": Place.DEALER},
    "first lead dealer": {"lead": Place.DEALER},
    "first lead left of dealer": {"lead": Place.LEFT_OF_DEALER},
    "clockwise": {"direction": Direction.CLOCKWISE},
    "anticlockwise": {
        "direction": Direction.ANTICLOCKWISE,
        "bid_first": Place.RIGHT_OF_DEALER,
        "lead": Place.RIGHT_OF_DEALER,
    },
    "must trump": {"void_rule": VoidRule.MUST_TRUMP},
    "must beat": {"void_rule": VoidRule.MUST_OVERTAKE},
    "aces low": {"order": RankOrder.ACES_LOW},
    "bowers": {"order": RankOrder.BOWERS},
    "spanish pack": {
        "pack": Pack(kind=PackKind.SPANISH),
        "packs": (),
        "order": RankOrder.SPANISH,
    },
    "extra deals": {"tie": Tie.EXTRA_MAX_DEALS},
    "most bids made": {"tie": Tie.MOST_BIDS_MADE},
    "joint winners": {"tie": Tie.JOINT},
    "streaks": {"bonus": Bonus.STREAKS},
    "no target": {"end": End.SCHEDULE, "target": None},
    "no lock": {"lock": None},
    "forehead first": {"special_deals": ((1, SpecialDeal.FOREHEAD),)},
    "forehead last": {"special_deals": ((-1, SpecialDeal.FOREHEAD),)},
    "no special deals": {"special_deals": ()},
}
"""Options that are fixed words."""

_SCHEDULES = {"up": Schedule.UP, "down": Schedule.DOWN}


def _span(first: str, middle: str, last: str | None) -> Axes:
    """`10-1-10`, `1-10-1`, `1-13` and `13-1`: the sizes a game runs through."""
    if last is None:
        low, high = sorted((int(first), int(middle)))
        way = Schedule.UP if int(first) < int(middle) else Schedule.DOWN
        return {"schedule": way, _MOST: high, "hand_min": low}
    if first != last:
        raise RulesError(
            "deals %(sizes)s: a game ends with the size it began with",
            sizes=f"{first}-{middle}-{last}",
        )
    if int(first) < int(middle):
        return {"schedule": Schedule.UP_DOWN, _MOST: int(middle), "hand_min": int(first)}
    if middle != "1":
        raise RulesError(
            "deals %(sizes)s: a game that goes down goes down to 1",
            sizes=f"{first}-{middle}-{last}",
        )
    return {"schedule": Schedule.DOWN_UP, _MOST: int(first)}


def _cycle(words: str) -> Axes:
    """`S H D C NT`, or the names of the suits."""
    suits = [
        None if word in ("NT", "none") else _suit(word) for word in words.replace("+", " ").split()
    ]
    by = TrumpBy.CYCLE if len(suits) > 1 else TrumpBy.FIXED
    return {"trump": by, "trump_cycle": tuple(suits)}


def _suit(word: str) -> Suit:
    suit = _SUIT_WORDS.get(word) or _SUIT_WORDS.get(word.lower())
    if suit is None or suit in (Suit.JOKERS, Suit.WIZARDS, Suit.JESTERS):
        raise RulesError("'%(word)s' is not a suit that can be trump", word=word)
    return suit


_PACK_SIZES = {"52": Rank.TWO, "36": Rank.SIX, "32": Rank.SEVEN, "24": Rank.NINE}

_PATTERNS: tuple[tuple[str, Callable[..., Axes]], ...] = (
    (r"hook above (\d+)(?: cards)?", lambda n: {"hook": True, "hook_above": int(n)}),
    (r"(\d+) deals (up|down)", lambda n, way: {"schedule": _SCHEDULES[way], _MOST: int(n)}),
    (r"(?:deals )?(\d+)-(\d+)(?:-(\d+))?", _span),
    (r"(?:at most )?(\d+) cards(?: at most)?", lambda n: {_MOST: int(n)}),
    (r"from (\d+) cards?", lambda n: {"hand_min": int(n)}),
    (r"(\d+) players", lambda n: {"players": (int(n), int(n))}),
    (r"(\d+)(?:-| to )(\d+) players", lambda a, b: {"players": (int(a), int(b))}),
    (r"trump cycle (.+)", _cycle),
    (r"trump (clubs|diamonds|hearts|spades)", _cycle),
    (r"(clubs|diamonds|hearts|spades) trump", _cycle),
    (r"(?:first )?to (\d+)(?: points)?", lambda n: {"end": End.TARGET, "target": int(n)}),
    (r"exactly (\d+)(?: points)?", lambda n: {"end": End.EXACT_TARGET, "target": int(n)}),
    (r"lock(?:ed)? at (\d+)", lambda n: {"lock": int(n)}),
    (r"scoring (.+)", lambda name: _axis("score", name)),
    (r"(52|36|32|24)-card pack", lambda n: {"pack": Pack(lowest=_PACK_SIZES[n]), "packs": ()}),
)
"""Options with a number or a name in them."""


def combine(text: str) -> Preset:
    """The preset a text names, with the options that follow it after commas.

    A text that begins with an option changes the standard game. Raises RulesError, saying which
    word is not understood, or why the whole cannot work.

    >>> combine("blackout, no hook, 13 deals up").rules.hook
    False
    >>> combine("blackout, no cook")
    Traceback (most recent call last):
    ...
    engine.errors.UnknownRule: no option is called 'no cook' (did you mean no hook, no lock, hook?)
    """
    first, *options = (part.strip() for part in text.split(","))
    try:
        base = find_preset(first, lambda: _filled(first, Rules()).values())
    except UnknownRule:
        if _read(first, Rules()) is None:
            raise
        base, options = find_preset("ohhell_pagat"), [first, *options]
    rules = with_options(base.rules, options)
    options = _standing(base.rules, options, rules)
    if not options:
        return base
    changed = ", ".join(options)
    return Preset(f"{base.name}, {changed}", (), f"{base.line}; with {changed}", rules)


def renamed(name: str, options: list[str]) -> str:
    """What a rule set is called after some more options; those that change nothing are left out."""
    whole = ", ".join([name, *options])
    try:
        return combine(whole).name
    except RulesError:
        return whole


def _standing(base: Rules, options: list[str], rules: Rules) -> list[str]:
    """The options that these rules need, so without a `no hook` before a `hook`."""
    kept = list(options)
    for option in options:
        fewer = list(kept)
        fewer.remove(option)
        with suppress(RulesError):
            kept = fewer if with_options(base, fewer) == rules else kept
    return kept


def with_options(rules: Rules, options: list[str]) -> Rules:
    """The rules after some options; RulesError as `combine`."""
    axes: Axes = {}
    for option in options:
        change = _read(option, rules)
        if change is None:
            raise _unknown(option, rules)
        axes |= change
    try:
        return replace(rules, **_fitted(rules, axes))
    except RulesError as problem:
        raise RulesError(
            "%(options)s: %(problem)s", options=", ".join(options), problem=problem
        ) from problem


def options() -> tuple[str, ...]:
    """The options there are, as they are written; `N` is a number."""
    numbered = (
        *("hook above N", "N deals up", "N deals down", "deals 10-1-10", "deals 1-13", "N cards"),
        *("from N cards", "N players", "trump hearts", "trump cycle S H D C NT", "to N points"),
        *("exactly N points", "lock at N", "scoring NAME", "32-card pack"),
    )
    return (*_WORDS, *numbered)


_NUMBERS = re.compile(r"\d+|\bN\b")
"""Where an option has a number."""

_ALIKE = 0.5
"""How much of an option must be right for it to be held for another, from 0 to 1."""

_OFTEN = ("no hook", "10 deals up", "sealed bids")


def _unknown(option: str, rules: Rules) -> UnknownRule:
    """That no option is called so, with those that are nearest, or some that are often wanted."""
    if near := nearest(_look(option), _filled(option, rules), alike=_ALIKE):
        return UnknownRule("no option is called '%(name)s' (did you mean %(rows)s?)", option, near)
    return UnknownRule(
        "no option is called '%(name)s'; there are, for example: %(rows)s", option, _OFTEN
    )


def _look(option: str) -> str:
    """How an option looks, whatever its numbers: `5 Deals UP` as `# deals up`."""
    return _NUMBERS.sub("#", option).casefold()


def _filled(written: str, rules: Rules) -> dict[str, str]:
    """Every option by its look, with the numbers that were written where they can stand."""
    numbers = _NUMBERS.findall(written)
    found = {}
    for option in options():
        usual = re.sub(r"\bN\b", "5", option.replace("NAME", "simple"))
        given = _with_numbers(usual, numbers)
        found[_look(option)] = given if _is_read(given, rules) else usual
    return found


def _with_numbers(option: str, numbers: Sequence[str]) -> str:
    """An option with other numbers, as many as are given, in their order."""
    left = iter(numbers)
    return _NUMBERS.sub(lambda one: next(left, one[0]), option)


def _is_read(option: str, rules: Rules) -> bool:
    with suppress(RulesError):
        return _read(option, rules) is not None
    return False


def _read(option: str, rules: Rules) -> Axes | None:
    """The axes an option changes, and to what; None when it cannot be read."""
    words = " ".join(option.split())
    if words.casefold() in _WORDS:
        return _WORDS[words.casefold()]
    for pattern, change in _PATTERNS:
        if found := re.fullmatch(pattern, words, re.IGNORECASE):
            return change(*found.groups())
    # The longest first: `trump if no stock` begins with `trump`.
    for field in sorted(fields(rules), key=lambda field: -len(field.name)):
        name = field.name.replace("_", " ")
        if words.casefold().replace("_", " ").startswith(f"{name} "):
            return _axis(field.name, words[len(name) + 1 :])
    return None


def _axis(axis: str, value: str) -> Axes:
    """An axis by its own name and value: `tie most bids made`, `lock 80`, `hook no`."""
    like, word = getattr(Rules(), axis), value.strip().casefold()
    if isinstance(like, bool):
        if word in ("yes", "no"):
            return {axis: word == "yes"}
    elif isinstance(like, StrEnum):
        try:
            found: Axes = {axis: type(like)(word.replace(" ", "_"))}
            return found | ({"trump_cycle": ()} if axis == "trump" else {})
        except ValueError:
            known = ", ".join(type(like))
            raise RulesError(
                "%(axis)s cannot be '%(value)s'; there are: %(known)s",
                axis=axis,
                value=value,
                known=known,
            ) from None
    elif like is None or isinstance(like, int):
        if word.isdecimal():
            return {axis: int(word)}
        if word == "none" and like is None:
            return {axis: None}
    raise RulesError("%(axis)s cannot be '%(value)s'", axis=axis, value=value)


def _fitted(rules: Rules, axes: Axes) -> Axes:
    """The axes with hands for every number of players, and no players the pack cannot serve."""
    axes = dict(axes)
    most = axes.pop(_MOST, None)
    if most is None:
        if "players" in axes:
            hands = dict(rules.hand_max)
            least, many = axes["players"]
            held = len(axes.get("pack", rules.pack).cards())
            wanted = {n: hands.get(n, max(1, (held - 1) // n)) for n in range(least, many + 1)}
            axes["hand_max"] = tuple(wanted.items())
        return axes
    least, many = axes.get("players", rules.players)
    packs = dict(axes.get("packs", rules.packs))
    packs = {n: packs.get(n, axes.get("pack", rules.pack)) for n in range(least, many + 1)}
    served = [n for n, pack in packs.items() if n * most <= len(pack.cards())]
    axes["hand_max"] = tuple((n, most) for n in range(least, many + 1))
    if served:
        axes["players"] = (served[0], served[-1])
        axes["hand_max"] = tuple((n, most) for n in served)
    return axes
