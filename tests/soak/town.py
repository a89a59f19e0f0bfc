"""A town that plays: the real server without receivers and ticks, its clock, post and people."""

from __future__ import annotations

import heapq
import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from sqlalchemy import text

from pbem.config.settings import Limits, Settings
from pbem.context import Context
from pbem.domain.outcomes import NotActed, Outcomes, Refused, kind, restored
from pbem.domain.setup import GameSetup
from pbem.games.set_up import CannotOrganise, new_game
from pbem.games.set_up import Person as Guest
from pbem.mail.codes import Purpose
from pbem.outbox.carriers import NotSent, Send
from pbem.outbox.faults import Fault
from pbem.server.app import Server
from pbem.store import questions
from pbem.store.inbound import Arrived
from pbem.store.inbox import newest
from tests.codes import about
from tests.simulated.letters import read_letter
from tests.simulated.organisers import Organiser
from tests.simulated.people import ZONES, Person, Written, newcomer, some_rules

BEGIN = datetime(2026, 10, 5, 8, tzinfo=UTC)
TICK = timedelta(minutes=8)
"""Below the ten minutes after which a server counts as away."""

EXPECTED = "the post rests"
"""The one error that must be logged: the smarthost is out of order now and then."""

_TAKEN = ("played", "kept", "here already", "said")


@dataclass(slots=True)
class Log:
    """What the server says: how often each thing, and its errors in full."""

    said: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def write(self, line: str) -> int:
        """Take a line of JSON."""
        if line.strip():
            told = json.loads(line)
            self.said[told["event"]] += 1
            if told["level"] in ("error", "critical") and told["event"] != EXPECTED:
                self.errors.append(line.strip())
        return len(line)

    def flush(self) -> None:
        """Nothing is kept back."""


