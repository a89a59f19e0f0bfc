"""A world: the real server and everybody around it, in one process, with a clock of its own.

The server's stages are called as its ticks would call them: a mail is accepted, thought through a
moment later, and what is to be sent leaves; deadlines are looked at every few minutes. All chance
comes from the seed, so the same seed gives the same world again, to the byte.
"""

from __future__ import annotations

import asyncio
import hashlib
import heapq
import json
import random
import re
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import text

from pbem.context import Context
from pbem.domain.setup import GameSetup
from pbem.games.guests import CannotOrganise
from pbem.games.guests import Person as Guest
from pbem.games.set_up import new_game
from pbem.inbound.parking import MOST_FAILURES
from pbem.outbox.carriers import NotSent, Send
from pbem.outbox.faults import Fault
from pbem.server.app import Server
from pbem.server.chores import look_back
from pbem.store.database import CannotOpen, DatabaseUnavailable
from pbem.store.inbound import Arrived
from tests.databases import prepare
from tests.simulated.disk import Disk, under
from tests.simulated.facts import as_facts
from tests.simulated.faults import Faults, Nth, Temper, among, temper
from tests.simulated.idle import next_tick, was_at_work
from tests.simulated.letters import Letter, code_of, read_letter, reply, with_a_photo
from tests.simulated.mailbox import SKILLS, Filed, SimulatedMailbox, provided_by
from tests.simulated.marks import SOMETIMES
from tests.simulated.one_thread import Here, InLine
from tests.simulated.operator import MOST, Operator
from tests.simulated.organisers import Organiser, newcomers
from tests.simulated.people import LOOKS, RARE_NUMBERS, ZONES, Person, Written, newcomer, some_rules
from tests.simulated.strangers import Passing, strange_mail

BEGIN = datetime(2026, 10, 5, 8, tzinfo=UTC)
BEGINNINGS = (
    *(BEGIN, BEGIN, datetime(2026, 12, 29, 20, tzinfo=UTC)),
    *(datetime(2026, 10, 23, 18, tzinfo=UTC), datetime(2026, 10, 30, 9, tzinfo=UTC)),
    *(datetime(2027, 3, 12, 8, tzinfo=UTC), datetime(2027, 3, 26, 8, tzinfo=UTC)),
)
"""When worlds begin: some before Europe, or America, puts its clocks forward or back."""


_POST = SOMETIMES[-5:]
"""What the post does with a mail."""

_SEATS = (
    "select seat from seat join player on player.id = player_id join game on game.id = game_id"
    " where address = :address and game.name = :table and started_at is not null"
)

_EXPECTED = ("the post rests",)
"""What a server must log as an error when the world around it fails."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail on its way to the server, by SMTP or as it was filed in a mailbox."""

    what: str
    sender: str
    to: str
    raw: bytes
    source: str = "smtp"

    @property
    def id(self) -> str:
        """Its Message-ID."""
        return self.raw.partition(b"Message-ID: ")[2].partition(b"\n")[0].decode().strip()

    @property
    def code(self) -> str:
        """The drawn signs of the code that it came under."""
        return code_of(self.to, self.raw)

    @property
    def whole(self) -> bool:
        """Whether the server reads all of it: of a big one in a mailbox it reads the first text."""
        return self.source == "smtp" or len(self.raw) <= MOST

    @property
    def digest(self) -> str:
        """What the server knows it by."""
        lines = self.raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\r\n")
        return hashlib.sha256(lines).hexdigest()


@dataclass(frozen=True, slots=True)
class Delivery:
    """A letter that the smarthost took: when, for whom; `seats` he held until then at its game."""

    at: datetime
    rcpt: str
    letter: Letter
    seats: frozenset[int] = frozenset()


