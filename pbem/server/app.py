"""The composition root: settings in, a running server out."""

from __future__ import annotations

import asyncio
import os
import secrets as secrets_of
import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from pbem.config.settings import Role, Settings
from pbem.context.services import Secrets, Services, open_services
from pbem.games.late import at_work, renew
from pbem.inbound.bounces import note_refused
from pbem.inbound.identify import lane_of
from pbem.inbound.worker import take_up
from pbem.lanes import OpenLane, OwnProcess
from pbem.mail.codes import Chance
from pbem.outbox.carriers import Carrier
from pbem.outbox.deliver import Post, deliver_due, write_down
from pbem.outbox.way_out import allowance_of, carrier_of
from pbem.receivers.smtp import OpenReceiver, open_receiver
from pbem.server import clock
from pbem.server.chores import Chores
from pbem.server.closing import LOOK_SECONDS, Closing
from pbem.server.heartbeat import BEAT, beat, say_goodbye
from pbem.server.mailbox import SharedMailboxes
from pbem.server.operator import OperatorNeeds
from pbem.server.thinkers import Thinkers
from pbem.server.ticks import Ticks
from pbem.server.worker import Worker
from pbem.store.database import CannotOpen, Database, DatabaseUnavailable
from pbem.store.handed_on import HandedOn
from pbem.store.inbound import Arrived, accept_all
from pbem.store.mail_under_way import MailUnderWay
from pbem.store.server_lock import only_server

_DAY = timedelta(days=1)

_PATIENCE = 4
"""Seconds that work under way may take to end when the server stops."""


