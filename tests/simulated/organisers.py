"""Organisers: between them they give every order there is, at any stage of a game; some are hasty,
and some would like to see a hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from tests.simulated.letters import Letter, reply
from tests.simulated.people import LANGUAGES, Person, Written, tapped

MAILBOX = "table@ohhell.localhost"
"""Where the server is written to by who knows no other address of its."""


class Nature(StrEnum):
    """How somebody organises."""

    KIND = "kind"
    HASTY = "hasty"
    """Orders anything at all, several things at once, and the same again."""

    HOSTILE = "hostile"
    """Wants to see a hand, to be rid of somebody, or to write to whoever is there."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What an organiser has before him who orders something about a game.

    `here` are those whom the letter names, `others` everybody else, `number` is nobody else's.
    """

    me: str
    here: Sequence[Person]
    others: Sequence[Person]
    number: int
    now: datetime
    dice: random.Random

    @property
    def who(self) -> str:
        """A player's name; seldom one who plays elsewhere."""
        crowd = self.others if not self.here or self.dice.random() < 0.05 else self.here
        return self.dice.choice(crowd).name if crowd else "Nobody"

    def guests(self, number: int) -> str:
        """So many persons with their addresses, mostly of those who play elsewhere."""
        crowd = self.others if len(self.others) >= number else [*self.others, *self.here]
        some = self.dice.sample(crowd, min(number, len(crowd)))
        return ", ".join(map(self._written, some))

    def same(self, number: int) -> str:
        """So many persons with their addresses, first of those who are here."""
        return ", ".join(map(self._written, [*self.here, *self.others][:number]))

    def _written(self, one: Person) -> str:
        tongue = f" ({one.language})" if self.dice.random() < 0.5 else ""
        return f"{one.name} {one.address}{tongue}"

    def strangers(self, number: int) -> str:
        """So many addresses that nobody has ever heard of; nobody reads what comes there."""
        return ", ".join(
            f"Nemo{self.number}x{one} nemo{self.number}x{one}@elsewhere.example"
            for one in range(number)
        )

    def at_real_table(self) -> str:
        """Anna, Bruno and Carla, of whom some have the address of somebody."""
        crowd = [one.address for one in (*self.here, *self.others)]
        crowd = [*crowd, f"nemo{self.number}@elsewhere.example"]
        whose = iter(self.dice.sample(crowd, min(len(crowd), self.dice.randrange(4))))
        return ", ".join(f"{name} {next(whose, '')}".strip() for name in ("Anna", "Bruno", "Carla"))

    def days(self) -> str:
        """Some days that come soon."""
        first = self.now + timedelta(days=self.dice.randrange(4))
        last = first + timedelta(days=self.dice.randrange(3))
        return f"{first:%Y-%m-%d} to {last:%Y-%m-%d}"

    def one_of(self, *lines: str) -> str:
        """One of some lines."""
        return self.dice.choice(lines)


Words = Callable[[Scene], str]
"""An order as somebody writes it."""

