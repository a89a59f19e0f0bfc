"""The mailboxes that are read by IMAP: of several servers one looks, and all know what it saw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from pbem.config.settings import Mailbox
from pbem.context.services import Services
from pbem.oauth.access import Access, access_to
from pbem.store.inbound import Arrived
from pbem.store.mailboxes import baseline
from pbem.store.server import ServerTime, server_time, set_server_time

if TYPE_CHECKING:  # whoever reads no mailbox needs no library for it
    from pbem.receivers.idle import IdleWatch
    from pbem.receivers.imap import ImapReceiver

_SILENT = timedelta(minutes=1)
"""Time after which a mailbox that no server has read cannot be read."""


@dataclass(frozen=True, slots=True)
class _Read:
    """One of the mailboxes, read to the end of a day, or for good."""

    mailbox: Mailbox
    receiver: ImapReceiver
    access: Access | None
    until: date | None


class SharedMailboxes:
    """The mailboxes that all servers of one database read in turn: that of today, and those of
    earlier addresses, each as long as the operator says.
    """

    def __init__(
        self,
        services: Services,
        accept: Callable[[Sequence[Arrived]], None],
        now: Callable[[], datetime],
    ) -> None:
        from pbem.inbound.claims import MailboxClaims
        from pbem.receivers.imap import ImapReceiver

        settings, claims = services.settings, MailboxClaims(services, now)
        self._today = settings.imap
        until = {one.imap: one.until for one in settings.earlier_mailboxes if one.imap}
        self._all = [
            _Read(
                one,
                ImapReceiver(one, services.db, accept, now, claims, access),
                access,
                until.get(one) if one is not settings.imap else None,
            )
            for one in settings.read
            for access in [access_to(one, settings, now)]
        ]
        self._idle: list[IdleWatch] = []
        self.every = min(one.every for one in settings.read)
        self._fresh = max(_SILENT, *(3 * timedelta(seconds=one.every) for one in settings.read))
        self._db = services.db
        self._now = now
        self._zone = ZoneInfo(settings.zone)

    @property
    def _read(self) -> list[_Read]:
        """Those that are read today."""
        today = self._now().astimezone(self._zone).date()
        return [one for one in self._all if one.until is None or today <= one.until]

    def watch(self, wake: Callable[[], None]) -> None:
        """Call `wake`, in another thread, whenever it is time to look, unless it is not wanted."""
        for one in self._read:
            if one.mailbox.idle:
                from pbem.receivers.idle import IdleWatch

                watch = IdleWatch(one.mailbox, wake, one.access)
                watch.start()
                self._idle.append(watch)

    def close(self) -> None:
        """Hang up, and watch no more."""
        for watch in self._idle:
            watch.stop()
        for one in self._all:
            one.receiver.close()

    def interrupt(self) -> None:
        """End a look under way, whatever the other side does; for another thread."""
        for one in self._all:
            one.receiver.interrupt()

    def look(self) -> None:
        """Take in what has come, unless another server just does."""
        with self._db.only_one("poll") as ours:
            if not ours:
                return
            for one in self._read:
                one.receiver.poll()
            heard = self._here()
            if heard is not None and not self._db.alone:
                with self._db.begin() as session:
                    set_server_time(session, ServerTime.HEARD, heard)

    def seen(self) -> bool:
        """Whether that of today was ever looked into: what lay in it then is left alone."""
        for one in self._all:
            if one.mailbox is self._today and not one.receiver.seen:
                with self._db.begin() as session:
                    return baseline(session, one.receiver.account, one.mailbox.folder) is not None
        return True

    def heard(self) -> datetime | None:
        """Until when all mail that has come is stored; None if a mailbox cannot be read."""
        if self._db.alone:
            return self._here()
        with self._db.begin() as session:
            heard = server_time(session, ServerTime.HEARD)
        return heard if heard is not None and heard > self._now() - self._fresh else None

    def _here(self) -> datetime | None:
        """The same as this server knows it."""
        heard = [one.receiver.heard for one in self._read]
        known = [one for one in heard if one is not None]
        return min(known, default=self._now()) if len(known) == len(heard) else None
