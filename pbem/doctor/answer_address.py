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
from pbem.outbox.carriers import Carrier, NotSent, smarthost
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


def send_to_ourselves(
    carrier: Carrier,
    mail_from: str,
    to: str,
    now: datetime,
    *,
    message_id: str,
    subject: str,
    why: str,
) -> None:
    """Send a mail from one of our addresses to another, which tells who sends it and why; NotSent
    if it does not leave.
    """
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = mail_from, to, message_id
    mail["Subject"], mail["Date"] = subject, format_datetime(now)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(f"Sent by {why}. Nothing to do.\n")

    async def send() -> None:
        async with carrier() as hand_over:
            await hand_over(mail_from, to, mail.as_bytes())

    asyncio.run(send())


def _leaves(out: Smarthost, address: str, to: str, mark: str, now: datetime) -> bool:
    """Whether a mail to one of our addresses is taken; NotSent if it is the plain one."""
    try:
        send_to_ourselves(
            *(smarthost(out), address, to, now),
            message_id=f"<{mark}@{address.rpartition('@')[2]}>",
            subject=f"A mail to myself ({mark})",
            why="`pbem init` to see whether answers come back",
        )
    except NotSent:
        if to == address:
            raise
        return False
    return True