class Server:
    """A whole server in one event loop: receivers, ticks, and the house they serve.

    Until it is started nothing happens by itself: whoever has made it calls its stages.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        secrets: Secrets | None = None,
        chance: Chance = secrets_of.token_bytes,
        now: Callable[[], datetime] = clock.now,
        carrier: Carrier | None = None,
        settings_file: Path | None = None,
        lane: Callable[[], OpenLane] = OwnProcess,
    ) -> None:
        self.settings = settings
        db = Database(settings.database, replica=settings.replica)
        if db.alone and settings.role != "all":
            raise CannotOpen("a server with a role needs PostgreSQL, set as `database`")
        services = open_services(db, settings, secrets, chance=chance)
        if self._does("process"):
            services = replace(services, note=MailUnderWay.beside(settings.database))
        self.services: Services = services
        self.ports: list[int] = []
        self._now = now
        self._ticks = Ticks(now)
        self._receivers: list[OpenReceiver] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self.mailbox = SharedMailboxes(services, self.accept, now) if settings.read else None
        self._closing = Closing(db)
        self._operator = OperatorNeeds(settings, self.services, now)
        self.worker = Worker(self.services, now, self._wake)
        self.thinkers = Thinkers(self.services, now, self.worker, self._ticks.nudge, lane)
        self._chores = Chores(self.services, now, settings_file)
        self._numbers = ExitStack()
        self._alone = ExitStack()
        self.name = f"{socket.gethostname()} {os.getpid()} {secrets_of.token_hex(4)}"
        self._post = Post(
            self.services.db,
            self.services.addresses,
            carrier or carrier_of(settings, now),
            now,
            partial(renew, self.services),
            partial(note_refused, self.services),
            None if db.alone else self.name,
            allowance_of(settings),
            HandedOn.beside(settings.database) if self._does("deliver") else HandedOn(),
        )

    async def start(self) -> None:
        """Open the receivers and begin to tick; OSError if a port is taken.

        CannotOpen if another server works on the same file, or it is damaged; `look_on` sees more.
        """
        self._loop = asyncio.get_running_loop()
        self._alone.enter_context(only_server(self.settings.database))
        self.take_up()
        if self.mailbox is not None and self._does("door"):
            self._ticks.every(self.mailbox.every, "poll", self._poll)
        self._ticks.every(LOOK_SECONDS, "closing", self._closing.tick)
        if not self.services.db.alone:
            self._ticks.every(BEAT.total_seconds(), "beat", partial(self._then_deliver, self._beat))
        if self._does("process"):
            think, judge = self.worker.think, self.judge
            self._ticks.every(self.settings.tick, "process", partial(self._then_deliver, think))
            self._ticks.every(
                min(self.settings.tick, 60), "deadlines", partial(self._then_deliver, judge)
            )
            self._ticks.every(_DAY.total_seconds(), "tidy", self.tidy)
            self._ticks.every(self.settings.tick, "coach", self.thinkers.coach)
            self._ticks.every(self.settings.tick, "computers", self.thinkers.computers)
            for name, seconds, chore in self._chores.ticks():
                self._ticks.every(seconds, name, partial(asyncio.to_thread, chore))
        if self._does("deliver"):
            self._ticks.every(self.settings.tick, "deliver", self.deliver)
        if self.settings.metrics is not None:
            from pbem.server.metrics import MetricsPage  # its library takes a megabyte

            where, db = self.settings.metrics, self.services.db
            self._numbers.callback(MetricsPage(db, where.host, where.port, self._now).close)
        # The last of all: whoever comes in is answered at once, however long the database waits.
        for receiver in self.settings.doors if self._does("door") else ():
            ours, closed = self.services.addresses, self._closing.is_closed
            listening = await open_receiver(
                receiver, ours.domain, self._refusal, self.accept, self._now, closed
            )
            self._receivers.append(listening)
            self.ports.append(listening.port)
        self._ticks.start()
        if self.mailbox is not None and self._does("door"):
            self.mailbox.watch(partial(self._wake, "poll"))

    def look_on(self) -> None:
        """Look through what grows, too, while the server runs; CannotOpen if that is damaged."""
        self.services.db.look_through(growing=True)

    def take_up(self) -> None:
        """Go on where a server that was killed left off; CannotOpen if its file is damaged, or
        closed by a farewell.
        """
        self._closing.begin(self._now(), self.name)
        if self._does("process"):
            take_up(self.services, self._now())
        if self._does("deliver"):
            write_down(self._post)

    async def stop(self) -> None:
        """Close the receivers, let the work under way end, and close the database.

        Whatever the other side of a connection does, it takes seconds: what is cut off then is done
        after the next start, as after a kill.
        """
        self.worker.stopping = True
        self._chores.stop()
        self.thinkers.stop()
        await asyncio.gather(*(receiver.close() for receiver in self._receivers))
        if self.mailbox is not None:
            asyncio.get_running_loop().call_later(_PATIENCE / 2, self.mailbox.interrupt)
        await self._ticks.stop(_PATIENCE)
        if self.mailbox is not None:
            await asyncio.to_thread(self.mailbox.close)
        await asyncio.to_thread(self._numbers.close)
        with suppress(DatabaseUnavailable):
            write_down(self._post)
        if not self.services.db.alone:
            with suppress(DatabaseUnavailable):
                say_goodbye(self.services.db, self.name, self._now())
        self.close()

    def close(self) -> None:
        """Give back the database and the files beside it, and say nothing to anybody."""
        self._post.journal.close()
        self.services.note.close()
        self.services.db.close()
        self._alone.close()

    def _does(self, role: Role) -> bool:
        return self.settings.role in ("all", role)

    def _refusal(self, address: str) -> str | None:
        return self.services.refusal(address, self._now())

    def accept(self, mails: Sequence[Arrived]) -> None:
        """Store mails in one commit, then wake the process tick. Runs in a receiver's thread."""
        with self.services.db.begin() as session:
            laid = [(mail, lane_of(self.services, session, mail)) for mail in mails]
            accept_all(session, laid)
        self._wake("process")

    def _wake(self, tick: str) -> None:
        """Run a tick as soon as may be; from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(self._ticks.nudge, tick)

    def nudge(self) -> None:
        """Look at the queues now."""
        self._ticks.nudge("deliver")

    def _beat(self) -> int:
        return beat(self.services.db, self.name, self._now())

    async def _then_deliver(self, work: Callable[[], object]) -> None:
        """Do some work in a thread of its own; where it brings something, it is sent at once."""
        if await asyncio.to_thread(work):
            self._ticks.nudge("deliver")

    async def _poll(self) -> None:
        if self.mailbox is not None and not self._closing.closed:
            await asyncio.to_thread(self.mailbox.look)
            self._ticks.nudge("deliver")

    async def deliver(self) -> None:
        """Send all mail whose time has come; none before the mailbox was seen."""
        if self.mailbox is not None and not await asyncio.to_thread(self.mailbox.seen):
            return
        while not self.worker.stopping and await deliver_due(self._post):
            pass

    async def tidy(self) -> None:
        """Drop what has been kept long enough, and let finished games go to the archive."""
        await asyncio.to_thread(self._chores.tidy)

    def judge(self) -> bool:
        """Think, and keep the deadlines that have passed; of several servers one does.

        While the mailbox cannot be read, or a person has to log in at a provider, nobody is late:
        the time is given back afterwards.
        """
        with self.services.db.only_one("deadlines") as ours:
            if not ours or self._closing.look():
                return False
            if self._operator.login:
                return self._operator.tell()
            heard = self.mailbox.heard() if self.mailbox is not None else self._now()
            if heard is None:
                return False
            at_work(self.services, self._now())
            return self.worker.think(heard) or self._operator.tell()
