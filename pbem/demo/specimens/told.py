"""Every sentence about an order of an organiser's, each with the facts it tells of."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from engine import Problem, RulesError, combine
from pbem.demo.specimens.games import NOW
from pbem.letters.pages import Told
from pbem.table.strangers import Unwritten, Why


def _no_such_option() -> Problem:
    """What stands against rules that nobody knows."""
    try:
        combine("ohhell_pagat, lasagne")
    except RulesError as problem:
        return problem
    raise AssertionError("lasagne is no option")


_DAYS: dict[str, Any] = {"first": date(2026, 12, 24), "last": date(2027, 1, 2)}
_ONE_DAY: dict[str, Any] = {"first": date(2026, 12, 24), "last": date(2026, 12, 24)}
_AT: dict[str, Any] = {"at": NOW, "zone": "Europe/Paris"}
_TOLD: list[tuple[str, bool, dict[str, Any]]] = [
    *((what, True, {}) for what in ("paused", "resumed", "pace", "reminded", "added", "invited")),
    *(("off", True, more) for more in (_DAYS, _ONE_DAY)),
    *(("extended", True, more) for more in (_AT, _AT | {"zone": "UTC"})),
    *(("away", True, _DAYS), ("reminded", True, _AT), ("went_back", True, _AT)),
    *((what, True, {}) for what in ("uninvited", "computer", "own_player", "replaced", "drafted")),
    *((what, True, {}) for what in ("begun_now", "cancelled", "rules_changed", "pace_changed")),
    *(
        (what, True, {})
        for what in (
            "rides",
            "announced",
            "address_changed",
            "move_offered",
            "seat_offered",
            "seat_offered_now",
            "dropped",
            "seat_kept",
            "status",
            "log",
        )
    ),
    *((what, False, {}) for what in ("seat_declined", "seat_lapsed", "given_already")),
    ("asked_lately", False, {}),
    *((what, True, {}) for what in ("help", "closed", "standings", "export", "rolled_back")),
    *((what, True, {}) for what in ("consent_asked", "digest_needed", "digest_off")),
    *((what, True, {}) for what in ("organises_too", "handed_over", "standby")),
    *((what, False, {}) for what in ("organises_already", "nobody_ready")),
    *((what, True, _AT) for what in ("digest_weekly", "digest_daily")),
    *((what, False, {}) for what in ("not_ended", "not_begun", "not_consented")),
    *((what, False, {}) for what in ("nothing_since", "other_deal")),
    *((what, False, {}) for what in ("nobody", "not_under_way", "begun", "paused_already")),
    *((what, False, {}) for what in ("not_paused", "not_asked", "nobody_asked")),
    ("cannot", False, {"why": _no_such_option()}),
    *((what, False, {}) for what in ("reminded_today", "mail_not_left", "our_address")),
    *((what, False, {}) for what in ("wants_no_mail", "wrong_number", "name_taken")),
    *((what, False, {}) for what in ("there_already", "same_name", "computer_already")),
    *((what, False, {}) for what in ("plays_already", "start_how", "cancel_sure")),
    *((what, False, {}) for what in ("rules_fixed", "by_mail_only", "lacking")),
    *((what, False, {}) for what in ("which_date", "no_game", "address_already")),
    *((what, False, {}) for what in ("address_not_possible", "not_asked")),
    *((what, True, {}) for what in ("open", "open_off", "joined", "gate", "no_gate")),
    ("open_until", True, _ONE_DAY),
    ("duplicated", True, {}),
    *((what, True, {}) for what in ("league_made", "round_begun", "undone", "organises_no_more")),
    *((what, False, {}) for what in ("nothing_to_undo", "undone_already", "undo_too_late")),
    ("no_undo", False, {}),
    *((what, False, {}) for what in ("round_plays", "league_over", "no_league", "no_league_name")),
    *((what, False, {}) for what in ("knows_the_deals", "sealed", "match_not_ready", "match_how")),
    *((what, False, {}) for what in ("not_open", "no_open_games", "no_such_room", "shut")),
    *(("not_invited", False, {"unwritten": (Unwritten(why, "Eva", NOW, 30),)}) for why in Why),
    *((what, False, {}) for what in ("not_reminded", "not_written")),
]


def every_sentence() -> list[Told]:
    """What comes of an order, in every way; of the first there is something to undo."""
    told = [
        Told(what, done, "extend Ruth 3 days", "Lindy", "Ruth", "Jan", 2, 4, **more)
        for what, done, more in _TOLD
    ]
    offered = Told("not_understood", False, "frobnicate", offers=("remind", "replace", "start"))
    came_along = (
        Told(what, False, game="Lindy", name="Ruth", other="Ruth")
        for what in ("seat_declined", "seat_lapsed")
    )
    return [replace(told[0], undo="resume"), *told[1:], *came_along, offered]
