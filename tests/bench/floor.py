"""The least a server can do with a mail: take it in, parse, render, encode, commit thrice, send.

`python -m tests.bench.floor PORT SMARTHOST_PORT FILE`: no rules, no players, no questions; the same
libraries, the same letter each time, the same durable commits. It serves until it is killed.
"""

from __future__ import annotations

import asyncio
import email
import email.policy
import sqlite3
import sys
from datetime import UTC, datetime

import aiosmtplib
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.demo.specimens import all_pages
from pbem.letters.mime import Envelope as Head
from pbem.letters.mime import mime
from pbem.letters.render import Templates
from tests.servers import HOST

PAGE = "your_play follow"


class Floor:
    """Mails in, mails out."""

    def __init__(self, smarthost: int, file: str) -> None:
        self._smarthost, self._templates = smarthost, Templates()
        self._page = all_pages()[PAGE]
        self._waiting: asyncio.Queue[tuple[int, Envelope]] = asyncio.Queue()
        self._db = sqlite3.connect(file, isolation_level=None)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = full")
        self._db.execute("create table inbound (id integer primary key, raw blob, done int)")
        self._db.execute("create table outbox (id integer primary key, raw blob, sent int)")

    async def handle_DATA(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Store the mail, and say so."""
        self._waiting.put_nowait((self.store(envelope), envelope))
        return "250 OK"

    def store(self, envelope: Envelope) -> int:
        """The first commit: what came; its number."""
        stored = self._db.execute("insert into inbound (raw) values (?)", (envelope.content,))
        assert stored.lastrowid is not None
        return stored.lastrowid

    async def work(self) -> None:
        """Answer each mail that is stored, in its turn; the third commit says that it has left."""
        async with aiosmtplib.SMTP(hostname=HOST, port=self._smarthost, start_tls=False) as post:
            while True:
                number, envelope = await self._waiting.get()
                out, raw = self.written(number, envelope)
                await post.sendmail("floor@cards.example", str(envelope.mail_from), raw)
                self._db.execute("update outbox set sent = 1 where id = ?", (out,))

    def written(self, number: int, envelope: Envelope) -> tuple[int, bytes]:
        """The second commit: the answer, and that the mail is done; the number and the answer."""
        assert isinstance(envelope.content, bytes)
        message = email.message_from_bytes(envelope.content, policy=email.policy.compat32)
        assert message.get_payload(decode=True)
        raw = mime(self._templates.render(self._page), head_of(number, str(envelope.mail_from)))
        self._db.execute("begin immediate")
        out = self._db.execute("insert into outbox (raw, sent) values (?, 0)", (raw,)).lastrowid
        self._db.execute("update inbound set done = 1 where id = ?", (number,))
        self._db.execute("commit")
        assert out is not None
        return out, raw


def head_of(number: int, to: str) -> Head:
    """The headers of a letter about a game."""
    domain = "cards.example"
    return Head(
        game="Lindy",
        list_id=f"game1.{domain}",
        mailbox=f"table@{domain}",
        to_name="Anna",
        to_address=to,
        reply_to=f"table+qb7k3vm2x9dp4rtn6we@{domain}",
        help_link=f"mailto:table@{domain}?subject=help",
        leave_link=f"mailto:table@{domain}?subject=unsubscribe",
        message_id=f"<{number}.floor@{domain}>",
        thread=f"<game1.seat1.deal1@{domain}>",
        date=datetime.now(UTC),
        language="en",
        replied=False,
    )


async def _serve(port: int, smarthost: int, file: str) -> None:
    floor = Floor(smarthost, file)
    loop = asyncio.get_running_loop()
    await loop.create_server(lambda: SMTP(floor, loop=loop, enable_SMTPUTF8=True), HOST, port)
    await floor.work()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
