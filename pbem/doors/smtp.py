"""The SMTP and LMTP door: takes mail in, stores it, and only then says 250."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.config import Door
from pbem.logs import log
from pbem.store.inbound import Arrived

IsOurs = Callable[[str], bool]
"""Whether mail to an address is taken in here."""

Accept = Callable[[Sequence[Arrived]], None]
"""Stores mails for good, or raises. It blocks, so it runs in a thread."""

_OURS = "451 4.3.0 Trouble on our side, please try again later"


class Handler:
    """aiosmtpd's hooks for one door."""

    def __init__(
        self, door: Door, is_ours: IsOurs, accept: Accept, clock: Callable[[], datetime]
    ) -> None:
        self._protocol = door.protocol
        self._most_recipients = door.most_recipients
        self._is_ours = is_ours
        self._accept = accept
        self._clock = clock

    async def handle_MAIL(  # noqa: N802  (aiosmtpd's name)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take any sender that is text: what cannot be stored is refused for good, not put off."""
        if not address.isprintable():
            return "501 5.1.7 Bad sender address"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        """Take only what carries a code of ours, so that garbage is refused before its body."""
        if not self._is_ours(address):
            return "550 5.1.1 No such address here"
        if len(envelope.rcpt_tos) >= self._most_recipients:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Store the mail, once for each recipient, then say so; over LMTP once for each."""
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        sender = (envelope.mail_from or "").strip("<>")
        mails = [
            Arrived(self._protocol, recipient, sender, raw, self._clock())
            for recipient in envelope.rcpt_tos
        ]
        try:
            # A client that hangs up cancels this hook; the commit goes on, a retry finds it done.
            await asyncio.shield(asyncio.to_thread(self._accept, mails))
        except Exception as error:
            return await self.handle_exception(error)
        return "250 2.0.0 OK, stored"

    async def handle_exception(self, error: Exception) -> str:
        """Any trouble of ours is temporary to the sender, and its text is not his business."""
        log.error("door", error=repr(error))
        return _OURS


class _Full(asyncio.Protocol):
    """Whom a door meets that has no room left: he comes again later (RFC 5321 3.8)."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(b"421 4.3.2 Too many connections, please try again later\r\n")
        transport.close()


class _Smtp(SMTP):
    """aiosmtpd refuses a line over 1,001 bytes, and lets any number of clients in."""

    line_length_limit = 65536

    def __init__(self, *args: Any, guests: set[SMTP], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._guests = guests

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._guests.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._guests.discard(self)
        super().connection_lost(error)


class _Lmtp(_Smtp, LMTP):
    """LMTP owes one reply for each recipient after the final dot (RFC 2033); aiosmtpd gives one."""

    _owed = 0

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        recipients = self.envelope.rcpt_tos if self.envelope and not arg else []
        self._owed = len(recipients)
        await super().smtp_DATA(arg)
        self._owed = 0

    async def push(self, status: AnyStr) -> None:
        text = status.decode() if isinstance(status, bytes) else status
        for _ in range(1 if text.startswith("354") else max(self._owed, 1)):
            await super().push(status)


async def open_door(
    door: Door,
    hostname: str,
    is_ours: IsOurs,
    accept: Accept,
    clock: Callable[[], datetime],
) -> asyncio.Server:
    """A listening door in the running event loop; OSError if the port is taken."""
    handler = Handler(door, is_ours, accept, clock)
    protocol = _Lmtp if door.protocol == "lmtp" else _Smtp
    loop = asyncio.get_running_loop()

    guests: set[SMTP] = set()

    def speak() -> asyncio.Protocol:
        if len(guests) >= door.most_clients:
            return _Full()
        session: asyncio.Protocol = protocol(
            handler,
            guests=guests,
            timeout=door.patience,
            data_size_limit=door.most_bytes,
            enable_SMTPUTF8=True,
            hostname=hostname,
            ident="Oh Hell! by mail",
            auth_exclude_mechanism=["LOGIN", "PLAIN"],
            command_call_limit={"*": 100, "NOOP": 20},
            loop=loop,
        )
        return session

    return await loop.create_server(speak, door.host, door.port)
