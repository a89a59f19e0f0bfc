"""The IMAP door: a mailbox polled in a thread; each mail is stored, then moved to a done folder."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError

from pbem.config import Mailbox
from pbem.doors.smtp import Accept
from pbem.logs import log
from pbem.store.database import Database
from pbem.store.inbound import Arrived
from pbem.store.mailboxes import Baseline, baseline, set_baseline

_BATCH = 50
_MOVED = 500
"""Mails moved at once: a server writes its whole index anew each time."""

_MOST_BYTES = 1_000_000


class CannotEnter(Exception):
    """A mailbox that cannot be read; the message says why in one sentence."""


def look_in(mailbox: Mailbox) -> int:
    """How many mails lie in the folder that is polled; CannotEnter if it cannot be read."""
    try:
        client = _logged_in(mailbox)
    except (IMAPClientError, OSError, ValueError) as problem:
        raise CannotEnter(_said(problem)) from problem
    try:
        return int(client.select_folder(mailbox.folder, readonly=True)[b"EXISTS"])
    except (IMAPClientError, OSError) as problem:
        raise CannotEnter(_said(problem)) from problem
    finally:
        with suppress(IMAPClientError, OSError):
            client.logout()


class ImapDoor:
    """One mailbox. It stays connected between polls, and connects anew after any trouble.

    `seen` tells whether it was ever looked into since the start; `heard` is when the last look
    began that took in all there was, or None when the mailbox cannot be read.
    """

    def __init__(
        self, mailbox: Mailbox, db: Database, accept: Accept, clock: Callable[[], datetime]
    ) -> None:
        self._mailbox = mailbox
        self._account = f"{mailbox.user}@{mailbox.host}:{mailbox.port}"
        self._db = db
        self._accept = accept
        self._clock = clock
        self._client: IMAPClient | None = None
        self.seen = False
        self.heard: datetime | None = None

    def poll(self) -> int:
        """Take in what has come; how many mails. Trouble is logged, and ends the connection."""
        began = self._clock()
        try:
            client = self._client or self._connect()
            self._client = client
            taken = self._take_in(client)
            self.heard = began
            return taken
        except Exception as problem:
            # The mailbox, the network, the database: the mails stay where they are until next time.
            self.heard = None
            log.warning("mailbox", account=self._account, error=str(problem))
            self.close()
            return 0

    def close(self) -> None:
        """Hang up, if connected."""
        client, self._client = self._client, None
        if client is not None:
            try:
                client.logout()
            except (IMAPClientError, OSError):
                client.shutdown()

    def _connect(self) -> IMAPClient:
        client = _logged_in(self._mailbox)
        try:
            if not client.folder_exists(self._mailbox.done):
                client.create_folder(self._mailbox.done)
        except Exception:
            client.shutdown()
            raise
        return client

    def _take_in(self, client: IMAPClient) -> int:
        chosen = client.select_folder(self._mailbox.folder)
        validity = int(chosen[b"UIDVALIDITY"])
        begin = self._begin(validity, int(chosen[b"UIDNEXT"]))
        self.seen = True
        found = client.search(["UNDELETED", "UID", f"{begin + 1}:*"])
        # A range that ends in * always holds the last mail, even one before its beginning.
        uids = sorted(uid for uid in found if uid > begin)
        taken = 0
        for some in _parts(uids, _MOVED):
            stored = [
                uid for few in _parts(some, _BATCH) for uid in self._store(client, validity, few)
            ]
            self._move(client, stored)
            taken += len(stored)
        return taken

    def _begin(self, validity: int, uidnext: int) -> int:
        """The last UID that is not ours to read: what was there when we first saw the mailbox.

        When the server has numbered its mails anew, all of them are read; what is known already is
        known by its bytes.
        """
        folder = self._mailbox.folder
        with self._db.begin() as session:
            known = baseline(session, self._account, folder)
            if known is None:
                known = Baseline(validity, uidnext - 1)
                set_baseline(session, self._account, folder, known)
            elif known.uidvalidity != validity:
                known = Baseline(validity, 0)
                set_baseline(session, self._account, folder, known)
        return known.uid

    def _store(self, client: IMAPClient, validity: int, uids: Sequence[int]) -> list[int]:
        """Store some mails in one commit; the numbers of those that were there."""
        part = f"BODY.PEEK[]<0.{_MOST_BYTES}>"
        fetched = client.fetch(list(uids), [part, "INTERNALDATE"])
        mails = [self._arrived(validity, uid, data) for uid, data in fetched.items()]
        got = [mail for mail in mails if mail is not None]
        self._accept(got)
        return [uid for uid, mail in zip(fetched, mails, strict=True) if mail]

    def _arrived(self, validity: int, uid: int, data: dict[bytes, Any]) -> Arrived | None:
        """The mail in a fetch; None when it vanished meanwhile."""
        raw = next((value for key, value in data.items() if key.startswith(b"BODY[]")), None)
        if raw is None:
            return None
        at = data.get(b"INTERNALDATE")
        place = f"{self._account}/{self._mailbox.folder}/{validity}/{uid}"
        received = at if isinstance(at, datetime) and at.tzinfo else self._clock()
        return Arrived("imap", "", "", bytes(raw), received, place)

    def _move(self, client: IMAPClient, uids: list[int]) -> None:
        if not uids:
            return
        if client.has_capability("MOVE"):
            client.move(uids, self._mailbox.done)
            return
        client.copy(uids, self._mailbox.done)
        client.delete_messages(uids)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge(uids)


def _parts(uids: list[int], most: int) -> list[list[int]]:
    return [uids[at : at + most] for at in range(0, len(uids), most)]


def _logged_in(box: Mailbox) -> IMAPClient:
    client = IMAPClient(box.host, box.port, ssl=box.tls, timeout=SocketTimeout(connect=10, read=30))
    try:
        client.normalise_times = False
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.login(box.user, box.password.get_secret_value())
    except Exception:
        client.shutdown()
        raise
    return client


def _said(problem: Exception) -> str:
    return " ".join(str(problem).split())[:300] or type(problem).__name__
