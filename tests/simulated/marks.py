"""Marks: what should happen now and then among many worlds, so that a blind spot is seen.

Most are the rows of the program's own tables: kinds of letters, what can become of a mail or of an
order, rule sets. A new row is a new mark.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, get_args, get_type_hints

import pbem.letters.pages
from engine import MOST_PLAYERS, PRESETS
from engine.events import Event, TakenBack
from pbem.domain.command_outcomes import CommandKind
from pbem.domain.model import Closed, Stage
from pbem.domain.outcomes import Legacy, Outcome, Resent, kind
from pbem.domain.vocabulary import ToAll
from pbem.letters.page import KINDS
from pbem.orders.keywords import Ask
from tests.simulated.letters import tapped_in
from tests.simulated.strangers import STRANGERS

if TYPE_CHECKING:
    from tests.simulated.world import World

_ASKED_OF_THE_DATABASE = (
    ("letter: {}", "select kind, count(*) from outbox group by 1"),
    ("order: {}", "select what, count(*) from act group by 1"),
    ("question: {}", "select ask || ', ' || closed, count(*) from question group by 1"),
    ("log: {}", "select kind, count(*) from event group by 1"),
    ("game: {}", "select stage, count(*) from game group by 1"),
    ("a table is told: {}", "select what, count(*) from announcement group by 1"),
    ("rules: {}", "select preset, count(*) from game where stage = 'playing' group by 1"),
    (
        "{} players",
        "select players, count(*) from (select count(*) as players from seat group by game_id)"
        " group by 1",
    ),
    (
        "{} cards at most",
        "select most, count(*) from (select max(length(json_extract(data, '$.hands[0]')) + 1) / 3"
        " as most from event where kind = 'CardsDealt' group by game_id) group by 1",
    ),
)
"""How a mark is called after what a row of an answer holds, and how often."""

_STATES = {
    "a computer plays": "select count(*) from seat where level is not null",
    "an order is undone": "select count(*) from act where undone_at is not null",
    "another round of a league": "select count(*) from game where league_id is not null"
    " and name not like '% 1-%'",
    "a duplicate match": "select count(distinct match_id) from game where match_id is not null",
    "a seat has another player": "select count(*) from seat_offer where closed = 'taken'",
    "somebody is forgotten": "select count(*) from player where address like '%@forgotten.invalid'",
    "a player is away": "select count(*) from absence",
    "letters in one": "select count(*) from outbox where within is not null",
}

_DEATHS = {
    "a letter in doubt when the server died": ("send", "sent"),
    "a mail in doubt when the server died": ("accepted", "commit"),
}
"""Where the server died when something had left or come in, and nobody had written it down."""

TAPS = (
    *("bid", "card", "card and lead", "trump", "lay", "yes", "no", "status", "help", "undo"),
    *("keep", "forget", "back", "leave", "here", "test", "rematch", "log", "proof", "chart"),
    *("practice", "away", "start", "cancel", "set", "next", "replace", "again", "time", "pause"),
    *("settings", "mails", "say", "address", "remind", "extend", "digest", "cards", "colours"),
    *("notation", "language", "results", "ack", "subject", "format", "reminders", "quiet"),
    *("calendar", "talk", "unsubscribe", "join", "name", "resume", "standings", "same", "close"),
    *("deadline", "uninvite", "invite", "open", "explain", "new", "mute", "unmute", "review"),
    *("report", "silence", "adopt", "hold", "block", "unblock"),
    *("watch", "unwatch", "public", "print", "deal", "done"),
)
"""The kinds of taps of the letters' real HTML; `test_marks.py` holds them to the specimens."""

WARNED = (
    *("address bounces", "deadline moved", "killed after a letter was handed on"),
    *("killed while a mail was processed", "mail is tried alone", "mails are tried alone"),
    *("the post works again", "the server was away", "mail too big"),
)
"""What the server warns of."""

