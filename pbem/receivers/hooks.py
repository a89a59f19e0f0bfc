"""What a receiver answers to each command of a client, and how it stores a mail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import IO, Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.config.settings import Receiver
from pbem.logs import log
from pbem.receivers.body import OURS
from pbem.receivers.together import Accept, Together
from pbem.store.inbound import Arrived

Refusal = Callable[[str], str | None]
"""The reply to mail for an address that is not taken in here; None if it is."""


class Hooks:
    """aiosmtpd's hooks for one receiver."""

    def __init__(
        self,
        receiver: Receiver,
        refusal: Refusal,
        accept: Accept,
        clock: Callable[[], datetime],
        closed: Callable[[], bool],
    ) -> None:
        self._receiver = receiver
        self._refusal = refusal
        self._together = Together(accept)
        self._clock = clock
        self._closed = closed

    async def handle_MAIL(  # noqa: N802  (aiosmtpd's name)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take any sender that is text: what cannot be stored is refused for good, not put off."""
        if self._closed():
            return "550 5.3.2 This server has come to its end and takes no mail any more"
        if not address.isprintable():
            return "501 5.1.7 Bad sender address"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        """Take only what carries a code of ours, so that garbage is refused before its body."""
        if (refused := self._refusal(address)) is not None:
            return refused
        if len(envelope.rcpt_tos) >= self._receiver.most_recipients:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_exception(self, error: Exception) -> str:
        """Any trouble of ours is temporary to the sender, and its text is not his business."""
        log.error("door", error=repr(error))
        return OURS

    async def store(self, envelope: Envelope, body: IO[bytes]) -> str:
        """Store the mail in a file once for each recipient, then say so; the file is closed."""
        sender = (envelope.mail_from or "").strip("<>")
        recipients, came = list(envelope.rcpt_tos), self._clock()

        def mails(raw: bytes) -> list[Arrived]:
            return [Arrived(self._receiver.protocol, one, sender, raw, came) for one in recipients]

        try:
            # A client that hangs up cancels this; the commit goes on, a retry finds it done.
            await self._together.store(body, mails)
        except Exception as error:
            return await self.handle_exception(error)
        return "250 2.0.0 OK, stored"
