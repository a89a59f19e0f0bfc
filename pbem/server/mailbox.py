"""The mailbox that is read by IMAP: of several servers one looks, and all know what it saw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.config.settings import Mailbox
from pbem.context.services import Services
from pbem.oauth.access import access_to
from pbem.store.inbound import Arrived
from pbem.store.mailboxes import baseline
from pbem.store.server import ServerTime, server_time, set_server_time

if TYPE_CHECKING:  # whoever reads no mailbox needs no library for it
    from pbem.receivers.idle import IdleWatch

_SILENT = timedelta(minutes=1)
"""Time after which a mailbox that no server has read cannot be read."""


class SharedMailbox:
    """A mailbox that all servers of one database read in turn."""

    def __init__(
        self,
        services: Services,
        mailbox: Mailbox,
        accept: Callable[[Sequence[Arrived]], None],
        now: Callable[[], datetime],
    ) -> None:
        from pbem.inbound.claims import MailboxClaims
        from pbem.receivers.imap import ImapReceiver

        self._mailbox = mailbox
        self._access = access_to(mailbox, services.settings, now)
        claims = MailboxClaims(services, now)
        self._receiver = ImapReceiver(mailbox, services.db, accept, now, claims, self._access)
        self._idle: IdleWatch | None = None
        self._fresh = max(_SILENT, 3 * timedelta(seconds=mailbox.every))
        self._db = services.db
        self._now = now
        self.interrupt = self._receiver.interrupt

    def watch(self, wake: Callable[[], None]) -> None:
        """Call `wake`, in another thread, whenever it is time to look, unless it is not wanted."""
        if self._mailbox.idle:
            from pbem.receivers.idle import IdleWatch

            self._idle = IdleWatch(self._mailbox, wake, self._access)
            self._idle.start()

    def close(self) -> None:
        """Hang up, and watch no more."""
        if self._idle is not None:
            self._idle.stop()
        self._receiver.close()

    def look(self) -> None:
        """Take in what has come, unless another server just does."""
        with self._db.only_one("poll") as ours:
            if not ours:
                return
            self._receiver.poll()
            if self._receiver.heard is not None and not self._db.alone:
                with self._db.begin() as session:
                    set_server_time(session, ServerTime.HEARD, self._receiver.heard)

    def seen(self) -> bool:
        """Whether it was ever looked into: what lay in it then is left alone."""
        if self._receiver.seen:
            return True
        with self._db.begin() as session:
            return baseline(session, self._receiver.account, self._mailbox.folder) is not None

    def heard(self) -> datetime | None:
        """Until when all mail that has come is stored; None if the mailbox cannot be read."""
        if self._db.alone:
            return self._receiver.heard
        with self._db.begin() as session:
            heard = server_time(session, ServerTime.HEARD)
        return heard if heard is not None and heard > self._now() - self._fresh else None
