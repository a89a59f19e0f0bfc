"""A server of a world in a process of its own, which does what it is told over a pipe.

There it asks for what the world has: the time, the post, and what befalls it at a step. The one who
is asked may kill it instead of answering.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import traceback
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pbem.config.settings import Settings
from pbem.logs import log_to
from pbem.outbox.carriers import NotSent, Send
from pbem.server.app import Server
from pbem.server.chores import look_back
from pbem.server.heartbeat import beat
from pbem.store.database import CannotOpen, DatabaseUnavailable
from pbem.store.inbound import Arrived
from tests.simulated.faults import among
from tests.simulated.one_thread import Here, InLine


@dataclass(slots=True)
class Apart:
    """One server. At the step after so many more as are `left` it asks what befalls it."""

    pipe: Connection
    now: datetime = field(init=False)
    left: float = float("inf")
    server: Server = field(init=False)
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    def ask(self, *what: object) -> Any:
        """What the world answers; meanwhile its time may have gone on."""
        self.pipe.send(what)
        self.now, self.left, said = self.pipe.recv()
        return said

    def at(self, where: str) -> None:
        """A step of the server."""
        self.left -= 1
        if self.left < 0:
            self.ask("step", where)

    def write(self, line: str) -> int:
        """Take a line of JSON that the server logs."""
        if line.strip():
            self.pipe.send(("logs", json.loads(line)))
        return len(line)

    def flush(self) -> None:
        """Nothing is kept back."""

    @asynccontextmanager
    async def _carrier(self) -> AsyncIterator[Send]:
        self._hands("opens")

        async def send(mail_from: str, rcpt: str, raw: bytes) -> None:
            self.at("send")
            self._hands("sends", mail_from, rcpt, raw)
            self.at("sent")

        yield send

    def _hands(self, *what: object) -> None:
        refusal = self.ask(*what)
        if refusal is not None:
            raise NotSent(*refusal)

    def start(self, settings: Settings, seed: str) -> str:
        """Begin to work; under which name."""
        chance = random.Random(seed)
        self.server = Server(
            settings,
            secrets=lambda _game, _deal: chance.randbytes(32),
            chance=chance.randbytes,
            now=lambda: self.now,
            carrier=self._carrier,
            lane=Here,
        )
        self.server.take_up()
        return self.server.name

    def accept(self, mails: Sequence[Arrived]) -> None:
        """Take mails in."""
        self.server.accept(mails)
        self.at("accepted")

    def think(self) -> None:
        """Think through what waits."""
        self.server.worker.think()

    def judge(self) -> None:
        """Say that it lives, and keep what has had its time."""
        beat(self.server.services.db, self.server.name, self.now)
        while self.server.thinkers.choose():
            self.server.worker.think()
        self.server.judge()
        while look_back(self.server.services, self.now, Here()):
            pass

    def deliver(self) -> None:
        """Send what is to leave."""
        self.loop.run_until_complete(self.server.deliver())

    def tidy(self) -> None:
        """Drop what has been kept long enough."""
        self.loop.run_until_complete(self.server.tidy())

    def work(self) -> None:
        """All that its ticks do."""
        self.think()
        self.judge()
        self.deliver()

    def stop(self) -> None:
        """End as one that is asked to."""
        self.loop.run_until_complete(self.server.stop())


def serve(pipe: Connection, home: Path) -> None:
    """Do what comes over a pipe, and say what came of it, until nothing more comes."""
    os.chdir(home)
    one = Apart(pipe)
    one.loop.set_default_executor(InLine())
    log_to(one, style="json")  # type: ignore[arg-type]
    with among(one):
        while True:
            try:
                name, given, one.now, one.left = pipe.recv()
            except EOFError:
                return
            try:
                came_of = "done", getattr(one, name)(*given)
            except (DatabaseUnavailable, CannotOpen) as problem:
                came_of = "failed", str(problem)
            except Exception as problem:
                at = traceback.extract_tb(problem.__traceback__)[-1]
                came_of = "raised", f"{problem!r} at {at.filename}:{at.lineno}"
            pipe.send(came_of)