COUNTED = (
    *("letters while a move is held", "seats with plans", "hands read", "hands of who agreed"),
    *("deadlines read", "deals verified", "letters to who wants none at night"),
    "letters to who has muted somebody",
)
"""What oracles have had to look at."""

INVITED = tuple(f"an invitation: {how}" for how in ("no", "later", "maybe"))

PEOPLE = (*INVITED, "look", "look back", "plan", "any tap", "time", "a pause", "mute", "report")
"""What people write beside plain answers."""

SOMETIMES = (
    *("a mail comes late", "a mail comes out of order", "a mail comes twice"),
    *("a mail is a year old", "a mail is of tomorrow"),
)
"""What is seen while a world lives, and noted there."""


@cache
def expected() -> frozenset[str]:
    """Every mark there is."""
    for module in pkgutil.iter_modules(pbem.letters.pages.__path__):
        importlib.import_module(f"pbem.letters.pages.{module.name}")
    asked = {f"{ask}, {closed}" for ask in Ask for closed in Closed}
    return frozenset(
        (
            *(f"letter: {one}" for one in KINDS),
            *(f"order: {one}" for one in CommandKind),
            *(f"mail: {one}" for one in _outcomes()),
            *(f"question: {one}" for one in asked),
            *(f"log: {one.__name__}" for one in (*get_args(Event), TakenBack)),
            *(f"game: {one}" for one in Stage),
            *(f"a table is told: {one}" for one in ToAll),
            *(f"rules: {one.name}" for one in PRESETS),
            *(f"{one} players" for one in range(2, MOST_PLAYERS + 1)),
            "1 cards at most",
            *(f"comes: {one}" for one in (*STRANGERS, *PEOPLE)),
            *(f"tap: {one}" for one in TAPS),
            *(f"logged: {one}" for one in WARNED),
            *COUNTED,
            *_STATES,
            *_DEATHS,
            *SOMETIMES,
        )
    )


def never(seen: Iterable[str]) -> list[str]:
    """The marks that are not among those seen."""
    return sorted(expected().difference(seen))


def seen_in(world: World) -> Counter[str]:
    """The marks of a world, and how often each came."""
    seen = Counter(world.marks)
    seen.update(f"comes: {mail.what}" for mail in world.accepted.values())
    seen.update(f"tap: {tapped_in(mail.raw)}" for mail in world.accepted.values())
    seen.update(mark for mark in COUNTED if world.counted[mark])
    for name, sql in _ASKED_OF_THE_DATABASE:
        for what, number in world.ask(sql):
            seen[name.format(what)] += number
    for name, sql in _STATES.items():
        [(number,)] = world.ask(sql)
        seen[name] += number
    for name, steps in _DEATHS.items():
        ways = (f"{how} at {step}" for how in ("killed", "power lost") for step in steps)
        seen[name] += sum(world.faults.counted[way] for way in ways)
    for (outcomes,) in world.ask("select outcomes from inbound where outcomes is not null"):
        for one in json.loads(outcomes):
            seen.update(f"mail: {mark}" for mark in _marks_of(one))
    return +seen


def _outcomes() -> Iterator[str]:
    """What can become of a mail, with the word for it if it has one."""
    for made in get_args(Outcome):
        name = kind(made.__new__(made))
        words = [word for hint in get_type_hints(made).values() for word in _vocabulary(hint)]
        if made is Resent:
            yield name
        elif made is not Legacy:
            yield from (f"{name}: {word}" for word in words) if words else (name,)


def _vocabulary(hint: object) -> list[str]:
    kinds = get_args(hint) or (hint,)
    enums = [one for one in kinds if isinstance(one, type) and issubclass(one, StrEnum)]
    return [word.value for one in enums for word in one]


def _marks_of(outcome: dict[str, object]) -> Iterator[str]:
    name = str(outcome["kind"])
    yield name
    facts = (fact for key, fact in outcome.items() if key not in ("kind", "game"))
    yield from (f"{name}: {fact}" for fact in facts if isinstance(fact, str))
