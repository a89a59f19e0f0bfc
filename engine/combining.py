"""Free combination: a preset with any axis changed, in words people write.

`combine("blackout, no hook, 13 deals up")` reads a name and then options, each of which changes
one axis or a few; what comes of it is checked as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from engine.cards import Pack
from engine.errors import RulesError, UnknownRule
from engine.nearness import nearest
from engine.options import CUT, MOST, Axes, options, read_option
from engine.presets import Preset
from engine.rules import Rules
from engine.schedule import DealList
from engine.scoring_text import case_of, is_of_scoring
from engine.variants import find_preset


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
    first, *options = joined(text.split(","))
    try:
        base = find_preset(first, lambda: _filled(first, Rules()).values())
    except UnknownRule:
        if read_option(first) is None:
            raise
        base, options = find_preset("ohhell_pagat"), [first, *options]
    rules = with_options(base.rules, options)
    options = _standing(base.rules, options, rules)
    if not options:
        return base
    changed = ", ".join(options)
    return Preset(f"{base.name}, {changed}", (), f"{base.line}; with {changed}", rules)


def joined(options: Iterable[str]) -> list[str]:
    """The options one by one; the cases of a scoring, which have commas between them, are one.

    A case that is said again begins another.

    >>> joined(["no hook", "made 10+t", " missed 0", "missed -5"])
    ['no hook', 'made 10+t, missed 0', 'missed -5']
    """
    found: list[str] = []
    heads: set[str] = set()
    for option in (one.strip() for one in options):
        parts = [part.strip() for part in option.split(",")]
        some = {case_of(part) for part in parts} if is_of_scoring(parts[0]) else set()
        if some and heads and not heads & some:
            found[-1] += f", {option}"
            heads |= some
        else:
            found.append(option)
            heads = some
    return found


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
    for option in joined(options):
        change = read_option(option, axes.get("score", rules.score))
        if change is None:
            raise _unknown(option, rules)
        axes |= change
    try:
        return replace(rules, **_fitted(rules, axes))
    except RulesError as problem:
        raise RulesError(
            "%(options)s: %(problem)s", options=", ".join(options), problem=problem
        ) from problem


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
        return read_option(option, rules.score) is not None
    return False


def _cut(rules: Rules, axes: Axes, most: int) -> tuple[tuple[int, int], ...]:
    """The largest hands, each as large as wanted or as the pack gives; a list may take it all."""
    least, many = axes.get("players", rules.players)
    packs: dict[int, Pack] = dict(axes.get("packs", rules.packs))
    pack: Pack = axes.get("pack", rules.pack)
    held = {n: len(packs.get(n, pack).cards()) for n in range(least, many + 1)}
    listed = isinstance(axes.get("schedule"), DealList)
    wanted = most if listed else max(dict(rules.hand_max).values())
    return tuple(
        (n, max(1, min(wanted, (cards - (not listed)) // max(n, 1)))) for n, cards in held.items()
    )


def _fitted(rules: Rules, axes: Axes) -> Axes:
    """The axes with hands for every number of players, and no players the pack cannot serve."""
    axes = dict(axes)
    cut = axes.pop(CUT, None)
    most = axes.pop(MOST, None)
    if most is None and cut is not None:
        return axes | {"hand_max": _cut(rules, axes, cut)}
    if most is None:
        if "players" in axes:
            hands = dict(rules.hand_max)
            least, many = axes["players"]
            held = len(axes.get("pack", rules.pack).cards())
            wanted = {
                n: hands.get(n, max(1, (held - 1) // max(n, 1))) for n in range(least, many + 1)
            }
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
