"""The IMAP receiver: a mailbox polled in a thread; each mail is stored, then moved to a folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from typing import Any

from imapclient import IMAPClient

from pbem.config.settings import Mailbox
from pbem.logs import log
from pbem.oauth.access import Access
from pbem.receivers.big import ABOUT, TooMuch, parts_of, section, shortened, text_part
from pbem.receivers.connection import (
    connected,
    folder_called,
    interrupt,
    log_in,
    log_out,
    move,
)
from pbem.receivers.personal import Claims, new_in, ours_among
from pbem.receivers.together import Accept
from pbem.store.database import Database
from pbem.store.inbound import Arrived, leave_inbound
from pbem.store.mailboxes import Baseline, baseline, set_baseline

_BATCH = 200
"""Mails stored in one commit."""

_MOVED, _MOST_MOVED, _QUICK = 1000, 8000, 1.0
"""Mails moved at once: a server writes its whole index anew each time. So they become more, up to
the second, while it takes less than so many seconds.
"""

_AT_ONCE = 4_000_000
"""Bytes fetched at once, however many mails they are."""


class ImapReceiver:
    """One mailbox. It stays connected between polls, and connects anew after any trouble.

    `seen` tells whether it was ever looked into since the start; `heard` is when the last look
    began that took in all there was, or None when the mailbox cannot be read.

    Of a mail above `most_bytes` the headers and the first text are fetched. One that has no text in
    reach is left where it is, and noted once for the operator.

    Of a personal mailbox, which needs `claims`, it takes what is ours by them, and looks at nothing
    twice: the folder is opened so that nothing can be changed, until there is something to move.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        db: Database,
        accept: Accept,
        clock: Callable[[], datetime],
        claims: Claims | None = None,
        access: Access | None = None,
    ) -> None:
        if mailbox.personal and claims is None:
            raise ValueError("a personal mailbox is read by claims")
        self._mailbox = mailbox
        self._claims = claims if mailbox.personal else None
        self.account = f"{mailbox.user}@{mailbox.host}:{mailbox.port}"
        self._db = db
        self._accept = accept
        self._clock = clock
        self._access = access
        self._client: IMAPClient | None = None
        self._folder, self._done = mailbox.folder, mailbox.done
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
            log.warning("mailbox", account=self.account, error=str(problem))
            self.close()
            return 0

    def close(self) -> None:
        """Hang up, if connected."""
        if self._client is not None:
            log_out(self._client)
            self._client = None

    def interrupt(self) -> None:
        """End a look under way, whatever the other side does; for another thread."""
        interrupt(self._client)

    def _connect(self) -> IMAPClient:
        client = self._client = connected(self._mailbox)
        log_in(client, self._mailbox, self._access)
        self._folder = folder_called(client, self._mailbox.folder)
        self._done = folder_called(client, self._mailbox.done, make=True)
        return client

    def _take_in(self, client: IMAPClient) -> int:
        chosen = client.select_folder(self._folder, readonly=self._claims is not None)
        validity, after = int(chosen[b"UIDVALIDITY"]), int(chosen[b"UIDNEXT"])
        begin = self._begin(validity, after)
        self.seen = True
        if self._claims is not None:
            return self._take_ours(client, self._claims, Baseline(validity, begin), after)
        found = client.search(["UNDELETED", "UID", f"{begin + 1}:*"])
        # A range that ends in * always holds the last mail, even one before its beginning.
        uids = sorted(uid for uid in found if uid > begin and (validity, uid) not in self._left)
        taken, most = 0, _MOVED
        while uids:
            some, uids = uids[:most], uids[most:]
            stored = self._store_all(client, validity, some)
            began = time.monotonic()
            move(client, stored, self._done)
            taken += len(stored)
            if time.monotonic() - began < _QUICK:
                most = min(2 * most, _MOST_MOVED)
        return taken

    def _take_ours(self, client: IMAPClient, claims: Claims, begin: Baseline, after: int) -> int:
        """Take what is ours of the mails before UID `after`, and never look at them again."""
        taken = 0
        for last, uids in new_in(client, begin.uid, after):
            if ours := ours_among(client, uids, claims):
                stored = self._store_all(client, begin.uidvalidity, ours)
                client.select_folder(self._folder)
                move(client, stored, self._done)
                client.select_folder(self._folder, readonly=True)
                taken += len(stored)
            with self._db.begin() as session:
                told = Baseline(begin.uidvalidity, last)
                set_baseline(session, self.account, self._mailbox.folder, told)
        return taken

    def _begin(self, validity: int, uidnext: int) -> int:
        """The last UID that is not ours to read: what was there when we first saw the mailbox.

        When the server has numbered its mails anew, all of them are read; what is known already is
        known by its bytes.
        """
        folder = self._mailbox.folder
        with self._db.begin() as session:
            known = baseline(session, self.account, folder)
            if known is None or known.uidvalidity != validity:
                known = Baseline(validity, uidnext - 1 if known is None else 0)
                set_baseline(session, self.account, folder, known)
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

    def _store_all(self, client: IMAPClient, validity: int, uids: Sequence[int]) -> list[int]:
        """Store mails in their order, some of them while the next are fetched.

        What is returned are the numbers of those that were there. If it raises, those that were
        stored are still in the mailbox: the next look knows them, and moves them.
        """
        stored: list[int] = []
        with ThreadPoolExecutor(1) as beside:
            before: list[Future[list[int]]] = []
            for few in self._few_at_once(client, uids):
                mails = self._fetched(client, validity, few)
                stored += [uid for done in before for uid in done.result()]
                before = [beside.submit(self._store, mails)]
            stored += [uid for done in before for uid in done.result()]
        return stored

    def _store(self, mails: Mapping[int, Arrived]) -> list[int]:
        """Store some mails in one commit; their numbers, in their order."""
        uids = sorted(mails)
        if uids:
            self._accept([mails[uid] for uid in uids])
        return uids

    def _fetched(
        self, client: IMAPClient, validity: int, few: Mapping[int, int]
    ) -> dict[int, Arrived]:
        """Some mails, of which the sizes are given, by their numbers: those that are there."""
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
        return mails

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
                log.warning("mail too big", account=self.account, uid=uid, bytes=size)

    def _arrived(self, validity: int, uid: int, data: Mapping[bytes, Any], raw: bytes) -> Arrived:
        at = data.get(b"INTERNALDATE")
        place = f"{self.account}/{self._mailbox.folder}/{validity}/{uid}"
        received = at if isinstance(at, datetime) and at.tzinfo else self._clock()
        return Arrived("imap", "", "", raw, received, place)