@dataclass(slots=True)
class World:
    """One world; it lives as long as its block.

    With an `nth` that is all that fails in it, and it rests for less long. In a `plain` one letters
    are drawn as facts, see `tests.simulated.facts`.

    `accepted` are the mails that the server said 250 to, or that lie in its mailbox, if it has one,
    by digest, `came` all that came in their order, `delivered` all letters that the smarthost took;
    since a copy was put back, those that came after it are `undone`. `wrote` tells when mails came
    from an address. `sent` digests every byte of the letters in their order; for the addresses that
    are `refused` it has said no for good. `kinds` are what has happened that could be left out:
    kinds of faults, and of mails; those `without` never happen. At tables that began without
    invitations those have agreed before who are `seated` there. So many people are there as `crowd`
    says, or as the games need.
    """

    seed: int
    folder: Path
    games: int = 20
    told: Callable[[int, datetime, str], None] = lambda _number, _at, _what: None
    crowd: int = 0
    without: frozenset[str] = frozenset()
    nth: Nth | None = None
    plain: bool = False
    now: datetime = BEGIN
    skew: timedelta = timedelta(0)
    people: dict[str, Person] = field(default_factory=dict)
    organisers: dict[str, Organiser] = field(default_factory=dict)
    accepted: dict[str, Mail] = field(default_factory=dict)
    delivered: list[Delivery] = field(default_factory=list)
    wrote: dict[str, list[datetime]] = field(default_factory=dict)
    came: list[tuple[datetime, Mail]] = field(default_factory=list)
    seated: dict[str, set[str]] = field(default_factory=dict)
    undone: list[Delivery] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    marks: Counter[str] = field(default_factory=Counter)
    kinds: set[str] = field(default_factory=set)
    last: deque[str] = field(default_factory=lambda: deque(maxlen=100))
    errors: list[str] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    calm: bool = False
    faults: Faults = field(init=False)
    box: SimulatedMailbox | None = None
    server: Server = field(init=False)
    operator: Operator = field(init=False)
    number: int = 0
    _sent: Any = field(default_factory=hashlib.sha256)
    _dice: random.Random = field(init=False)
    chance: random.Random = field(init=False)
    _ways: random.Random = field(init=False)
    _post: random.Random = field(init=False)
    _doors: tuple[str, ...] = ("smtp",)
    _coming: list[tuple[datetime, int, Callable[[], None]]] = field(default_factory=list)
    _held: dict[tuple[str, str], set[int]] = field(default_factory=dict)
    _newest: dict[str, dict[str, Letter]] = field(default_factory=lambda: defaultdict(dict))
    _tables: dict[str, str] = field(default_factory=dict)
    _order: count[int] = field(default_factory=count)
    _post_rests_until: datetime = BEGIN
    _thinks: bool = False
    _has_looked: bool = False
    _is_quick: bool = True
    _bustle: int = 1
    _ticks_at: datetime = BEGIN
    _at_work: datetime | None = None
    _last_mail: Mail = field(init=False)
    _back_at: list[datetime] = field(default_factory=list)
    _texts: dict[str, str] = field(default_factory=dict)
    _numbers: list[int] = field(default_factory=lambda: list(RARE_NUMBERS))
    loop: asyncio.AbstractEventLoop = field(init=False)

    def __post_init__(self) -> None:
        self._dice = random.Random(f"{self.seed} people")
        self.chance = random.Random(f"{self.seed} chance")
        dice = random.Random(f"{self.seed} faults")
        home = self.folder / "life1"
        home.mkdir()
        fails = Temper() if self.nth else temper(dice).without(self.without)
        self.kinds |= fails.kinds
        self.faults = Faults(fails, dice, Disk(home), self._passes, self.nth)
        self._post = random.Random(f"{self.seed} post")
        self._ways = random.Random(f"{self.seed} ways")
        self._doors = self._ways.choice((("smtp",), ("smtp",), ("imap",), ("smtp", "imap")))
        if "imap" in self._doors and self.may("imap"):
            self.box = SimulatedMailbox(
                self._ways,
                self._ways.choice(SKILLS),
                self.faults.at,
                self.faults.mailbox,
                self.faults.counted,
            )
            self.box.inbox.add(Filed(b"Subject: Welcome!\r\n\r\nYour mailbox is ready.\r\n", BEGIN))
        else:
            self._doors = ("smtp",)
        self._bustle = random.Random(f"{self.seed} bustle").choice((1, 1, 3))
        self._is_quick = self._ways.random() < 0.7 or not self.may("the server is busy")
        self.operator = Operator(self, random.Random(f"{self.seed} operator"))
        self.now = self._ways.choice(BEGINNINGS)
        self.loop = asyncio.new_event_loop()
        self.loop.set_default_executor(InLine())

    @contextmanager
    def lived(self) -> Iterator[World]:
        """The world with its server; both are gone after the block."""
        with ExitStack() as stack:
            stack.callback(self.loop.close)
            prepare()
            if self.plain:
                stack.enter_context(as_facts())
            stack.enter_context(under(self.faults.disk))
            stack.enter_context(among(self.faults))
            if self.box is not None:
                stack.enter_context(provided_by(self.box))
            self.begin_to_work()
            stack.callback(self.close)
            yield self

    @property
    def digest(self) -> str:
        """All bytes that were sent, in their order, in short."""
        return str(self._sent.hexdigest())

    @property
    def database_digest(self) -> str:
        """Every row of every table, in short."""
        whole = hashlib.sha256()
        with self.faults.rest(), self.server.services.db.begin() as session:
            tables = "select name from sqlite_master where type = 'table' order by name"
            names = session.connection().exec_driver_sql(tables).scalars().all()
            for name in names:
                whole.update(name.encode())
                for row in session.connection().exec_driver_sql(f"select * from {name}"):
                    whole.update(repr(tuple(row)).encode())
        return whole.hexdigest()

    def live(self, days: float) -> None:
        """Live for so many more days."""
        until = self.now + timedelta(days=days)
        self._tick_at(self.now)
        self.at(self.now, self._morning)
        while self._coming and self._coming[0][0] <= until:
            at, _, happens = heapq.heappop(self._coming)
            if at > self.now:
                self.now = at
                self._stays_at_work()
            happens()
        self.now = max(self.now, until)

    def come_to_rest(self) -> None:
        """Nobody writes any more and nothing fails; what is under way ends."""
        self.calm = True
        self._coming.clear()
        self._thinks = False
        self.skew = timedelta(0)
        self._post_rests_until = self.now
        with self.faults.rest():
            self.live(0.5 if self.nth else 1.5)

    def forgets_since(self, copied: datetime) -> None:
        """The server is where it was then: what came and left since is as if it had never been.

        So is a letter that had left just before without being marked: it leaves once more.
        """
        stored = {digest for (digest,) in self.ask("select digest from inbound")}
        lies = {Mail("", "", "", raw).digest for raw in self.box.unread} if self.box else set()
        self.accepted = {
            digest: mail
            for digest, mail in self.accepted.items()
            if digest in stored | lies or (not mail.whole and self.stored_in_part(mail))
        }
        self._back_at.append(self.now)
        states = dict(self.ask("select message_id, state from outbox"))

        waits = {message for message, state in states.items() if state in ("queued", "sending")}
        was = {one.letter.id for one in self.delivered}

        def known(one: Delivery) -> bool:
            there = one.letter.id in was or one.letter.id in states
            return there and one.at <= copied and one.letter.id not in waits

        # A copy of before the last going back knows what was undone then.
        every = sorted([*self.undone, *self.delivered], key=lambda one: one.at)
        self.delivered = [one for one in every if known(one)]
        self.undone = [one for one in every if not known(one)]
        self._held.clear()
        for one in self.delivered:
            self._held.setdefault((one.letter.table, one.rcpt), set()).update(one.seats)

    def stored_in_part(self, mail: Mail) -> int:
        """How often a mail is stored of which the server reads only the first text.

        It is known by its Message-ID, as are those that came once more by another way; of somebody
        who is forgotten only when it came is left.
        """
        came = {f"{at:%Y-%m-%d %H:%M:%S}" for at, one in self.came if one.id == mail.id}
        kept = self.ask(
            "select count(*) from inbound where instr(raw, :id) > 0", id=mail.id.encode()
        )
        emptied = self.ask("select digest, received_at from inbound where length(raw) = 0")
        again = sum(one.id == mail.id for one in self.accepted.values()) - 1
        # Of another's, emptied, which came in the same second, it is not.
        stored = kept[0][0] or sum(
            digest not in self.accepted and str(at)[:19] in came for digest, at in emptied
        )
        return max(0, stored - again)

    def was_just_put_back(self, at: datetime) -> bool:
        """Whether letters of then tell until when the server has gone back."""
        return any(back <= at <= back + timedelta(hours=12) for back in self._back_at)

    def ask(self, sql: str, **values: object) -> list[tuple]:
        """What the database holds."""
        with self.faults.rest(), self.server.services.db.begin() as session:
            return [tuple(row) for row in session.connection().execute(text(sql), values)]

    def say(self, what: str) -> None:
        """Something happened."""
        self.number += 1
        self.last.append(f"{self.number:6} {self.now:%a %d %b %H:%M:%S} {what}")
        self.told(self.number, self.now, what)

    def logs(self, told: dict[str, Any]) -> None:
        """What the server logs: an error is one, unless it so tells of a fault of ours."""
        self.sometimes(f"logged: {told['event']}")
        if told.get("level") not in ("error", "critical"):
            return
        error = json.dumps(told)
        expected = told["event"] in self.operator.expects.union(_EXPECTED)
        expected |= told["event"] == "mail parked" and self.memory_was_short
        if not expected and not self.faults.dead and "MemoryError" not in error:
            self.errors.append(error)
            self.say(f"ERROR {told['event']}")

    @property
    def memory_was_short(self) -> bool:
        """Whether memory was short as often as a mail may fail."""
        return self.faults.counted["there is no memory"] >= MOST_FAILURES

    def _passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    # The server

    def _open(self) -> None:
        self.server = Server(
            self.operator.settings(self.faults.disk.folder),
            secrets=lambda _game, _deal: self.chance.randbytes(32),
            chance=self.chance.randbytes,
            now=lambda: self.now + self.skew,
            carrier=self._smarthost,
            lane=Here,
        )
        self.server.take_up()

    def close(self) -> None:
        with self.faults.rest(), suppress(AttributeError):  # It may have died before it was there.
            self.server.close()

    def alive(self, work: Callable[[], object]) -> bool:
        """Let the server work; False if it could not, or died of it and was started again."""
        try:
            work()
        except DatabaseUnavailable as problem:
            self.counted["the database is not there"] += 1
            self.say(f"the database is not there: {problem}")
            return False
        except MemoryError:
            self.say("there was no memory for it")
            return False
        except BaseException:
            if not self.faults.dead:
                raise
        if self.faults.dead:
            self._again()
            return False
        return True

    def _again(self) -> None:
        self.say("the server died")
        self.counted["deaths"] += 1
        self.close()
        self.faults.revived()
        self.now += timedelta(seconds=self._dice.choice((1, 5, 60, 900, 20_000)))
        self.begin_to_work()
        self.at(self.now, self._think)

    def begin_to_work(self) -> None:
        """Start the server, as often as it takes."""
        self._at_work = None
        self._tick_at(self.now)
        while True:
            try:
                return self._open()
            except BaseException as problem:
                if not self.faults.dead:
                    if not isinstance(problem, DatabaseUnavailable | CannotOpen | MemoryError):
                        raise
                    self.faults.left = self.faults.disk.as_killed()
            self.say("the server did not start")
            self.close()
            self.faults.revived()

    def at(self, moment: datetime, happens: Callable[[], None]) -> None:
        heapq.heappush(self._coming, (moment, next(self._order), happens))

    def _tick(self) -> None:
        """Deadlines and whatever else has had its time."""
        began = self._at_work = self.now
        self._poll()
        self.alive(self._choose)
        self.alive(self.judge)
        self._deliver()
        if self._at_work == began:  # It has not died meanwhile.
            self._tick_at(next_tick(self, self._dice))

    def judge(self) -> None:
        """Keep what has had its time; the coach works in this process, however long it takes."""
        self.server.judge()
        while look_back(self.server.services, self.now + self.skew, Here()):
            self.counted["deals looked back at"] += 1

    def _tick_at(self, moment: datetime) -> None:
        """The next tick comes then, and none before."""

        def ticks() -> None:
            if self._ticks_at == moment:
                self._tick()

        self._ticks_at = moment
        self.at(moment, ticks)

    def _tick_soon(self) -> None:
        """Something has happened, of which more may come."""
        moment = self.now + timedelta(minutes=self._dice.uniform(5, 9.5))
        if moment < self._ticks_at:
            self._tick_at(moment)

    def _stays_at_work(self) -> None:
        """No server has done nothing because its clock has jumped over idle ticks."""
        if self._at_work is not None and self.now - self._at_work > timedelta(minutes=5):
            self._at_work = self.now
            was_at_work(self)

    def _poll(self) -> None:
        mailbox = self.server.mailbox
        if mailbox is not None:
            self.alive(mailbox.look)

    def _think(self) -> None:
        self._thinks = False
        self.alive(self.server.worker.think)
        self.alive(self._choose)
        self._deliver()
        self._tick_soon()

    def _choose(self) -> None:
        """Let the computers choose that think longer, and play where nobody waits for it."""
        while self.server.thinkers.choose():
            self.server.worker.think()

    def _deliver(self) -> None:
        self.alive(lambda: self.loop.run_until_complete(self.server.deliver()))

    def _morning(self) -> None:
        """What happens once a day."""
        self.alive(lambda: self.loop.run_until_complete(self.server.tidy()))
        self._tick_soon()
        dice = self._dice
        if not self.calm:
            self._begin_games()
            self._orders()
            if dice.random() < 0.2 and self.may("the post rests"):
                self._post_rests_until = self.now + timedelta(hours=dice.uniform(1, 8))
            if dice.random() < 0.1 and self.may("the server is away"):
                self._at_work = None
                self.now += timedelta(hours=dice.uniform(1, 12))
                self._tick_at(self.now)
            if dice.random() < 0.1 and self.may("the clock is wrong"):
                self.skew = timedelta(seconds=dice.choice((0, 0, -40, 40, 3000, -3000)))
            self.operator.morning()
            if self.box is not None:
                self._somebody_is_at(self.box)
        self.at(self.now + timedelta(days=1), self._morning)

    def _somebody_is_at(self, box: SimulatedMailbox) -> None:
        if self._ways.random() < 0.15 and self.may("somebody else reads the mailbox"):
            box.somebody_reads()
        if self._ways.random() < 0.1 and self.may("the mails are numbered anew"):
            box.numbered_anew()

    def may(self, kind: str) -> bool:
        """Whether something of a kind happens now that can be left out."""
        if kind in self.without or (self.nth and kind != "imap"):
            return False
        self.kinds.add(kind)
        self.counted[kind] += 1
        self.say(kind)
        return True

    # The post

    @asynccontextmanager
    async def _smarthost(self) -> AsyncIterator[Send]:
        self.opens_post()

        async def send(mail_from: str, rcpt: str, raw: bytes) -> None:
            self.faults.at("send")
            self.hand_on(mail_from, rcpt, raw)
            self.faults.at("sent")

        yield send

    def opens_post(self) -> None:
        """Somebody connects to the smarthost; NotSent if it is not there."""
        if self.now < self._post_rests_until:
            raise NotSent(Fault.POST, "421 out of order")

    def hand_on(self, mail_from: str, rcpt: str, raw: bytes) -> None:
        """The smarthost is given a letter; NotSent if it does not say that it has it."""
        reader = self.people.get(rcpt)
        if reader and reader.refuses == "550" and not reader.is_there(self.now):
            self.refused.add(rcpt)
            raise NotSent(Fault.ADDRESS, "550 5.1.1 no such user")
        if self.faults.smarthost():
            self._does_otherwise(mail_from, rcpt, raw)
        else:
            self._takes(mail_from, rcpt, raw)

    def _does_otherwise(self, mail_from: str, rcpt: str, raw: bytes) -> None:
        """The smarthost refuses, is silent, takes a letter twice, or loses it."""
        how = self.faults.dice.choice(("4xx", "5xx", "421", "silent", "took, silent", "twice"))
        self.faults.counted[f"smarthost: {how}"] += 1
        if how == "5xx":
            self.refused.add(rcpt)
        if how in ("took, silent", "twice"):
            self._takes(mail_from, rcpt, raw)
        if how == "twice":
            return self._takes(mail_from, rcpt, raw)
        raise NotSent(_MEANS[how], how)

    def _takes(self, mail_from: str, rcpt: str, raw: bytes) -> None:
        self._sent.update(f"{mail_from} {rcpt}\n".encode())
        self._sent.update(raw)
        letter = read_letter(rcpt, mail_from, raw)
        if self._texts.setdefault(letter.id, letter.text) != letter.text:
            self.errors.append(f"{letter.id} stands over two texts")
        self.delivered.append(Delivery(self.now, rcpt, letter, self._seats_of(rcpt, letter.table)))
        self._newest[letter.table][rcpt] = letter
        self._tables[letter.reply_to] = letter.table
        self.say(f"to {rcpt}: {letter.subject}")
        self.counted["letters"] += 1
        reader = self.people.get(rcpt) or self.organisers.get(rcpt)
        if reader is not None and not self.calm:
            self._write(rcpt, reader.reads(letter, self.now, self._dice))

    def _seats_of(self, address: str, table: str) -> frozenset[int]:
        """The seats somebody has held at a table since it began, as far as anybody has seen.

        Before, those behind one who is done without move up.
        """
        held = self._held.setdefault((table, address), set())
        if table:
            held.update(seat for (seat,) in self.ask(_SEATS, table=table, address=address))
        return frozenset(held)

    def _write(self, sender: str, mails: list[Written]) -> None:
        for hours, what, to, raw in mails:
            if what in self.without:
                continue
            self.kinds.add(what)
            if what == "the same bytes again":
                mail = replace(self._last_mail, what=what)
            else:
                name = f"Message-ID: <{next(self._order)}@world.example>\n".encode()
                way = self._ways.choice(self._doors)
                photo = way == "imap" and self._ways.random() < 0.03
                mail = Mail(what, sender, to, name + (with_a_photo(raw) if photo else raw), way)
            self._last_mail = mail
            for later, carried in self._carried(mail):
                at = self.now + timedelta(hours=hours + later)
                self.at(at, lambda carried=carried: self.comes(carried))

    def _carried(self, mail: Mail) -> list[tuple[float, Mail]]:
        """How the post carries a mail: so many hours it takes, and what it then looks like."""
        post = self._post
        how = post.choices((*_POST, ""), (0.01, 0.01, 0.01, 0.003, 0.003, 0.964))[0]
        if not how or mail.what == "the same bytes again" or not self.may(how):
            return [(0, mail)]
        self.sometimes(how)
        match how:
            case "a mail comes late":
                return [(post.uniform(6, 70), mail)]
            case "a mail comes out of order":
                return [(post.uniform(0.05, 3), mail)]
            case "a mail comes twice":
                again = replace(mail, what="the same bytes again")
                return [(0, mail), (post.uniform(0, 30), again)]
            case _:
                days = 1 if how == "a mail is of tomorrow" else -365
                told = f"Date: {format_datetime(self.now + timedelta(days=days))}".encode()
                return [(0, replace(mail, raw=re.sub(rb"Date: [^\n]*", told, mail.raw, count=1)))]

    def sometimes(self, what: str) -> None:
        """Something came to pass that should, now and then; see `tests.simulated.marks`."""
        self.marks[what] += 1

    def comes(self, mail: Mail) -> None:
        """A mail comes in; who is not told 250 brings it again."""
        self.say(f"from {mail.sender}: {mail.what}")
        self.counted["mails"] += 1
        self.wrote.setdefault(mail.sender, []).append(self.now)
        self.came.append((self.now, mail))
        if mail.what == "answer" and self._post.random() < 0.1:
            self._somebody_looks(mail)
        if mail.source == "imap":
            self._is_filed(mail)
            return
        mail_from = "" if mail.what == "bounce" else mail.sender
        arrived = Arrived("smtp", mail.to, mail_from, mail.raw, self.now)

        def taken() -> None:
            self.faults.at("accept")
            self.server.accept([arrived])
            self.faults.at("accepted")
            self.accepted[mail.digest] = mail

        if not self.alive(taken):
            self.at(self.now + timedelta(minutes=5), lambda: self.comes(mail))
        self._thinks_soon()

    def _somebody_looks(self, mail: Mail) -> None:
        """Another player of that table asks how it stands, while the answer may be held back."""
        there = self._newest[self._tables.get(mail.to, "")]
        others = [one for rcpt, one in there.items() if rcpt != mail.sender and rcpt in self.people]
        if others and not self.calm:
            letter = self._post.choice(others)
            words = f"{self._post.choice(LOOKS)}\n"
            hours = self._post.uniform(0.02, 0.16)
            self._write(letter.to, [Written(hours, "look", *reply(letter, words, self.now))])

    def _is_filed(self, mail: Mail) -> None:
        """A mail comes into the mailbox, where it will be found sooner or later."""
        assert self.box is not None
        mail_from = "" if mail.what == "bounce" else mail.sender
        raw = f"Return-Path: <{mail_from}>\nDelivered-To: {mail.to}\n".encode() + mail.raw
        mail = replace(mail, raw=raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
        self.counted["mails that are big"] += not mail.whole
        self.box.inbox.add(Filed(mail.raw, self.now))
        self._has_looked = self._has_looked or bool(self.ask("select 1 from mailbox"))
        if self._has_looked:  # what was there before its first look is not the server's
            self.accepted[mail.digest] = mail

        def found() -> None:
            self._poll()
            self._thinks_soon()

        self.at(self.now + timedelta(seconds=self._ways.uniform(1, 90)), found)

    def _thinks_soon(self) -> None:
        if not self._thinks:
            self._thinks = True
            seconds = self._dice.choice((0.01, 0.01, 1, 30 if self._is_quick else 3_000))
            self.at(self.now + timedelta(seconds=seconds), self._think)

    # People and games

    def _orders(self) -> None:
        people = list(self.people.values())
        for organiser in self.organisers.values():
            for _ in range(self._dice.randrange(4 * self._bustle)):
                number = next(self._order)
                mails = organiser.orders(people, number, self.now, self._dice)
                self._write(organiser.address, mails)
        letters = [one.letter for one in self.delivered[-300:]]
        for _ in range(self._post.randrange(8) if letters else 0):
            sender, mail = strange_mail(Passing(letters, people, self.now, self._post))
            self._write(sender, [mail])

    def _begin_games(self) -> None:
        [(there,)] = self.ask("select count(*) from game where stage in ('inviting', 'playing')")
        while len(self.people) < (self.crowd or max(5, self.games * 1.3)):
            self._moves_in()
        if not self.organisers:
            for number in range(max(2, self.games // 6)):
                organiser, second = newcomers(number, "world.example", self._dice)
                self.organisers[organiser.address] = organiser
                self.people[second.address] = second
            self._begin_a_season(next(iter(self.organisers.values())))
        for _ in range(self.games - there):
            self.alive(self._begin)

    def _begin_a_season(self, organiser: Organiser) -> None:
        """Some worlds have a league from their first day on, of quick people."""
        quick = [one for one in self.people.values() if one.pace < 0.2]
        if len(quick) >= 6 and self._ways.random() < 0.4:
            mail = organiser.begins_a_league(self._ways.sample(quick, 6), self.now)
            self._write(organiser.address, [mail])

    def _begin(self) -> None:
        dice = self._dice
        here = [one for one in self.people.values() if one.is_there(self.now)]
        preset, players = some_rules(dice, self._rare_number(len(here)))
        if len(here) < players:
            return
        organiser, number = dice.choice(list(self.organisers.values())), next(self._order)
        setup = GameSetup(
            preset.name,
            preset.rules,
            answer_in=dice.choice((2, 6, 12, 24, 48)),
            hold=dice.choice((0, 10, 10)),
            weekends=dice.random() < 0.7,
            away_days=dice.choice((0, 10, 21)),
            play_out=dice.random() < 0.1,
            hints=number % 3 == 0,
        )
        guests = [Guest(one.name, one.address, one.language) for one in dice.sample(here, players)]
        name, zone, invite = (
            f"Table{number}",
            dice.choice(ZONES),
            dice.random() < 0.3,
        )
        with suppress(CannotOrganise), self.server.services.db.begin() as session:
            # Somebody may want no more mail: then others will play.
            new_game(
                Context(self.server.services, session, self.now + self.skew),
                name=name,
                setup=setup,
                organiser=Guest(organiser.name, organiser.address, "en"),
                people=guests,
                zone=zone,
                invite=invite,
            )
        if not invite:
            self.seated[name] = {one.address for one in guests}
        self.say(f"{organiser.address} begins {name}: {preset.name}, {players} players")

    def _rare_number(self, there: int) -> int:
        """A number of players that is seldom, each once until all have come; mostly 0, for any."""
        rare = [number for number in self._numbers if number <= there]
        if not rare or self._dice.random() < 0.75:
            return 0
        number = self._dice.choice(rare)
        self._numbers.remove(number)
        return number

    def _moves_in(self) -> None:
        one = newcomer(len(self.people), "world.example", self._dice)
        self.people[one.address] = one


_MEANS = {
    "4xx": Fault.MAIL,
    "5xx": Fault.SUSPECT,
    "421": Fault.POST,
    "silent": Fault.DOUBT,
    "took, silent": Fault.DOUBT,
}
