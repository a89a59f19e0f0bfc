"""Who takes a mail on its way: a smarthost over SMTP, or a Maildir until one is set."""

from __future__ import annotations

import asyncio
import mailbox
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path

import aiosmtplib

from pbem.config.settings import Smarthost
from pbem.outbox.faults import Fault, FaultStage, fault

Send = Callable[[str, str, bytes], Awaitable[None]]
"""Hands on one mail: envelope sender, recipient, bytes; NotSent if it could not."""

Carrier = Callable[[], AbstractAsyncContextManager[Send]]
"""Opens a way out for a batch of mails; NotSent if there is none at the moment."""


class NotSent(Exception):
    """A mail that did not leave: whose fault it is, and what was said."""

    def __init__(self, fault: Fault, said: str) -> None:
        super().__init__(said)
        self.fault = fault


def smarthost(settings: Smarthost) -> Carrier:
    """A carrier that logs in to a mail server and hands all of a batch over in one connection."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Send]:
        client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            use_tls=settings.tls == "tls",
            start_tls=settings.tls == "starttls",
            username=settings.user,
            password=settings.password.get_secret_value() if settings.password else None,
            timeout=30,
        )
        try:
            await client.connect()
        except (aiosmtplib.SMTPException, OSError) as problem:
            raise NotSent(Fault.POST, _said(problem)) from problem

        async def send(mail_from: str, rcpt: str, raw: bytes) -> None:
            if not rcpt.isascii():
                said = "the smarthost takes no address with such letters"
                raise NotSent(Fault.ADDRESS, said)
            moment = FaultStage.MAIL
            try:
                await client.mail(mail_from, options=[f"SIZE={len(raw)}"] * _sized(client))
                moment = FaultStage.RCPT
                await client.rcpt(rcpt)
                moment = FaultStage.DATA
                await client.data(raw)
            except aiosmtplib.SMTPResponseException as problem:
                with suppress(aiosmtplib.SMTPException, OSError):
                    await client.rset()
                found = fault(moment, problem.code, problem.message)
                raise NotSent(found, _said(problem)) from problem
            except (aiosmtplib.SMTPException, OSError) as problem:
                raise NotSent(fault(moment, None), _said(problem)) from problem

        try:
            yield send
        except asyncio.CancelledError:
            # We are stopping, and may not wait for a server that does not answer.
            client.close()
            raise
        finally:
            if client.is_connected:
                try:
                    await client.quit()
                except (aiosmtplib.SMTPException, OSError):
                    client.close()

    return opened


def maildir(folder: Path) -> Carrier:
    """A carrier that files every mail in a local Maildir."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Send]:
        try:
            for part in ("tmp", "new", "cur"):
                (folder / part).mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise NotSent(Fault.POST, _said(problem)) from problem
        box = mailbox.Maildir(folder)

        async def send(_mail_from: str, _rcpt: str, raw: bytes) -> None:
            try:
                await asyncio.to_thread(box.add, raw)
            except OSError as problem:
                raise NotSent(Fault.POST, _said(problem)) from problem

        yield send

    return opened


def _sized(client: aiosmtplib.SMTP) -> bool:
    return client.supports_extension("size")


def _said(problem: Exception) -> str:
    return " ".join(str(problem).split())[:300] or type(problem).__name__
