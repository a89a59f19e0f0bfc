"""People as they are: quick and slow, away, silent, gone, with a full mailbox, of two minds."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from engine import MOST_PLAYERS, PRESETS, Preset, combine
from pbem.demo.correspondent import Correspondent, answer, typed
from tests.simulated.letters import Letter, bounced, reply, tap
from tests.simulated.programs import PROGRAMS
from tests.simulated.talk import said_by

AUTOMATIC = "Auto-Submitted: auto-replied\nSubject: Out of office\n"
_SETTINGS = (
    *("mails daily 08:00", "mails normal", "mails all", "results now", "ack all", "ack none"),
    *("reminders 0", "reminders 2", "quiet 22-07", "calendar on", "calendar off", "talk off"),
)
LOOKS = ("status", "status", "log", "hand", "standings")
"""What somebody asks who sees that others have just made a move, or thinks so."""

_PLANS = (
    *("CARD then low", "CARD then low", "CARD then high", "CARD then low then high", "low"),
    *("CARD; if hearts led high; else low", "CARD then AS", "CARD then low then low then low"),
)
_SAID = re.compile(said_by(r"(\w+)"))
_ROUND = re.compile(r" \d+-\d+$")
"""A table of a league, in which one asks for a seat before there is one."""

RARE_NUMBERS = (2, *range(6, MOST_PLAYERS + 1))
"""Numbers of players that hardly a rule set begins with."""

_WISHES = (
    *("status", "help", "hand", "log", "standings", "settings", "proof", "what did you get"),
    *("help odds", "my data"),
)


class Written(NamedTuple):
    """A mail somebody will send: in how many hours, what it is meant to be, to whom, its bytes."""

    hours: float
    what: str
    to: str
    raw: bytes


@dataclass(slots=True)
class Person:
    """Somebody who plays. `pace` is the hours an answer takes, about, `program` what it is written
    with.

    `silent_until` is when one who is away or has had enough looks at mails again, `refuses` how the
    mailbox turns mails down meanwhile.
    """

    name: str
    address: str
    language: str
    zone: str
    habit: int
    pace: float
    program: str = "gmail"
    silent_until: datetime | None = None
    refuses: str | None = None
    old: Letter | None = None
    begun: bool = False

    def is_there(self, now: datetime) -> bool:
        """Whether somebody looks at mails at all."""
        return self.silent_until is None or self.silent_until <= now

    def reads(self, letter: Letter, now: datetime, dice: random.Random) -> list[Written]:
        """What somebody writes when a letter comes."""
        if not self.is_there(now):
            return self._while_silent(letter, now, dice)
        self.silent_until = self.refuses = None
        mails: list[Written] = []
        if self.old is not None and dice.random() < 0.02:
            mails.append(self._said("answer to an old mail", self.old, "low", now, dice))
        if not self.begun and letter.table and dice.random() < 0.2:
            mails.append(self._said("setting", letter, "quiet 22-07\n", now, dice))
        self.begun |= bool(letter.table)
        said = self._answer(letter, now, dice)
        if letter.links and dice.random() < (0.06 if said is None else 0.01):
            links = dice.choice(list(letter.taps.values()))
            mails.append(tapped("any tap", letter, dice.choice(links), now, dice))
        if said is None:
            return mails
        if polled := letter.taps.get("pause"):
            return [*mails, tapped("a pause", letter, dice.choice(polled), now, dice)]
        if letter.taps.keys() >= {"yes", "no"}:
            return [*mails, *self._invited(letter, said, now, dice)]
        self.old = letter if dice.random() < 0.1 else self.old
        [habit] = dice.choices(_HABITS, _WEIGHTS)
        return [*mails, *habit(self, letter, said, now, dice)]

    def _while_silent(self, letter: Letter, now: datetime, dice: random.Random) -> list[Written]:
        assert self.silent_until is not None
        left = (self.silent_until - now) / timedelta(hours=1)
        if self.refuses and dice.random() < 0.5:
            return [Written(0.1, "bounce", *bounced(letter, self.refuses))]
        if self.refuses:
            return []
        said = self._answer(letter, now, dice)
        return [said._replace(hours=left + dice.uniform(0, 20))] if said else []

    def _invited(
        self, letter: Letter, yes: Written, now: datetime, dice: random.Random
    ) -> list[Written]:
        """What somebody says to a question that is answered with yes or no."""
        [no] = letter.taps["no"][:1]
        if _ROUND.search(letter.table) and dice.random() < 0.95:
            return [yes]
        never = tapped("an invitation: no", letter, no, now, dice)
        later = yes._replace(hours=dice.uniform(20, 80), what="an invitation: later")
        words = dice.choice(("Maybe, I have to ask at home.\n", "perhaps\n", "Who else plays?\n"))
        maybe = self._said("an invitation: maybe", letter, words, now, dice)
        [mails] = dice.choices(
            ([yes], [never], [later], [maybe, later], [yes, never._replace(hours=yes.hours + 1)]),
            (75, 6, 7, 5, 3),
        )
        return mails if dice.random() > 0.03 else []

    def _answer(self, letter: Letter, now: datetime, dice: random.Random) -> Written | None:
        """A plain answer, or None if there is nothing to answer."""
        if letter.slots:
            return self._said("answers", letter, "\n".join(letter.slots), now, dice)
        said = answer(letter.text, self.habit) if self.language == "en" else None
        if said is not None and dice.random() < 0.8:
            me = Correspondent(self.name, self.address, self.habit)
            return self._said("answer", letter, typed(me, said), now, dice)
        if letter.choices:
            link = dice.choice(letter.choices)
            return tapped("answer", letter, link, now, dice, self._hours(dice))
        return None

    def _said(
        self, what: str, letter: Letter, words: str, now: datetime, dice: random.Random
    ) -> Written:
        program = self.program if what == "answer" else "gmail"
        return Written(self._hours(dice), what, *reply(letter, words, now, program=program))

    def _hours(self, dice: random.Random) -> float:
        return min(dice.lognormvariate(math.log(self.pace), 0.8), 40)


def tapped(
    what: str, letter: Letter, link: str, now: datetime, dice: random.Random, hours: float = 1
) -> Written:
    """A link of a letter, tapped within so many hours."""
    return Written(hours * dice.uniform(0.5, 1), what, *tap(letter, link, now))


Habit = Callable[[Person, Letter, Written, datetime, random.Random], list[Written]]
"""What a person sends, given a plain answer to the letter."""


def _plainly(_who: Person, _to: Letter, said: Written, *_: object) -> list[Written]:
    return [said]


def _never(*_: object) -> list[Written]:
    return []


def _late(
    _who: Person, _to: Letter, said: Written, _now: datetime, dice: random.Random
) -> list[Written]:
    return [said._replace(hours=dice.uniform(2, 90))]


def _same_bytes_twice(_who: Person, _to: Letter, said: Written, *_: object) -> list[Written]:
    return [said, said._replace(hours=said.hours + 0.3, what="the same bytes again")]


def _tapped_twice(
    who: Person, to: Letter, said: Written, now: datetime, dice: random.Random
) -> list[Written]:
    if not to.choices:
        return [said]
    link = dice.choice(to.choices)
    one, two = (tapped("answer", to, link, now, dice) for _ in range(2))
    return [one, two._replace(hours=one.hours + dice.choice((0.001, 0.1, 5)), what="a second tap")]


def _also(what: str, *lines: str) -> Habit:
    """The answer, and with it one of some lines."""

    def habit(
        who: Person, to: Letter, said: Written, now: datetime, dice: random.Random
    ) -> list[Written]:
        bare = answer(to.text) if who.language == "en" else None
        if bare is None:
            return [said]
        line = dice.choice(lines).replace("CARD", bare)
        return [Written(said.hours, what, *reply(to, line, now))]

    return habit


def _plans(
    who: Person, to: Letter, said: Written, now: datetime, dice: random.Random
) -> list[Written]:
    """The card, and what is to be played to the tricks that come."""
    if who.language != "en" or "YOU CAN PLAY" not in to.text:
        return [said]
    return _also("plan", *_PLANS)(who, to, said, now, dice)


def _first(what: str, *lines: str) -> Habit:
    """One of some lines, and the answer only afterwards."""

    def habit(
        _who: Person, to: Letter, said: Written, now: datetime, dice: random.Random
    ) -> list[Written]:
        early = Written(said.hours / 2, what, *reply(to, dice.choice(lines) + "\n", now))
        return [early, said]

    return habit


def _takes_back(
    _who: Person, to: Letter, said: Written, now: datetime, dice: random.Random
) -> list[Written]:
    undo = Written(said.hours + dice.choice((0.05, 1)), "undo", *reply(to, "undo\n", now))
    return [said, undo]


def _goes_away(
    who: Person, to: Letter, said: Written, now: datetime, dice: random.Random
) -> list[Written]:
    who.silent_until = back = now + timedelta(days=dice.randrange(2, 12))
    days = f"{now + timedelta(days=1):%Y-%m-%d} to {back:%Y-%m-%d}"
    later = said._replace(hours=(back - now) / timedelta(hours=1) + dice.uniform(1, 12))
    if dice.random() < 0.6:
        return [Written(0.2, "away", *reply(to, f"away {days}\n", now)), later]
    words = f"I am away from {days} and read no mail.\n"
    return [Written(0.01, "out of office", *reply(to, words, now, AUTOMATIC)), later]


def _wants_time(
    _who: Person, to: Letter, said: Written, now: datetime, dice: random.Random
) -> list[Written]:
    """More hours, days on which nobody can be late, or somebody else to play."""
    first = now + timedelta(days=dice.randrange(3))
    pause = f"pause {first:%Y-%m-%d} to {first + timedelta(days=dice.randrange(2)):%Y-%m-%d}"
    words = dice.choice(("more time 5 hours", pause, pause, "hand over"))
    early = Written(said.hours / 2, "time", *reply(to, f"{words}\n", now))
    return [early, said]


def _falls_silent(
    who: Person, to: Letter, _said: Written, now: datetime, dice: random.Random
) -> list[Written]:
    who.silent_until = back = now + timedelta(days=dice.randrange(8, 30))
    if dice.random() < 0.5:
        who.refuses = dice.choice(("5.1.1", "5.2.2", "4.2.2", "550"))
    hours = (back - now) / timedelta(hours=1)
    return [Written(hours, "back", *reply(to, "back\n", now))]


def _has_a_full_mailbox(
    who: Person, _to: Letter, said: Written, now: datetime, dice: random.Random
) -> list[Written]:
    """The answer still leaves; for some days nothing comes in."""
    who.silent_until = now + timedelta(days=dice.uniform(0.2, 3))
    who.refuses = dice.choice(("5.2.2", "4.2.2", "5.1.1"))
    return [said]


def _small_talk(
    who: Person, to: Letter, said: Written, now: datetime, dice: random.Random
) -> list[Written]:
    """A word for nobody, the table or the shuffle; or what another says is muted, or reported."""
    if heard := _SAID.findall(" ".join(to.text.split())):
        word = dice.choice((*("mute",) * 3, "unmute", "report"))
        mark = "report" if word == "report" else "mute"
        return _first(mark, f"{word} {dice.choice(heard)}")(who, to, said, now, dice)
    words = ("Hello, how are you?", f"say {said_by(who.name)}", "salt banana")
    return _first("small talk", *words)(who, to, said, now, dice)


_HABITS_AND_WEIGHTS: tuple[tuple[Habit, float], ...] = (
    (_plainly, 63),
    (_never, 1),
    (_late, 1.5),
    (_same_bytes_twice, 2),
    (_tapped_twice, 3),
    (_takes_back, 2),
    (_goes_away, 0.4),
    (_wants_time, 0.5),
    (_falls_silent, 0.15),
    (_has_a_full_mailbox, 0.5),
    (_first("wish", *_WISHES), 2),
    (_first("look back", "why", "why 1", "review", "hint"), 0.9),
    (_first("setting", *_SETTINGS), 0.7),
    (_first("what cannot be", "99", "2C 3C 4C", "AS AS", "keep AS", "no trump at all"), 1.5),
    (_small_talk, 1.5),
    (_plans, 18),
    (_also("policy", "CARD\nwhen made duck", "CARD\nwhen made ask", "forget plan"), 1),
    (_also("fallback", "CARD else 3 else 1 else 2"), 2),
    (_first("leave", "leave", "stop", "forget me", "stay"), 0.06),
)
_HABITS = [habit for habit, _ in _HABITS_AND_WEIGHTS]
_WEIGHTS = [weight for _, weight in _HABITS_AND_WEIGHTS]


ZONES = ("Europe/Paris", "Europe/London", "America/New_York", "Asia/Tokyo", "UTC")
_NAMES = ("Anna", "Bruno", "Chloé", "Dieter", "Ruth", "Jan", "Sofia", "Marek", "Ida", "Tom")
LANGUAGES = ("en", "en", "en", "en", "en", "fr", "de", "it", "es", "nl", "ro")
_PACES = (*(0.02, 0.02, 0.1, 0.1) * 3, 0.5, 0.5, 2, 8)


def newcomer(number: int, domain: str, dice: random.Random) -> Person:
    """Somebody else who moves in."""
    return Person(
        f"{_NAMES[number % len(_NAMES)]}{number}",
        f"p{number}@{domain}",
        dice.choice(LANGUAGES),
        dice.choice(ZONES),
        dice.randrange(4),
        dice.choice(_PACES),
        dice.choice(tuple(PROGRAMS)),
    )


def some_rules(dice: random.Random, players: int = 0) -> tuple[Preset, int]:
    """Rules, and for how many; every other game is short, so that games end.

    A game for so many `players` as seldom come together is one of those.
    """
    if players:
        return combine(f"ohhell_pagat, {players} players, {dice.choice((1, 2))} cards"), players
    if dice.random() < 0.45:
        return combine(f"ohhell_pagat, {dice.randrange(1, 5)} cards"), 3
    preset = dice.choice(list(PRESETS))
    least, most = preset.rules.players
    return preset, dice.randint(least, min(most, 5))