@dataclass(slots=True)
class Town:
    """A server and everybody around it. `became` counts what became of mails, by what they were."""

    folder: Path
    games: int
    dice: random.Random
    now: datetime = BEGIN
    people: dict[str, Person] = field(default_factory=dict)
    organisers: dict[str, Organiser] = field(default_factory=dict)
    became: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    letters: int = 0
    mails: int = 0
    server: Server = field(init=False)
    no_post_until: datetime = BEGIN
    _coming: list[tuple[datetime, int, str, str, str, bytes]] = field(default_factory=list)
    _number: count[int] = field(default_factory=count)
    _id: bytes = b""

    def __post_init__(self) -> None:
        (self.folder / "config.yaml").write_text(f"database: {self._database}\n")
        settings = Settings(
            database=self._database,
            doors=(),
            keep_mails=7,
            operator="operator@town.example",
            limits=Limits(all_an_hour=10_000),  # first receipts of 2,000 newcomers
        )
        self.server = Server(settings, now=lambda: self.now, carrier=self._post)

    @property
    def _database(self) -> str:
        return f"sqlite:///{self.folder / 'soak.db'}"

    async def live(self, days: float) -> None:
        """Live until so many days are over: mails come when they come, the server works between."""
        until = BEGIN + timedelta(days=days)
        while self.now < until:
            tick = min(self.now + TICK, until)
            while self._coming and self._coming[0][0] <= tick:
                at, _, what, sender, to, raw = heapq.heappop(self._coming)
                self.now = max(self.now, at)
                self._comes(what, sender, to, raw)
            self.now = tick
            self.server.judge()
            await self.server.deliver()

    async def tidy(self) -> None:
        """What the server does once a day."""
        await self.server.tidy()

    def nobody_writes(self) -> None:
        """Drop what people were about to send."""
        self._coming.clear()

    def post_rests(self, hours: float) -> None:
        """Let the smarthost take nothing for some time."""
        self.no_post_until = self.now + timedelta(hours=hours)

    def server_away(self, hours: float) -> None:
        """Let time pass in which the server does not run."""
        self.now += timedelta(hours=hours)

    def fill(self) -> None:
        """Begin games until there are enough that are not over."""
        [(there,)] = self.ask("select count(*) from game where stage in ('inviting', 'playing')")
        for _ in range(self.games - there):
            self._begin()

    def orders(self) -> None:
        """Some organisers order something today."""
        people = list(self.people.values())
        for organiser in self.organisers.values():
            if self.dice.random() < 0.3:
                mails = organiser.orders(people, next(self._number), self.now, self.dice)
                self._send(organiser.address, mails)

    def ask(self, sql: str) -> list[tuple]:
        """What the database holds."""
        with self.server.services.db.begin() as session:
            return [tuple(row) for row in session.connection().execute(text(sql))]

    @asynccontextmanager
    async def _post(self) -> AsyncIterator[Send]:
        """The smarthost, which is sometimes out of order."""
        if self.now < self.no_post_until:
            raise NotSent(Fault.POST, "421 out of order")

        async def send(mail_from: str, rcpt: str, raw: bytes) -> None:
            reader = self.people.get(rcpt) or self.organisers.get(rcpt)
            if (
                isinstance(reader, Person)
                and reader.refuses == "550"
                and not reader.is_there(self.now)
            ):
                raise NotSent(Fault.ADDRESS, "550 5.1.1 no such user")
            self.letters += 1
            if reader is not None:
                letter = read_letter(rcpt, mail_from, raw)
                self._send(rcpt, reader.reads(letter, self.now, self.dice))

        yield send

    def _send(self, sender: str, mails: list[Written]) -> None:
        for hours, what, to, raw in mails:
            if what != "the same bytes again":
                self._id = f"Message-ID: <{next(self._number)}@town.example>\n".encode()
            at = self.now + timedelta(hours=hours)
            heapq.heappush(self._coming, (at, next(self._number), what, sender, to, self._id + raw))

    def _comes(self, what: str, sender: str, to: str, raw: bytes) -> None:
        """A mail comes in and is thought through."""
        services = self.server.services
        token = about(services, to)
        asked = None
        with services.db.begin() as session:
            before = newest(session)
            if token is not None and token.purpose is Purpose.QUESTION:
                asked = questions.question(session, token.number)
        mail_from = "" if what == "bounce" else sender
        self.server.accept([Arrived("smtp", to, mail_from, raw, self.now)])
        self.server.worker.think()
        self.mails += 1
        [row] = self.ask(
            "select id, state, outcomes, attempts from inbound order by id desc limit 1"
        )
        number, state, stored, attempts = row
        if number == before:
            stored = None
        elif state != "done" or attempts:
            self.wrong.append(f"{what}: {state} after {attempts} failures: {stored}")
        told = _in_short(restored(stored))
        late = asked is not None and asked.closed is not None
        self.became[f"{what}, too late" if late else what, told] += 1
        if what == "answer" and asked and not late and told not in _TAKEN:
            self.wrong.append(f"mail {number}, a plain answer to an open question: {stored}")

    def _begin(self) -> None:
        while len(self.people) < self.games * 1.3:
            self._moves_in()
        if not self.organisers:
            for number in range(max(2, self.games // 25)):
                address = f"marta{number}@town.example"
                self.organisers[address] = Organiser(f"Marta{number}", address)
        begun = False
        while not begun:
            with suppress(CannotOrganise):  # Somebody wants no more mail: others will play.
                self._invite()
                begun = True

    def _invite(self) -> None:
        dice = self.dice
        preset, players = some_rules(dice)
        there = [one for one in self.people.values() if one.is_there(self.now)]
        organiser = dice.choice(list(self.organisers.values()))
        setup = GameSetup(
            preset.name,
            preset.rules,
            answer_in=dice.choice((24, 48, 48, 72)),
            hold=dice.choice((0, 10, 10)),
            weekends=dice.random() < 0.7,
            away_days=dice.choice((0, 10, 21)),
            play_out=dice.random() < 0.1,
        )
        with self.server.services.db.begin() as session:
            new_game(
                Context(self.server.services, session, self.now),
                name=f"Table{next(self._number)}",
                setup=setup,
                organiser=Guest(organiser.name, organiser.address, "en"),
                people=[
                    Guest(one.name, one.address, one.language)
                    for one in dice.sample(there, players)
                ],
                zone=dice.choice(ZONES),
                invite=dice.random() < 0.3,
            )

    def _moves_in(self) -> None:
        one = newcomer(len(self.people), "town.example", self.dice)
        self.people[one.address] = one


def _in_short(outcomes: Outcomes) -> str:
    """What became of a mail, without what was played: `played`, `refused: card not in hand`."""
    match outcomes:
        case ():
            return "here already"
        case ((_, (Refused(why) | NotActed(why)) as one), *_):
            return f"{kind(one)}: {why}"
        case ((_, one), *_):
            return kind(one)
