"""The IMAP receiver: a mailbox polled in a thread; each mail is stored, then moved to a folder."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError

from pbem.config.settings import Mailbox
from pbem.logs import log
from pbem.receivers.big import ABOUT, TooMuch, bound, parts_of, section, shortened, text_part
from pbem.receivers.together import Accept
from pbem.store.database import Database
from pbem.store.inbound import Arrived, leave_inbound
from pbem.store.mailboxes import Baseline, baseline, set_baseline

_BATCH = 50
_MOVED = 500
"""Mails moved at once: a server writes its whole index anew each time."""

_AT_ONCE = 4_000_000
"""Bytes fetched at once, however many mails they are."""


class CannotEnter(Exception):
    """A mailbox that cannot be read; the message says why in one sentence."""


def look_in(mailbox: Mailbox) -> int:
    """How many mails lie in the folder that is polled; CannotEnter if it cannot be read."""
    client = None
    try:
        client = _connected(mailbox)
        _log_in(client, mailbox)
        return int(client.select_folder(mailbox.folder, readonly=True)[b"EXISTS"])
    except (IMAPClientError, OSError, ValueError) as problem:
        raise CannotEnter(_said(problem)) from problem
    finally:
        if client is not None:
            _log_out(client)


class ImapReceiver:
    """One mailbox. It stays connected between polls, and connects anew after any trouble.

    `seen` tells whether it was ever looked into since the start; `heard` is when the last look
    began that took in all there was, or None when the mailbox cannot be read.

    Of a mail above `most_bytes` the headers and the first text are fetched. One that has no text in
    reach is left where it is, and noted once for the operator.
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
        self._left: set[tuple[int, int]] = set()
        self.seen = False
        self.heard: datetime | None = None

    def poll(self) -> int:
        """Take in what has come; how many mails. Trouble is logged, and ends the connection."""
        began = self._clock()
        try:
            client = self._client or self._connect()
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
        if self._client is not None:
            _log_out(self._client)
            self._client = None

    def interrupt(self) -> None:
        """End a look under way, whatever the other side does; for another thread."""
        client = self._client
        if client is not None:
            with suppress(OSError):
                client.socket().shutdown(socket.SHUT_RDWR)

    def _connect(self) -> IMAPClient:
        client = self._client = _connected(self._mailbox)
        _log_in(client, self._mailbox)
        if not client.folder_exists(self._mailbox.done):
            client.create_folder(self._mailbox.done)
        return client

    def _take_in(self, client: IMAPClient) -> int:
        chosen = client.select_folder(self._mailbox.folder)
        validity = int(chosen[b"UIDVALIDITY"])
        begin = self._begin(validity, int(chosen[b"UIDNEXT"]))
        self.seen = True
        found = client.search(["UNDELETED", "UID", f"{begin + 1}:*"])
        # A range that ends in * always holds the last mail, even one before its beginning.
        uids = sorted(uid for uid in found if uid > begin and (validity, uid) not in self._left)
        taken = 0
        for some in _parts(uids, _MOVED):
            stored = [
                uid
                for few in self._few_at_once(client, some)
                for uid in self._store(client, validity, few)
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

    def _few_at_once(self, client: IMAPClient, uids: Sequence[int]) -> Iterator[dict[int, int]]:
        """The mails with their sizes, in their order: as many as may be fetched together."""
        few: dict[int, int] = {}
        for uid, data in sorted(client.fetch(list(uids), ["RFC822.SIZE"]).items()):
            size = int(data.get(b"RFC822.SIZE", 0))
            if few and (sum(few.values()) + size > _AT_ONCE or len(few) == _BATCH):
                yield few
                few = {}
            few[uid] = size
        if few:
            yield few

    def _store(self, client: IMAPClient, validity: int, few: dict[int, int]) -> list[int]:
        """Store some mails in one commit; the numbers of those that were there."""
        most = self._mailbox.most_bytes
        usual = [uid for uid, size in few.items() if size <= most]
        mails: dict[int, Arrived] = {}
        if usual:
            fetched = client.fetch(usual, [f"BODY.PEEK[]<0.{most}>", "INTERNALDATE"])
            for uid, data in fetched.items():
                # One that vanished meanwhile has no body.
                if raw := section(data, ""):
                    mails[uid] = self._arrived(validity, uid, data, raw)
        for uid in few.keys() - set(usual):
            if mail := self._big(client, validity, uid, few[uid]):
                mails[uid] = mail
        uids = sorted(mails)
        self._accept([mails[uid] for uid in uids])
        return uids

    def _big(self, client: IMAPClient, validity: int, uid: int, size: int) -> Arrived | None:
        """A mail above the limit with its headers and its first text; None if it has no text.

        It is left then, and so is one of which the server sends more than it was asked for.
        """
        [data] = client.fetch([uid], [*ABOUT, "INTERNALDATE"]).values() or [{}]
        if not (head := section(data, "HEADER")):
            return None
        part, text = text_part(data[b"BODYSTRUCTURE"]), {}
        try:
            if part:
                [text] = client.fetch([uid], parts_of(part, self._mailbox.most_bytes)).values()
        except TooMuch:
            self._leave(self._arrived(validity, uid, data, head), validity, uid, size)
            raise
        raw = shortened(head, part, text)
        if raw is not None:
            return self._arrived(validity, uid, data, raw)
        self._leave(self._arrived(validity, uid, data, head), validity, uid, size)
        return None

    def _leave(self, mail: Arrived, validity: int, uid: int, size: int) -> None:
        self._left.add((validity, uid))
        with self._db.begin() as session:
            if leave_inbound(session, mail, size, self._clock()):
                log.warning("mail too big", account=self._account, uid=uid, bytes=size)

    def _arrived(self, validity: int, uid: int, data: Mapping[bytes, Any], raw: bytes) -> Arrived:
        at = data.get(b"INTERNALDATE")
        place = f"{self._account}/{self._mailbox.folder}/{validity}/{uid}"
        received = at if isinstance(at, datetime) and at.tzinfo else self._clock()
        return Arrived("imap", "", "", raw, received, place)

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


def _connected(box: Mailbox) -> IMAPClient:
    client = IMAPClient(box.host, box.port, ssl=box.tls, timeout=SocketTimeout(connect=10, read=30))
    client.normalise_times = False
    bound(client, box.most_bytes)
    return client


def _log_in(client: IMAPClient, box: Mailbox) -> None:
    client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client.login(box.user, box.password.get_secret_value())


def _log_out(client: IMAPClient) -> None:
    """Say goodbye, and hang up whether it is heard or not."""
    with suppress(IMAPClientError, OSError):
        client.logout()
    _let_go(client)


def _let_go(client: IMAPClient) -> None:
    """Close a connection whatever has become of it; what was not sent yet is lost."""
    with suppress(OSError):
        client.shutdown()
    with suppress(OSError):
        client.socket().close()


def _said(problem: Exception) -> str:
    return " ".join(str(problem).split())[:300] or type(problem).__name__
