"""Who takes a mail on its way: a smarthost over SMTP, or a Maildir until one is set."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path

import aiosmtplib

from pbem.config.settings import Smarthost
from pbem.config.tls import tls_context
from pbem.oauth.access import Access
from pbem.oauth.sasl import TokenExchange
from pbem.oauth.troubles import NoToken
from pbem.outbox.faults import Fault, FaultStage, fault, without_addresses

Send = Callable[[str, str, bytes], Awaitable[None]]
"""Hands on one mail: envelope sender, recipient, bytes; NotSent if it could not."""

Carrier = Callable[[], AbstractAsyncContextManager[Send]]
"""Opens a way out for a batch of mails; NotSent if there is none at the moment."""


_NO_SUCH_LETTERS = (
    "the address has letters beyond a to z, and the smarthost takes no such address"
    " (it does not offer SMTPUTF8)"
)


class NotSent(Exception):
    """A mail that did not leave: whose fault it is, and what was said."""

    def __init__(self, fault: Fault, said: str) -> None:
        super().__init__(said)
        self.fault = fault


def smarthost(settings: Smarthost, access: Access | None = None, patience: float = 30) -> Carrier:
    """A carrier that logs in to a mail server and hands all of a batch over in one connection.

    Where there is `access` it logs in with a token. The server has `patience` seconds for each
    answer.
    """

    @asynccontextmanager
    async def opened() -> AsyncIterator[Send]:
        client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            use_tls=settings.tls == "tls",
            start_tls=settings.tls == "starttls",
            timeout=patience,
        )
        try:
            await client.connect(tls_context=None if settings.tls == "none" else tls_context())
            if access is not None:
                await _log_in(client, access)
            elif settings.user is not None:
                password = settings.password
                await client.login(settings.user, password.get_secret_value() if password else "")
        except (aiosmtplib.SMTPException, OSError, NoToken) as problem:
            _hang_up(client)
            raise NotSent(Fault.POST, _said(problem)) from problem

        async def send(mail_from: str, rcpt: str, raw: bytes) -> None:
            options = [f"SIZE={len(raw)}"] * client.supports_extension("size")
            if not rcpt.isascii():
                if not client.supports_extension("smtputf8"):
                    raise NotSent(Fault.ADDRESS, _NO_SUCH_LETTERS)
                options += ["SMTPUTF8", "BODY=8BITMIME"]  # RFC 6531 3.4, 3.6
            moment = FaultStage.MAIL
            try:
                await client.mail(mail_from, options=options)
                moment = FaultStage.RCPT
                await client.rcpt(rcpt, encoding="utf-8")
                moment = FaultStage.DATA
                await client.data(raw)
            except aiosmtplib.SMTPResponseException as problem:
                with suppress(aiosmtplib.SMTPException, OSError):
                    await client.rset()
                found = fault(moment, problem.code, problem.message)
                raise NotSent(found, _said(problem, without_addresses)) from problem
            except (aiosmtplib.SMTPException, OSError) as problem:
                raise NotSent(fault(moment, None), _said(problem, without_addresses)) from problem

        try:
            yield send
        except asyncio.CancelledError:
            # We are stopping, and may not wait for a server that does not answer.
            _hang_up(client)
            raise
        finally:
            if client.is_connected:
                with suppress(aiosmtplib.SMTPException, OSError):
                    await client.execute_command(b"QUIT")
                _hang_up(client)

    return opened


def _hang_up(client: aiosmtplib.SMTP) -> None:
    """Close a connection now: TLS would wait for the other side, and our loop may end before."""
    transport = client.transport
    client.close()
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()


async def _log_in(client: aiosmtplib.SMTP, access: Access) -> None:
    """Log in with a token; NoToken if there is none, or an exception of the client's if refused.

    The token never stands in the line of the command, which may have 512 bytes (RFC 4954 4).
    """
    token = await asyncio.to_thread(access.token)
    if client.is_ehlo_or_helo_needed:
        await client.ehlo()
    offered = [one.upper() for one in client.server_auth_methods]
    exchange = TokenExchange(offered, access.user, token)
    reply = await client.execute_command(b"AUTH", exchange.mechanism.encode())
    while reply.code == 334:
        try:
            challenge = base64.b64decode(reply.message)
        except ValueError:
            challenge = reply.message.encode()
        reply = await client.execute_command(base64.b64encode(exchange(challenge)))
    if reply.code == 235:
        return
    if reply.code in (501, 535):  # any other is no word about the token
        await asyncio.to_thread(access.refused, token)
    raise aiosmtplib.SMTPAuthenticationError(reply.code, f"{reply.message} {exchange.said}".strip())


def maildir(folder: Path) -> Carrier:
    """A carrier that files every mail in a local Maildir."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Send]:
        try:
            for part in ("tmp", "new", "cur"):
                (folder / part).mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise NotSent(Fault.POST, _said(problem)) from problem
        import mailbox  # a server with a smarthost does without

        box = mailbox.Maildir(folder)

        async def send(_mail_from: str, _rcpt: str, raw: bytes) -> None:
            try:
                await asyncio.to_thread(box.add, raw)
            except OSError as problem:
                raise NotSent(Fault.POST, _said(problem)) from problem

        yield send

    return opened


def _said(problem: Exception, written: Callable[[str], str] = str) -> str:
    return " ".join(written(str(problem)).split())[:300] or type(problem).__name__
