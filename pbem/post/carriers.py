"""Who takes a mail on its way: a smarthost over SMTP, or a Maildir until one is set."""

from __future__ import annotations

import asyncio
import mailbox
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import aiosmtplib

from pbem.config import Smarthost

Send = Callable[[str, str, bytes], Awaitable[None]]
"""Hands on one mail: envelope sender, recipient, bytes. Raises Refused or Unavailable."""

Carrier = Callable[[], AbstractAsyncContextManager[Send]]
"""Opens a way out for a batch of mails; Unavailable if there is none at the moment."""


class Refused(Exception):
    """The recipient's address will never take this mail."""


class Unavailable(Exception):
    """Not now: the mail is tried again later."""


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
            raise Unavailable(_said(problem)) from problem

        async def send(mail_from: str, rcpt: str, raw: bytes) -> None:
            if not rcpt.isascii():
                raise Refused("the smarthost takes no address with such letters")
            try:
                await client.sendmail(mail_from, [rcpt], raw)
            except aiosmtplib.SMTPRecipientsRefused as problem:
                first = problem.recipients[0]
                if first.code >= 500:
                    raise Refused(_said(first)) from problem
                raise Unavailable(_said(first)) from problem
            except (aiosmtplib.SMTPException, OSError) as problem:
                # 5xx to MAIL or DATA is about us, not about this player: keep the mail.
                raise Unavailable(_said(problem)) from problem

        try:
            yield send
        finally:
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
            raise Unavailable(_said(problem)) from problem
        box = mailbox.Maildir(folder)

        async def send(_mail_from: str, _rcpt: str, raw: bytes) -> None:
            try:
                await asyncio.to_thread(box.add, raw)
            except OSError as problem:
                raise Unavailable(_said(problem)) from problem

        yield send

    return opened


def _said(problem: Exception) -> str:
    return " ".join(str(problem).split())[:300] or type(problem).__name__