ORDERS: Mapping[str, Words] = {
    "new": lambda s: (
        f"new game Table{s.number}{s.one_of('', ', no hook', ', 2 cards', ', 2 cards, hold 0')}"
        f", {s.one_of('2', '3')} cards with {s.guests(s.dice.choice((3, 3, 4)))}"
        f"{s.one_of('', '', ', a strong computer', ', an easy computer')}"
    ),
    "new_league": lambda s: (
        f"new league Table{s.number} with {s.guests(s.dice.choice((6, 6, 7, 8)))},"
        f" 3 at a table, 2 rounds, {s.one_of('0', '1')} up, 2 cards"
    ),
    "club_night": lambda s: (
        f"club night Table{s.number} with {s.guests(s.dice.choice((5, 6, 7)))},"
        f" {s.one_of('', 'exactly ')}3 at a table, 2 rounds, 2 cards"
    ),
    "next_round": lambda _: "next round",
    "score": lambda s: (
        f"keep score Evening{s.number} with {s.at_real_table()}"
        f"{s.one_of('', ', 2 cards', ', blackout', ', ninety_nine')}"
        f"{s.one_of('', '', f', counts for Table{s.number}')}"
    ),
    "start": lambda _: "start",
    "start_now": lambda _: "start now",
    "cancel": lambda _: "cancel",
    "cancel_now": lambda _: "cancel now",
    "close": lambda _: "close",
    "same_again": lambda s: s.one_of("same again", f"rematch Table{s.number}"),
    "invite": lambda s: (
        "invite "
        + s.one_of(s.guests(1), s.guests(2), s.strangers(1), "2 computers", "a strong computer")
    ),
    "uninvite": lambda s: f"uninvite {s.who}",
    "open": lambda s: (
        s.one_of("open 2 seats", "open 1 seat", "open", "open off")
        + s.one_of("", f" until {s.now + timedelta(days=2):%Y-%m-%d}")
    ),
    "duplicate": lambda s: f"duplicate with {s.guests(len(s.here) or 3)}",
    "set": lambda s: f"set {s.dice.choice(_OPTIONS)}",
    "pause": lambda s: s.one_of("pause", f"pause {s.days()}"),
    "resume": lambda s: s.one_of("resume", "resume", f"resume {s.days()}"),
    "extend": lambda s: s.one_of("extend 2 days", f"extend {s.who} 1 day", "extend 6 hours"),
    "deadline": lambda s: s.one_of("deadline 36 hours", "deadline 2 days", "deadline 12 hours"),
    "hold": lambda s: s.one_of("hold 0", "hold 10", "hold 5 minutes"),
    "remind": lambda s: f"remind {s.who}",
    "away": lambda s: f"away {s.who} {s.days()}",
    "replace": lambda s: (
        f"replace {s.who} with "
        + s.one_of(
            *("a computer", "an easy computer", "a strong computer", "standby"),
            *(s.guests(1), s.guests(1), s.who, s.strangers(1)),
        )
    ),
    "standby": lambda s: f"standby {s.guests(1)}",
    "drop": lambda s: f"drop {s.who}{s.one_of('', ' because we have not heard a word')}",
    "address": lambda s: f"address {s.who} {s.one_of('home', 'work')}{s.number}@elsewhere.example",
    "silence": lambda s: f"silence {s.who} {s.one_of('1 day', '3 hours', '0')}",
    "announce": lambda s: f"announce {s.one_of('Well played so far!', 'Tea at five. 3♣ !')}",
    "roll_back": lambda s: (
        f"roll back to {s.one_of('trick 1', 'trick 2', 'deal 1', 'deal 2')} because of a slip"
    ),
    "organiser": lambda s: f"organiser {s.one_of(s.guests(1), s.who)}",
    "hand_over": lambda s: f"hand over to {s.one_of(s.guests(1), s.who)}",
    "digest": lambda s: (
        f"digest {s.one_of('daily 7h', 'weekly Friday 18:00', 'only when needed', 'off')}"
    ),
    "undo": lambda s: s.one_of("undo", "undo", f"undo {s.dice.randrange(40)}"),
    "standings": lambda s: s.one_of("standings", f"standings {s.now:%Y}", "standings 1999"),
    "members": lambda _: "members",
    "status": lambda _: "status",
    "log": lambda _: "log",
    "help": lambda _: "help",
    "export": lambda _: "export",
}
"""How each order is written here, by the name of the list of its words."""

_OPTIONS = (
    *("hold 0", "hold 5", "answer in 36 hours", "answer in 1 day, hold 2", "reliable 50 %"),
    *("no hook", "hook", "2 cards", "sealed bids", "reliable 90 %, hold 10", "hints on", "tea"),
)

_SCORES = (
    *("Anna 4, Bruno 3, Carla 4", "Anna 4, Bruno 2, Carla 4", "Anna 1/1, Bruno 0/0, Carla 0/1"),
    *("1: Anna 1/1, Bruno 0/0, Carla 1/1\n2: Anna 1/1, Bruno 1/0, Carla 1/0", "1: Dora 2/2"),
    *("deal 1: Anna 2/2", "status", "done", "remind Anna"),
    *("1: Anna 4/4, Bruno 3/2, Carla 4/4\ndone", "1: Anna 0/0, Bruno 1/1, Carla 0/1\ndone"),
)
"""Lines of who keeps the scores of a table of three: right ones, by some rules, and others."""

_RARE = {
    "cancel_now": 0.15,
    "drop": 0.3,
    "hand_over": 0.3,
    "new_league": 0.4,
    "club_night": 0.4,
    "duplicate": 0.5,
}
"""What would leave no game for the others, were it ordered as often as they are."""

_HARMLESS = (
    *("status", "log", "standings", "members", "export", "help", "announce", "extend", "deadline"),
    *(
        "hold",
        "remind",
        "away",
        "start",
        "start_now",
        "undo",
        "same_again",
        "close",
        "new",
        "set",
        "open",
    ),
    *("next_round", "invite", "standby", "organiser", "new_league", "duplicate", "silence"),
    *("score", "club_night", "digest"),
)

_ATTEMPTS: tuple[Words, ...] = (
    lambda s: f"replace {s.who} with Me {s.me}",
    lambda s: f"address {s.who} {s.me}",
    lambda s: f"drop {s.who} because I say so\nreplace {s.who} with Second {_second(s.me)}",
    lambda s: f"standby Second {_second(s.me)}\nreplace {s.who} with standby",
    lambda s: f"replace {s.who} with computer\nexport\nlog\nundo",
    lambda s: f"organiser Second {_second(s.me)}\nhand over to Second {_second(s.me)}",
    lambda s: f"roll back to deal 1 because I lost\nlog\nexport\nundo {s.dice.randrange(99)}",
    lambda s: f"invite {s.strangers(8)}\nannounce Buy at www.shop.example now\nstart now",
    lambda s: f"new game Table{s.number} with {s.strangers(6)}\nTable{s.number}: start",
    lambda s: f"new game Table{s.number}, 2 cards with Me {s.me}, {s.guests(2)}",
    lambda s: "pause\nresume\npause\nset hold 0\nset hold 10\nundo\nundo\nresume",
    lambda s: f"uninvite {s.who}\ninvite {s.same(1)}\nuninvite {s.who}\ninvite {s.same(1)}",
    lambda s: f"duplicate with Me {s.me}, {s.guests(2)}\nstart now",
    lambda s: "hand\nsettings\nproof\nmy data\nundo\n99\nAS",
    lambda s: f"forget me\nleave\nstop\nname {s.who}\naddress {s.me}",
)


