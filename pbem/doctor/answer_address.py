"""Whether a mail to an answer address comes back to the mailbox."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from enum import Enum, auto

from pbem.config.settings import Mailbox, Smarthost
from pbem.outbox.carriers import NotSent, smarthost
from pbem.receivers.arrivals import watched

_MORE = 20
"""Looks after the plain mail came that the other is waited for."""


class ComesBack(Enum):
    """Which mails to ourselves came back: to an address with a plus, to the plain one, or none."""

    PLUS = auto()
    PLAIN = auto()
    NONE = auto()


def comes_back(
    box: Mailbox, out: Smarthost, address: str, now: datetime, wait: Callable[[], bool]
) -> ComesBack:
    """Send a mail to an address and one to it with a plus, and see which come in.

    `wait` lets some time pass, and is False when there is none left. NotSent if the plain one does
    not leave, CannotEnter if the mailbox cannot be read.
    """
    local, _, domain = address.rpartition("@")
    marks = [f"try-{secrets.token_hex(8)}" for _ in range(2)]
    to = [address, f"{local}+{marks[1]}@{domain}"]
    with watched(box) as look:
        leaves = [_leaves(out, address, *mail, now) for mail in zip(to, marks, strict=True)]
        more, came = _MORE, set[str]()
        while marks[1] not in came and more and wait():
            came = look(marks)
            if marks[0] in came:
                more = more - 1 if leaves[1] else 0
    if marks[1] in came:
        return ComesBack.PLUS
    return ComesBack.PLAIN if marks[0] in came else ComesBack.NONE


def _leaves(out: Smarthost, address: str, to: str, mark: str, now: datetime) -> bool:
    """Whether a mail to one of our addresses is taken; NotSent if it is the plain one."""
    mail = EmailMessage()
    mail["From"], mail["To"] = address, to
    mail["Subject"], mail["Date"] = f"A mail to myself ({mark})", format_datetime(now)
    mail["Message-ID"] = f"<{mark}@{address.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("Sent by `pbem init` to see whether answers come back. Nothing to do.\n")

    async def send() -> None:
        async with smarthost(out)() as hand_over:
            await hand_over(address, to, mail.as_bytes())

    try:
        asyncio.run(send())
    except NotSent:
        if to == address:
            raise
        return False
    return True
