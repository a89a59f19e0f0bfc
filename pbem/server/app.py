"""The composition root: settings in, a running server out."""

from __future__ import annotations

import asyncio
import os
import secrets as secrets_of
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from pbem.commands.organiser.digests import digest_next
from pbem.commands.organiser.leagues import round_over_next
from pbem.commands.organiser.matches import compare_next
from pbem.config.settings import Role, Settings
from pbem.context.services import Secrets, Services, open_services
from pbem.games.late import at_work, renew
from pbem.games.seat_offers import seat_next
from pbem.games.start import shut_next
from pbem.inbound.bounces import note_refused
from pbem.inbound.identify import lane_of
from pbem.inbound.worker import process_deadline, process_kept, process_next, take_up
from pbem.logs import log
from pbem.mail.codes import Chance
from pbem.notifications.gathering import gather_next
from pbem.notifications.operator import tell_operator
from pbem.notifications.reminders import remind_next
from pbem.notifications.results import tell_result_next
from pbem.outbox.carriers import Carrier, maildir, smarthost
from pbem.outbox.deliver import Post, deliver_due
from pbem.receivers.imap import ImapDoor
from pbem.receivers.smtp import OpenDoor, open_door
from pbem.server import clock as clocks
from pbem.server.clock import Clock
from pbem.server.metrics import Metrics
from pbem.store.database import CannotOpen, Database, DatabaseUnavailable, Session
from pbem.store.inbound import Arrived, accept
from pbem.store.note import Note, note_beside
from pbem.store.personal_data import drop_forgotten
from pbem.store.retention import drop_bytes
from pbem.store.sending import release
from pbem.store.server import alive, heard_until, set_alive, set_gone, set_heard_until
from pbem.store.server_lock import only_server
from pbem.store.test_games import wipe_trials

_DAY = timedelta(days=1)

_BEAT = timedelta(seconds=5)
_LOST = 3 * _BEAT
"""How often one of several servers says that it is alive, and when the others give it up."""

_SILENT = timedelta(minutes=1)
"""Time after which a mailbox that no server has read cannot be read."""

_PATIENCE = 4
"""Seconds that work under way may take to end when the server stops."""

_STUCK = 300
"""Seconds after which one mail, or one deadline, is taken never to end."""