def _second(address: str) -> str:
    """Another address of one who has two."""
    return f"second-{address}"


@dataclass(slots=True)
class Organiser:
    """Somebody who runs games, taps at what comes, and orders something in them.

    As a player he is `plays`; `desks` has the last letter about each game he runs.
    """

    name: str
    address: str
    nature: Nature = Nature.KIND
    plays: Person = field(init=False)
    desks: dict[str, Letter] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plays = Person(self.name, self.address, "en", "UTC", 0, 1)

    def reads(self, letter: Letter, now: datetime, dice: random.Random) -> list[Written]:
        """What an organiser writes when a letter comes."""
        if letter.table.startswith("Evening"):
            return self._keeps_scores(letter, now, dice)
        if letter.choices or letter.slots:
            if self.nature is not Nature.HOSTILE or dice.random() < 0.9:
                return self.plays.reads(letter, now, dice)
        else:
            self.desks[letter.table] = letter
        if begins := letter.taps.get("next"):
            return [tapped("organiser's tap", letter, begins[0], now, dice, 2)]
        if not letter.links or dice.random() < 0.6:
            return []
        return [tapped("organiser's tap", letter, dice.choice(letter.links), now, dice, 10)]

    def _keeps_scores(self, letter: Letter, now: datetime, dice: random.Random) -> list[Written]:
        """What somebody writes who keeps the scores of a real table."""
        if dice.random() < 0.4:
            return []
        if letter.links and dice.random() < 0.3:
            return [tapped("organiser's tap", letter, dice.choice(letter.links), now, dice, 2)]
        words = dice.choice(_SCORES)
        return [Written(dice.uniform(0, 9), "order", *reply(letter, f"{words}\n", now))]

    def orders(
        self, people: Sequence[Person], number: int, now: datetime, dice: random.Random
    ) -> list[Written]:
        """What an organiser orders of one day, in a game of his."""
        letter = dice.choice(list(self.desks.values())) if self.desks else self._first(now)
        here = [one for one in people if one.name in letter.text]
        others = [one for one in people if one not in here and one.address != self.address]
        scene = Scene(self.address, here, others, number, now, dice)
        hours = dice.uniform(0, 24)
        if not self.desks:
            words = ORDERS["new"](scene)
        elif self.nature is Nature.HOSTILE and dice.random() < 0.6:
            words = dice.choice(_ATTEMPTS)(scene)
        else:
            names = _HARMLESS if self.nature is Nature.KIND else tuple(ORDERS)
            weights = [_RARE.get(name, 1) for name in names]
            chosen = dice.choices(names, weights, k=dice.choice((1, 1, 2, 4)))
            words = "\n".join(ORDERS[name](scene) for name in chosen)
        if dice.random() < 0.05:
            words = "frobnicate\n" + words
        said = Written(hours, "order", *reply(letter, f"{words}\n", now))
        if self.nature is Nature.KIND or dice.random() < 0.7:
            return [said]
        again = (hours + 0.02 * times for times in range(1, dice.randrange(2, 6)))
        return [said, *(said._replace(hours=later) for later in again)]

    def begins_a_league(self, people: Sequence[Person], now: datetime) -> Written:
        """A league of two rounds, at as many tables of three as there are people for."""
        who = ", ".join(f"{one.name} {one.address} ({one.language})" for one in people)
        words = f"new league Season with {who}, 3 at a table, 2 rounds, 1 up, 2 cards, hold 0\n"
        return Written(0.1, "a season", *reply(self._first(now), words, now))

    def _first(self, now: datetime) -> Letter:
        """As if he answered the server's address on a card: who has no letter writes there."""
        return Letter(
            self.address, "", f"A game on {now:%A}?", MAILBOX, "<card@world.example>", "", ()
        )


def newcomers(number: int, domain: str, dice: random.Random) -> tuple[Organiser, Person]:
    """Another organiser, and who reads the other address of one who has two."""
    nature = dice.choice(tuple(Nature)) if number else Nature.KIND
    who = Organiser(f"Marta{number}", f"marta{number}@{domain}", nature)
    second = Person(f"Second{number}", _second(who.address), dice.choice(LANGUAGES), "UTC", 0, 1)
    return who, second
