"""The composition root: settings in, a running server out."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from pbem import clock as clocks
from pbem.clock import Clock
from pbem.config import Settings
from pbem.doors.imap import ImapDoor
from pbem.doors.smtp import open_door
from pbem.house import House, Secrets, open_house
from pbem.late import at_work, renew
from pbem.metrics import Metrics
from pbem.operator import tell_operator
from pbem.post.carriers import maildir, smarthost
from pbem.post.deliver import Post, deliver_due
from pbem.process import process_deadline, process_kept, process_next
from pbem.reminders import remind_next
from pbem.returned import note_refused
from pbem.store.database import Database
from pbem.store.forgetting import drop_forgotten
from pbem.store.inbound import Arrived, accept
from pbem.store.keeping import drop_bytes
from pbem.store.sending import release_all

_DAY = timedelta(days=1)

_STUCK = 300
"""Seconds after which one mail, or one deadline, is taken never to end."""


class Server:
    """A whole server in one event loop: doors, ticks, and the house they serve."""

    def __init__(
        self,
        settings: Settings,
        *,
        secrets: Secrets | None = None,
        now: Callable[[], datetime] = clocks.now,
    ) -> None:
        self.settings = settings
        house = open_house(
            Database(settings.database),
            settings.mailbox,
            secrets,
            answers=settings.answers,
            answer_domain=settings.answer_domain,
        )
        self.house: House = replace(
            house,
            limits=settings.limits,
            authserv_id=settings.authserv_id,
            open_registration=settings.open_registration,
            zone=settings.zone,
        )
        self.ports: list[int] = []
        self._now = now
        self._clock = Clock(now)
        self._doors: list[asyncio.Server] = []
        self._thinking = threading.Lock()
        self._imap: ImapDoor | None = None
        self._metrics: Metrics | None = None
        self._began: float | None = None
        self._post = Post(
            self.house.db,
            self.house.addresses,
            smarthost(settings.smarthost)
            if settings.smarthost
            else maildir(Path(settings.outgoing)),
            now,
            partial(renew, self.house),
            partial(note_refused, self.house),
        )

    async def start(self) -> None:
        """Open the doors and begin to tick; OSError if a port is taken."""
        self._loop = asyncio.get_running_loop()
        for door in self.settings.doors:
            ours = self.house.addresses
            listening = await open_door(door, ours.domain, ours.is_ours, self.accept, self._now)
            self._doors.append(listening)
            self.ports.append(listening.sockets[0].getsockname()[1])
        if self.house.db.alone:
            # What a killed server had in hand need not wait for its lease.
            with self.house.db.begin() as session:
                release_all(session, self._now())
        if self.settings.imap is not None:
            self._imap = ImapDoor(self.settings.imap, self.house.db, self.accept, self._now)
            self._clock.every(self.settings.imap.every, "poll", self._poll)
        self._clock.every(self.settings.tick, "process", self._process)
        self._clock.every(min(self.settings.tick, 60), "deadlines", self._deadlines)
        self._clock.every(self.settings.tick, "deliver", self._deliver)
        self._clock.every(_DAY.total_seconds(), "tidy", self._tidy)
        if self.settings.metrics is not None:
            where = self.settings.metrics
            self._metrics = Metrics(self.house.db, where.host, where.port, self._now)
        self._clock.start()

    async def stop(self) -> None:
        """Close the doors, let the work under way end, and close the database."""
        for door in self._doors:
            door.close()
            await door.wait_closed()
        await self._clock.stop()
        if self._imap is not None:
            await asyncio.to_thread(self._imap.close)
        if self._metrics is not None:
            await asyncio.to_thread(self._metrics.close)
        self.house.db.close()

    @property
    def stuck(self) -> bool:
        """Whether the work on a single mail has gone on for longer than any can take."""
        return self._began is not None and time.monotonic() - self._began > _STUCK

    def accept(self, mails: Sequence[Arrived]) -> None:
        """Store mails in one commit, then wake the process tick. Runs in a door's thread."""
        with self.house.db.begin() as session:
            for mail in mails:
                accept(session, mail)
        self._loop.call_soon_threadsafe(self._clock.nudge, "process")

    def nudge(self) -> None:
        """Look at the queues now."""
        self._clock.nudge("deliver")

    async def _poll(self) -> None:
        if self._imap is not None:
            await asyncio.to_thread(self._imap.poll)
            self._clock.nudge("deliver")

    async def _process(self) -> None:
        if await asyncio.to_thread(self._think):
            self._clock.nudge("deliver")

    async def _deadlines(self) -> None:
        if await asyncio.to_thread(self._judge):
            self._clock.nudge("deliver")

    async def _deliver(self) -> None:
        if self._imap is not None and not self._imap.seen:
            # Mails in the mailbox before we first see it are left alone: nobody may answer yet.
            return
        while await deliver_due(self._post):
            pass

    async def _tidy(self) -> None:
        """Drop the bytes of mails that have been kept long enough."""

        def drop() -> int:
            with self.house.db.begin() as session:
                drop_forgotten(session)
                return drop_bytes(session, self._now() - self.settings.keep_mails * _DAY)

        while await asyncio.to_thread(drop):
            pass

    def _judge(self) -> bool:
        """Think, and keep the deadlines that have passed.

        While the mailbox cannot be read nobody is late: the time is given back afterwards.
        """
        heard = self._imap.heard if self._imap is not None else self._now()
        if heard is None:
            return False
        at_work(self.house, self._now())
        return self._think(heard) or self._report()

    def _report(self) -> bool:
        """Tell the operator, if there is one, what needs a person."""
        operator = self.settings.operator
        return operator is not None and tell_operator(
            self.house, operator, self.settings.zone, self._now()
        )

    def _think(self, heard: datetime | None = None) -> bool:
        """Process all waiting mail, then - never before - what was kept and what is too late.

        Too late are the deadlines before `heard`.
        """
        done = False
        steps: list[Callable[[datetime], bool]] = [
            partial(process_next, self.house),
            partial(process_kept, self.house),
        ]
        if heard is not None:
            steps += [
                partial(process_deadline, self.house, heard=heard),
                partial(remind_next, self.house),
            ]
        with self._thinking:
            for step in steps:
                while self._timed(step):
                    done = True
        return done

    def _timed(self, step: Callable[[datetime], bool]) -> bool:
        self._began = time.monotonic()
        try:
            return step(self._now())
        finally:
            self._began = None
