"""The third stage: queued mails leave, stale ones do not, and what fails is tried again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from pbem.logs import log
from pbem.post.carriers import Carrier, Refused, Send, Unavailable
from pbem.reading.addresses import Addresses
from pbem.reading.tokens import Purpose
from pbem.store.database import Database
from pbem.store.outbox import Outgoing, Sending, claim, mark, postpone

RETRY_MINUTES = (7.5, 15, 30, 60, 120, 240, 480, 960)
"""How long to wait after each failure; after the last the mail has failed."""

LEASE = timedelta(minutes=5)


async def deliver_due(
    db: Database, addresses: Addresses, carrier: Carrier, clock: Callable[[], datetime]
) -> int:
    """Send the mails whose time has come; how many were looked at. 0 means nothing was due."""

    def claimed() -> list[Outgoing]:
        with db.begin() as session:
            return claim(session, clock(), LEASE)

    mails = await asyncio.to_thread(claimed)
    if not mails:
        return 0
    current = [mail for mail in mails if not mail.stale]
    for mail in mails:
        if mail.stale:
            await asyncio.to_thread(_mark, db, mail, Sending.SUPERSEDED, clock())
    if current:
        try:
            async with carrier() as send:
                for mail in current:
                    await _deliver(db, addresses, send, mail, clock)
        except Unavailable as problem:
            for mail in current:
                await asyncio.to_thread(_again, db, mail, str(problem), clock())
    return len(mails)


async def _deliver(
    db: Database,
    addresses: Addresses,
    send: Send,
    mail: Outgoing,
    clock: Callable[[], datetime],
) -> None:
    try:
        await send(addresses.mint(Purpose.BOUNCE, mail.id), mail.rcpt, mail.raw)
    except Refused as problem:
        await asyncio.to_thread(_mark, db, mail, Sending.FAILED, clock(), str(problem))
    except Unavailable as problem:
        await asyncio.to_thread(_again, db, mail, str(problem), clock())
    except Exception as problem:
        # Ours: but one mail must not keep the others waiting.
        log.exception("mail could not be sent", outbox=mail.id)
        await asyncio.to_thread(_again, db, mail, repr(problem), clock())
    else:
        await asyncio.to_thread(_mark, db, mail, Sending.SENT, clock())


def _mark(db: Database, mail: Outgoing, state: Sending, now: datetime, error: str = "") -> None:
    with db.begin() as session:
        mark(session, mail.id, state, now, error)
    log.info("mail out", outbox=mail.id, state=state.value, **({"error": error} if error else {}))


def _again(db: Database, mail: Outgoing, error: str, now: datetime) -> None:
    """Put a mail off, by a growing time with up to a tenth of chance, or give it up."""
    if mail.attempts >= len(RETRY_MINUTES):
        _mark(db, mail, Sending.FAILED, now, error)
        return
    minutes = RETRY_MINUTES[mail.attempts] * random.uniform(1, 1.1)
    with db.begin() as session:
        postpone(session, mail.id, now + timedelta(minutes=minutes), error)
    log.warning("mail put off", outbox=mail.id, minutes=round(minutes), error=error)
