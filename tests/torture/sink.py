"""The smarthost: takes every mail, keeps each copy, and calls out at the moments of the talk."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from queue import Queue
from threading import Lock

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers import HOST, free_port


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as the smarthost got it."""

    rcpt: str
    raw: bytes
    message: EmailMessage

    @property
    def id(self) -> str:
        return str(self.message["Message-ID"])

    @property
    def text(self) -> str:
        body = self.message.get_body(("plain",))
        assert body is not None
        return body.get_content().replace("\r\n", "\n")


class Sink(Controller):
    """A server in a thread. `fresh` holds each letter once, `copies` every copy that came.

    `at` is called with MAIL when a mail begins, and with DATA when it is here but not yet taken;
    what it returns is called when the reply is on its way.
    """

    def __init__(self) -> None:
        super().__init__(self, hostname=HOST, port=free_port())
        self.copies: list[Letter] = []
        self.fresh: Queue[Letter] = Queue()
        self.at: Callable[[str], None] = lambda _moment: None
        self._known: set[str] = set()
        self._lock = Lock()

    def factory(self) -> SMTP:
        return SMTP(self, enable_SMTPUTF8=True)

    def __enter__(self) -> Sink:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list
    ) -> str:
        envelope.mail_from = address
        self.at("MAIL")
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        message = email.message_from_bytes(
            envelope.content, _class=EmailMessage, policy=email.policy.default
        )
        letter = Letter(envelope.rcpt_tos[0], envelope.content, message)
        with self._lock:
            self.copies.append(letter)
            if letter.id not in self._known:
                self._known.add(letter.id)
                self.fresh.put(letter)
        self.at("DATA")
        return "250 OK"