class Server:
    """A whole server in one event loop: doors, ticks, and the house they serve.

    Until it is started nothing happens by itself: whoever has made it calls its stages.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        secrets: Secrets | None = None,
        chance: Chance = secrets_of.token_bytes,
        now: Callable[[], datetime] = clocks.now,
        carrier: Carrier | None = None,
    ) -> None:
        self.settings = settings
        db = Database(settings.database)
        if db.alone and settings.role != "all":
            raise CannotOpen("a server with a role needs PostgreSQL, set as `database`")
        services = open_services(
            db,
            settings.mailbox,
            secrets,
            chance=chance,
            answers=settings.answers,
            answer_domain=settings.answer_domain,
        )
        self.services: Services = replace(
            services,
            limits=settings.limits,
            authserv_id=settings.authserv_id,
            open_registration=settings.open_registration,
            open_games=settings.open_games,
            zone=settings.zone,
            organisers=settings.organisers,
            note=note_beside(settings.database) if self._does("process") else Note(),
        )
        self.ports: list[int] = []
        self._now = now
        self._clock = Clock(now)
        self._doors: list[OpenDoor] = []
        self._thinking = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._imap: ImapDoor | None = None
        self._metrics: Metrics | None = None
        self._alone = ExitStack()
        self._stopping = False
        self._began: float | None = None
        self.name = f"{socket.gethostname()} {os.getpid()} {secrets_of.token_hex(4)}"
        self._post = Post(
            self.services.db,
            self.services.addresses,
            carrier or _carrier(settings),
            now,
            partial(renew, self.services),
            partial(note_refused, self.services),
            None if db.alone else self.name,
        )

    async def start(self) -> None:
        """Open the doors and begin to tick; OSError if a port is taken.

        CannotOpen if another server works on the same file, or it is damaged.
        """
        self._loop = asyncio.get_running_loop()
        self._alone.enter_context(only_server(self.settings.database))
        self.services.db.look_through()
        if self.services.db.alone:
            # What a killed server had in hand need not wait for its lease.
            with self.services.db.begin() as session:
                release(session, self._now())
        if self.settings.imap is not None and self._does("door"):
            self._imap = ImapDoor(self.settings.imap, self.services.db, self.accept, self._now)
            self._clock.every(self.settings.imap.every, "poll", self._poll)
        if not self.services.db.alone:
            self._clock.every(_BEAT.total_seconds(), "beat", self._beat)
        if self._does("process"):
            take_up(self.services, self._now())
            self._clock.every(self.settings.tick, "process", self._process)
            self._clock.every(min(self.settings.tick, 60), "deadlines", self._deadlines)
            self._clock.every(_DAY.total_seconds(), "tidy", self.tidy)
        if self._does("deliver"):
            self._clock.every(self.settings.tick, "deliver", self.deliver)
        if self.settings.metrics is not None:
            where = self.settings.metrics
            self._metrics = Metrics(self.services.db, where.host, where.port, self._now)
        # The last of all: whoever comes in is answered at once, however long the database waits.
        for door in self.settings.doors if self._does("door") else ():
            ours = self.services.addresses
            listening = await open_door(door, ours.domain, ours.is_ours, self.accept, self._now)
            self._doors.append(listening)
            self.ports.append(listening.port)
        self._clock.start()

    async def stop(self) -> None:
        """Close the doors, let the work under way end, and close the database.

        Whatever the other side of a connection does, it takes seconds: what is cut off then is done
        after the next start, as after a kill.
        """
        self._stopping = True
        await asyncio.gather(*(door.close() for door in self._doors))
        if self._imap is not None:
            asyncio.get_running_loop().call_later(_PATIENCE / 2, self._imap.interrupt)
        await self._clock.stop(_PATIENCE)
        if self._imap is not None:
            await asyncio.to_thread(self._imap.close)
        if self._metrics is not None:
            await asyncio.to_thread(self._metrics.close)
        if not self.services.db.alone:
            with suppress(DatabaseUnavailable), self.services.db.begin() as session:
                release(session, self._now(), self.name)
                set_gone(session, self.name)
        self.services.note.close()
        self.services.db.close()
        self._alone.close()

    def _does(self, role: Role) -> bool:
        return self.settings.role in ("all", role)

    @property
    def stuck(self) -> bool:
        """Whether the work on a single mail has gone on for longer than any can take."""
        return self._began is not None and time.monotonic() - self._began > _STUCK

    def accept(self, mails: Sequence[Arrived]) -> None:
        """Store mails in one commit, then wake the process tick. Runs in a door's thread."""
        with self.services.db.begin() as session:
            for mail in mails:
                accept(session, mail, self._lane(session, mail))
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._clock.nudge, "process")

    def _lane(self, session: Session, mail: Arrived) -> int | None:
        try:
            return lane_of(self.services, session, mail)
        except DatabaseUnavailable:
            raise
        except Exception:
            # Ours: it is stored all the same, and fails when it is processed.
            log.exception("mail not looked into")
            return None

    def nudge(self) -> None:
        """Look at the queues now."""
        self._clock.nudge("deliver")

    async def _beat(self) -> None:
        """Say that this server is alive, and let go of what killed ones had in hand."""

        def beat() -> int:
            now = self._now()
            released = 0
            with self.services.db.begin() as session:
                set_alive(session, self.name, now)
                for server, last in alive(session).items():
                    if last < now - _LOST:
                        released += release(session, now, server)
                        set_gone(session, server)
                        log.warning("a server is gone", server=server, mails=released)
            return released

        if await asyncio.to_thread(beat):
            self._clock.nudge("deliver")

    async def _poll(self) -> None:
        if self._imap is not None:
            await asyncio.to_thread(self._look, self._imap)
            self._clock.nudge("deliver")

    def _look(self, mailbox: ImapDoor) -> None:
        """Read the mailbox, unless another server just does."""
        with self.services.db.only_one("poll") as ours:
            if not ours:
                return
            mailbox.poll()
            if mailbox.heard is not None and not self.services.db.alone:
                with self.services.db.begin() as session:
                    set_heard_until(session, mailbox.heard)

    async def _process(self) -> None:
        if await asyncio.to_thread(self.think):
            self._clock.nudge("deliver")

    async def _deadlines(self) -> None:
        if await asyncio.to_thread(self.judge):
            self._clock.nudge("deliver")

    async def deliver(self) -> None:
        """Send all mail whose time has come."""
        if not await asyncio.to_thread(self._may_send):
            return
        while not self._stopping and await deliver_due(self._post):
            pass

    def _may_send(self) -> bool:
        """Not before the mailbox was seen: what lies in it then is left alone."""
        if self.settings.imap is None:
            return True
        if self.services.db.alone:
            return self._imap is not None and self._imap.seen
        with self.services.db.begin() as session:
            return heard_until(session) is not None

    async def tidy(self) -> None:
        """Drop the bytes of mails that have been kept long enough."""

        def drop() -> int:
            with self.services.db.only_one("tidy") as ours, self.services.db.begin() as session:
                if not ours:
                    return 0
                drop_forgotten(session)
                wipe_trials(session, self._now() - _DAY)
                return drop_bytes(session, self._now() - self.settings.keep_mails * _DAY)

        while await asyncio.to_thread(drop):
            pass

    def judge(self) -> bool:
        """Think, and keep the deadlines that have passed; of several servers one does.

        While the mailbox cannot be read nobody is late: the time is given back afterwards.
        """
        with self.services.db.only_one("deadlines") as ours:
            heard = self._heard() if ours else None
            if heard is None:
                return False
            at_work(self.services, self._now())
            return self.think(heard) or self._report()

    def _heard(self) -> datetime | None:
        """Until when all mail that has come is stored; None if the mailbox cannot be read."""
        now, mailbox = self._now(), self.settings.imap
        if mailbox is None:
            return now
        if self.services.db.alone:
            return self._imap.heard if self._imap is not None else None
        with self.services.db.begin() as session:
            heard = heard_until(session)
        fresh = now - max(_SILENT, 3 * timedelta(seconds=mailbox.every))
        return heard if heard is not None and heard > fresh else None

    def _report(self) -> bool:
        """Tell the operator, if there is one, what needs a person."""
        operator = self.settings.operator
        return operator is not None and tell_operator(
            self.services, operator, self.settings.zone, self._now()
        )

    def think(self, heard: datetime | None = None) -> bool:
        """Process all waiting mail, then - never before - what was kept and what is too late.

        Too late are the deadlines before `heard`.
        """
        done = False
        steps: list[Callable[[datetime], bool]] = [
            partial(process_next, self.services),
            partial(process_kept, self.services),
        ]
        if heard is not None:
            steps += [
                partial(process_deadline, self.services, heard=heard),
                partial(remind_next, self.services),
                partial(tell_result_next, self.services),
                partial(gather_next, self.services),
                partial(shut_next, self.services),
                partial(seat_next, self.services),
                partial(compare_next, self.services),
                partial(round_over_next, self.services),
                partial(digest_next, self.services),
            ]
        with self._thinking:
            for step in steps:
                while not self._stopping and self._timed(step):
                    done = True
        return done

    def _timed(self, step: Callable[[datetime], bool]) -> bool:
        self._began = time.monotonic()
        try:
            return step(self._now())
        finally:
            self._began = None


def _carrier(settings: Settings) -> Carrier:
    if settings.smarthost:
        return smarthost(settings.smarthost)
    return maildir(Path(settings.outgoing))
