"""Every sentence about an order of an organiser's, each with the facts it tells of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from engine import Problem, RulesError, combine
from pbem.demo.specimens.games import NOW
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.strangers import Unwritten, WhyUnwritten


def _no_such_option() -> Problem:
    """What stands against rules that nobody knows."""
    try:
        combine("ohhell_pagat, no cook")
    except RulesError as problem:
        return problem
    raise AssertionError("no cook is no option")


_DAYS = {"first": date(2026, 12, 24), "last": date(2027, 1, 2)}
_ONE_DAY = {"first": date(2026, 12, 24), "last": date(2026, 12, 24)}
_AT = {"at": NOW, "zone": "Europe/Paris"}
_CAME_ALONG = {"other": "Ruth"}
_NEAREST = {"line": "frobnicate", "offers": ("remind", "replace", "start")}
_FACTS: Mapping[CommandKind, tuple[Mapping[str, Any], ...]] = {
    CommandKind.PAUSED: ({"undo": "resume"},),
    CommandKind.OFF: (_DAYS, _ONE_DAY),
    CommandKind.WRITTEN_TO: ({"other": "fr", "zone": "Europe/Paris"},),
    CommandKind.EXTENDED: (_AT, _AT | {"zone": "UTC"}),
    CommandKind.REMINDED: ({}, _AT),
    CommandKind.STANDINGS: ({"n": 0}, {"n": 2026}),
    CommandKind.NONE_ENDED: ({"n": 2026},),
    CommandKind.AWAY: (_DAYS,),
    CommandKind.OPEN_UNTIL: (_ONE_DAY,),
    CommandKind.SEAT_DECLINED: ({}, _CAME_ALONG),
    CommandKind.SEAT_LAPSED: ({}, _CAME_ALONG),
    CommandKind.DIGEST_WEEKLY: (_AT,),
    CommandKind.DIGEST_DAILY: (_AT,),
    CommandKind.SILENCED: (_AT,),
    CommandKind.WENT_BACK: (_AT,),
    CommandKind.CANNOT: ({"why": _no_such_option(), "line": "set no cook", "undo": ""},),
    CommandKind.LACKING: ({"other": "extend Ruth 3 days"}, {"other": ""}),
    CommandKind.NOT_INVITED: tuple(
        {"unwritten": (Unwritten(why, "Eva", NOW, 30),)} for why in WhyUnwritten
    ),
    CommandKind.NOT_UNDERSTOOD: (_NEAREST,),
}
"""What some kinds tell of beside names and numbers, a sentence each."""


def every_sentence() -> list[CommandOutcome]:
    """What comes of an order, in every way; of the first there is something to undo."""
    named = ("extend Ruth 3 days", "Lindy", "Ruth", "Jan", 2, 4)
    return [
        replace(CommandOutcome(kind, True, *named), **facts)
        for kind in CommandKind
        for facts in _FACTS.get(kind, ({},))
    ]
