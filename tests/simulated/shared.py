"""A world whose PostgreSQL two servers share: each a process, to be killed, cut off, or to hang.

The people, the post, the clock and the oracles are the same. One server works at a time, but where
something befalls it: then the other may go on in the midst of its work. There is no disk of the
world's own, so nothing of it fails, no copy is put back, and mail comes by SMTP alone. A PostgreSQL
orders what it is not told to, so that such a world is not the same to the byte.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from sqlalchemy import text

from pbem.config.settings import Settings
from pbem.context.services import Services
from pbem.outbox.carriers import NotSent
from pbem.server.app import Server
from pbem.store.database import Database, DatabaseUnavailable
from pbem.store.inbound import Arrived
from pbem.store.server import set_alive
from tests.servers.postgres import Postgres, postgres
from tests.simulated.apart import serve
from tests.simulated.world import World

NOT_HERE = frozenset(
    ("deaths", "errors", "memory", "mailbox", "imap", "a copy is put back", "the clock is wrong")
)
"""What fails in other worlds only."""

TROUBLES = {"killed": 3, "cut off": 3, "hung": 2}
"""What befalls a server at a step, each with its weight."""

_PATIENCE = 60
"""Seconds after which servers of which none says anything never will."""

_AS_SQLITE = (
    "create function instr(bytea, bytea) returns int as 'select position($2 in $1)' language sql",
    "create function instr(text, text) returns int as 'select strpos($1, $2)' language sql",
    "create function json_extract(json, text) returns text as"
    " $$select jsonb_path_query_first($1::jsonb, $2::jsonpath) #>> '{}'$$ language sql",
    "create function min(timestamptz, timestamptz) returns timestamptz as"
    " 'select least($1, $2)' language sql",
)
"""What oracles ask a database with."""

_PROCESSES = get_context("forkserver")
_PROCESSES.set_forkserver_preload([serve.__module__])


@dataclass(slots=True)
class Member:
    """One of the servers, as the world sees it.

    `hangs` while the world keeps it waiting in the midst of its work, `cut_off` while the database
    takes no connection of its. `server` is its name among the servers.
    """

    name: str
    home: Path
    process: BaseProcess | None = None
    pipe: Connection | None = None
    busy: bool = False
    hangs: bool = False
    cut_off: bool = False
    server: str = ""
    lives: int = 0
    came_of: tuple[str, Any] = ("died", None)

    def launch(self) -> None:
        """A new process, which has been told nothing."""
        self.pipe, theirs = _PROCESSES.Pipe()
        self.process = _PROCESSES.Process(target=serve, args=(theirs, self.home), daemon=True)
        self.process.start()
        theirs.close()
        self.lives += 1

    def kill(self) -> None:
        """End the process, wherever it is."""
        if self.process is not None and self.pipe is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
        self.process = self.pipe = None
        self.busy = self.hangs = False
        self.came_of = "died", None


@dataclass(slots=True)
class Pair:
    """What a world asks of its server, which one of two does."""

    settings: Settings
    services: Services
    _world: SharedWorld
    mailbox: None = None

    @property
    def worker(self) -> Pair:
        """Who thinks."""
        return self

    @property
    def thinkers(self) -> Pair:
        """Who chooses for computers: each server does before it keeps what has had its time."""
        return self

    def choose(self) -> bool:
        """Nothing is left to choose."""
        return False

    def think(self) -> None:
        """Think through what waits."""
        self._world.one_does("think")

    def judge(self) -> None:
        """Keep what has had its time."""
        self._world.one_does("judge")

    def accept(self, mails: Sequence[Arrived]) -> None:
        """Take mails in."""
        self._world.one_does("accept", mails)

    async def deliver(self) -> None:
        """Send what is to leave."""
        self._world.one_does("deliver")

    async def tidy(self) -> None:
        """Drop what has been kept long enough."""
        self._world.one_does("tidy")

    async def stop(self) -> None:
        """Stop both; one that is killed meanwhile has stopped, too."""
        self._world.stop_all()

    def close(self) -> None:
        """Give back the connections of the world itself."""
        self.services.db.close()


@dataclass(slots=True)
class _Base:
    """The PostgreSQL of a world."""

    postgres: Postgres
    name: str

    def url(self, who: str = "postgres") -> str:
        return self.postgres.url(self.name).replace("postgres@", f"{who}@")

    def do(self, *statements: str) -> list[tuple]:
        with self.postgres.connect(self.name) as admin:
            for statement in statements:
                found = admin.execute(statement)
            return found.fetchall() if found.description else []

    def cut_off(self, who: str) -> None:
        ends = f"select pg_terminate_backend(pid) from pg_stat_activity where usename = '{who}'"
        self.do(f"alter role {who} nologin", ends)

    def let_in(self, who: str) -> None:
        self.do(f"alter role {who} login")

    def waits_for_a_lock(self, who: str) -> bool:
        waits = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and usename = "
        return bool(self.do(f"{waits}'{who}'"))


class SharedWorld(World):
    """The world of a seed with two servers on one PostgreSQL."""

    def __post_init__(self) -> None:
        self.without |= NOT_HERE
        super().__post_init__()
        self._trouble = random.Random(f"{self.seed} troubles")
        self._mean = self._trouble.choice((60, 300, 2_000))
        self._members = [Member(name, self.folder / name) for name in ("one", "two")]
        for member in self._members:
            member.home.mkdir()

    @contextmanager
    def lived(self) -> Iterator[World]:
        """The world with its servers and their PostgreSQL; all are gone after the block."""
        with postgres("autovacuum=off") as server:
            self._base = _Base(server, server.create())
            roles = (f"create role {one.name} superuser login" for one in self._members)
            self._base.do(*roles, f"alter database {self._base.name} set timezone to 'UTC'")
            Database(self._base.url()).close()
            self._base.do(*_AS_SQLITE)
            with super().lived():
                yield self

    @property
    def database_digest(self) -> str:
        """Nothing: the rows of two worlds have other numbers."""
        return ""

    def ask(self, sql: str, **values: object) -> list[tuple]:
        """What the database holds, as SQLite would tell it."""
        with self.server.services.db.begin() as session:
            found = session.connection().execute(text(sql), values)
            return [tuple(map(_as_sqlite, row)) for row in found]

    def come_to_rest(self) -> None:
        """Nothing befalls the servers any more; both are there."""
        self.calm = True
        for member in self._members:
            self._let_in(member)
        self._open()
        super().come_to_rest()

    # The servers

    def _open(self) -> None:
        settings = self.operator.settings(self.faults.disk.folder)
        settings = settings.model_copy(update={"database": self._base.url()})
        if isinstance(getattr(self, "server", None), Pair):
            self.server.close()
        # Of a server that only takes mail in nothing lies beside the database.
        door = Server(settings.model_copy(update={"role": "door"}), chance=self.chance.randbytes)
        self.server = Pair(settings, door.services, self)
        for member in self._members:
            self._starts(member)

    def close(self) -> None:
        """End everything, as at a loss of power."""
        for member in self._members:
            member.kill()
        if isinstance(getattr(self, "server", None), Pair):
            self.server.close()

    def _starts(self, member: Member) -> None:
        """Start a server unless it is there; the one that dies of it, or cannot, does so later."""
        if member.process is not None:
            return
        member.launch()
        url = self._base.url(member.name)
        settings = self.server.settings.model_copy(update={"database": url})
        how, told = self._does(
            member, "start", settings, f"{self.seed} {member.name}{member.lives}"
        )
        if how == "done":
            member.server = told
        elif how == "failed":
            self._dies(member)

    def judge(self) -> None:
        """Keep what has had its time; each server has a coach of its own."""
        self.server.judge()

    def one_does(self, name: str, *given: object) -> None:
        """Let one of the servers do something; DatabaseUnavailable if it could not, or died."""
        there = [one for one in self._members if one.process is not None]
        if not there:
            raise DatabaseUnavailable("no server is there")
        how, told = self._does(self._trouble.choice(there), name, *given)
        if how == "raised":
            self.errors.append(f"{name}: {told}")
        if how != "done":
            raise DatabaseUnavailable(f"{name} {how}: {str(told)[-60:]}")

    def stop_all(self) -> None:
        """Stop the servers, each as it can."""
        for member in self._members:
            if member.process is not None:
                how, told = self._does(member, "stop")
                if how == "raised":
                    self.errors.append(f"stop: {told}")
                member.kill()

    def _does(self, member: Member, name: str, *given: object) -> tuple[str, Any]:
        """Let a server do something, and whatever befalls it; what came of it."""
        self._beats()
        self._told(member, name, *given)
        self._until_done(member)
        return member.came_of

    def _beats(self) -> None:
        """All that are there would have said so a moment ago."""
        with self.server.services.db.begin(lasting=False) as session:
            for one in self._members:
                if one.process is not None and one.server and not one.cut_off:
                    set_alive(session, one.server, self.now + self.skew)

    def _told(self, member: Member, name: str, *given: object) -> None:
        assert member.pipe is not None
        member.busy, member.came_of = True, ("died", None)
        member.pipe.send((name, given, self.now + self.skew, self._steps()))

    def _steps(self) -> float:
        return float("inf") if self.calm else self._trouble.expovariate(1 / self._mean)

    def _answers(self, member: Member, said: object = None, steps: float | None = None) -> None:
        assert member.pipe is not None
        member.hangs = False
        left = self._steps() if steps is None else steps
        member.pipe.send((self.now + self.skew, left, said))

    def _until_done(self, member: Member) -> None:
        """Listen to all that work until one has ended what it does, or died."""
        waited = 0.0
        while member.busy:
            speak = {one.pipe: one for one in self._members if one.busy and not one.hangs}
            heard = wait(speak, 0.1)
            waited = 0 if heard else waited + 0.1
            if not heard and any(self._base.waits_for_a_lock(one.name) for one in speak.values()):
                for hung in self._members:
                    if hung.hangs:
                        self.counted["servers that waited for one that hung"] += 1
                        self._answers(hung)
            if waited > _PATIENCE:
                raise RuntimeError(f"no server says anything: {self._members}")
            for pipe in heard:
                if speak[pipe].pipe is pipe:  # It may have been killed when the other spoke.
                    self._hears(speak[pipe])

    def _hears(self, member: Member) -> None:
        assert member.pipe is not None
        match member.pipe.recv():
            case ("logs", told):
                self._logged(told)
            case ("step", where):
                self._befalls(member, where)
            case ("opens",):
                self._answers(member, _refusal(self.opens_post))
            case ("sends", *letter):
                self._answers(member, _refusal(partial(self.hand_on, *letter)))
            case came_of:
                member.busy, member.came_of = False, came_of

    def _logged(self, told: dict[str, Any]) -> None:
        if told.get("level") in ("warning", "error", "critical"):
            self.logs(told)

    def _befalls(self, member: Member, where: str) -> None:
        """Something befalls a server at a step, and the other may work before it goes on."""
        [other] = (one for one in self._members if one is not member)
        alone = other.process is None or other.busy or other.cut_off
        can = [how for how in TROUBLES if how not in self.without and not alone]
        if not can:
            self._answers(member)
            return
        [how] = self._trouble.choices(can, [TROUBLES[one] for one in can])
        self.kinds.add(how)
        self.faults.counted[f"{how} at {where}"] += 1
        self.say(f"server {member.name} is {how} at {where}")
        if how == "killed":
            self._dies(member)
            return
        if how == "cut off":
            member.cut_off = True
            self._base.cut_off(member.name)
            back = self.now + timedelta(seconds=self._trouble.choice((0, 10, 400, 7_000)))
            self.at(back, partial(self._let_in, member))
        self.now += timedelta(seconds=self._trouble.choice((0, 0, 10, 40, 400)))
        member.hangs = True
        if self._trouble.random() < 0.7:
            self._told(other, "work")
            self._until_done(other)
            if other.came_of[0] == "raised":
                self.errors.append(f"work: {other.came_of[1]}")
        if member.hangs:
            self._answers(member)

    def _dies(self, member: Member) -> None:
        self.counted["deaths"] += 1
        member.kill()
        back = self.now + timedelta(seconds=self._trouble.choice((1, 5, 60, 900, 20_000)))
        self.at(back, partial(self._starts, member))

    def _let_in(self, member: Member) -> None:
        if member.cut_off:
            self._base.let_in(member.name)
            member.cut_off = False
            self.say(f"server {member.name} has its database again")


def _refusal(hands: Any) -> tuple[Any, str] | None:
    try:
        hands()
    except NotSent as problem:
        return problem.fault, str(problem)
    return None


def _as_sqlite(value: Any) -> Any:
    """A value as SQLite would have it, which oracles are written for."""
    match value:
        case bool():
            return int(value)
        case datetime():
            return f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}"
        case dict() | list():
            return json.dumps(value)
        case memoryview():
            return bytes(value)
    return value
