"""The SMTP and LMTP receiver: takes mail in, stores it, and only then says 250."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any, AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from pbem.config.settings import Receiver
from pbem.receivers.body import LONGEST_LINE, TOO_LONG, TOO_MUCH, Body
from pbem.receivers.clients import Clients
from pbem.receivers.hooks import Hooks, Refusal
from pbem.receivers.together import Accept

_ENDLESS = 1_000_000
"""Bytes of one line, or more than a mail may have, after which no end is waited for."""

_FAREWELL = 10
"""Seconds in which who is sent away may still hear why."""

_ALL = 10_000_000
"""More bytes than wait to be read at any time."""

_IN_MEMORY = 65_536
"""Bytes of a mail after which it is kept on disk while it comes in."""


class _Session(SMTP):
    """One client. What aiosmtpd lacks: bytes are counted where they come in, whatever they are.

    It takes mails without end apart into pieces and keeps them all, so mails are taken down here.
    """

    line_length_limit = LONGEST_LINE
    replies_to_each = False
    """Whether each recipient is owed a reply after the final dot, as in LMTP (RFC 2033 4.2)."""

    def __init__(self, handler: Hooks, clients: Clients, most_bytes: int, **more: Any) -> None:
        super().__init__(handler, data_size_limit=most_bytes, **more)
        self._most_bytes = most_bytes
        self.heard = self.loop.time()
        self.storing = False
        self._clients = clients
        self._owed = 1
        self._since_command = self._since_line = 0
        self.sent_away = False
        self._line: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._line = transport
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._clients.leave(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Count what comes; who sends without end is told so, and not heard any more."""
        if self.sent_away:
            return
        self.heard = self.loop.time()
        self._since_command += len(data)
        end = data.rfind(b"\n")
        self._since_line = len(data) - end - 1 if end >= 0 else self._since_line + len(data)
        if self._since_line > _ENDLESS:
            self.send_away(TOO_LONG)
        elif self._since_command > self._most_bytes + _ENDLESS:
            self.send_away(TOO_MUCH)
        else:
            super().data_received(data)

    def send_away(self, said: str) -> None:
        """Answer once more and hear nothing from it any more.

        The line stays open for a moment: a client that is still sending would not see the answer.
        """
        if not (self.sent_away or self._line.is_closing()):
            self.sent_away = True
            self._line.write(f"{said}\r\n".encode() * self._owed)
            with suppress(OSError):
                self._line.write_eof()
            super()._reset_timeout(_FAREWELL)

    def hang_up(self) -> None:
        """End the connection now."""
        self._line.abort()

    def _reset_timeout(self, duration: float | None = None) -> None:
        """Called by aiosmtpd for each command that it knows."""
        self._since_command = 0
        super()._reset_timeout(duration)

    async def push(self, status: AnyStr) -> None:
        """Reply, unless the last word is said."""
        if not self.sent_away:
            await super().push(status)

    async def smtp_DATA(self, arg: str | None) -> None:  # noqa: N802
        """Take a mail down, have it stored, and reply."""
        if await self.check_helo_needed():
            return
        envelope = self.envelope
        assert envelope is not None
        if not envelope.rcpt_tos:
            await self.push("503 Error: need RCPT command")
            return
        if arg:
            await self.push("501 Syntax: DATA")
            return
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        self._owed = len(envelope.rcpt_tos) if self.replies_to_each else 1
        body = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  (the thread that stores it closes it)
        try:
            said = await self._taken_down(body)
        except BaseException:
            body.close()
            raise
        self.storing = True
        try:
            if said is None:
                said = await self.event_handler.store(envelope, body)
            else:
                body.close()
            self._set_post_data_state()  # type: ignore[no-untyped-call]
            await self.push("\r\n".join([said] * self._owed))
        finally:
            self.storing, self._owed = False, 1

    async def _taken_down(self, into: IO[bytes]) -> str | None:
        """Read a mail into a file up to its final dot; the reply that refuses it, if one does."""
        body = Body(into, self._most_bytes)
        while True:
            rest = body.take(await self._reader.read(_ALL))
            if rest is not None:
                if rest:
                    # Commands that came with the dot; nothing is read before them.
                    self._reader.feed_data(rest)
                return body.refused


class _Lmtp(_Session, LMTP):
    replies_to_each = True


class _Doorkeeper(asyncio.Protocol):
    """Meets everybody, and lets in whom there is room for."""

    def __init__(self, clients: Clients, session: Callable[[], _Session]) -> None:
        self._clients = clients
        self._session = session

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        address = (transport.get_extra_info("peername") or ("0.0.0.0",))[0]
        refused = self._clients.refused(address)
        if refused is not None:
            transport.write(f"{refused}\r\n".encode())
            transport.close()
            return
        session = self._session()
        self._clients.enter(session, address)
        transport.set_protocol(session)
        session.connection_made(transport)


class OpenReceiver:
    """A port that is listened to, until it is closed."""

    def __init__(self, server: asyncio.Server, clients: Clients) -> None:
        self._server = server
        self._clients = clients
        self.port: int = server.sockets[0].getsockname()[1]
        self.host: str = server.sockets[0].getsockname()[0]

    async def close(self, patience: float = 3) -> None:
        """Listen no more, and end every connection; a mail that is being stored is answered."""
        self._server.close()
        await self._clients.dismiss(patience)


async def open_receiver(
    receiver: Receiver,
    hostname: str,
    refusal: Refusal,
    accept: Accept,
    clock: Callable[[], datetime],
    closed: Callable[[], bool] = lambda: False,
) -> OpenReceiver:
    """A listening receiver in the running event loop; OSError if the port is taken.

    While it is `closed` nobody may leave mail, and is told so for good.
    """
    handler = Hooks(receiver, refusal, accept, clock, closed)
    protocol = _Lmtp if receiver.protocol == "lmtp" else _Session
    loop = asyncio.get_running_loop()
    clients = Clients(receiver, loop.time)

    def session() -> _Session:
        return protocol(
            handler,
            clients,
            receiver.most_bytes,
            timeout=receiver.patience,
            enable_SMTPUTF8=True,
            hostname=hostname,
            ident="Oh Hell! by mail",
            auth_exclude_mechanism=["LOGIN", "PLAIN"],
            command_call_limit={"*": 100, "NOOP": 20},
            loop=loop,
        )

    server = await loop.create_server(
        lambda: _Doorkeeper(clients, session), receiver.host, receiver.port
    )
    return OpenReceiver(server, clients)
