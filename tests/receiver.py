"""The real SMTP receiver on loopback, for a club whose mails shall come in by it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Thread

from pbem.config.settings import Receiver
from pbem.receivers.smtp import open_receiver
from pbem.store.inbound import accept
from tests.club import Club


@contextmanager
def smtp_receiver(club: Club) -> Iterator[tuple[str, int]]:
    """Where the receiver is that stores what it takes for a club."""
    told = Queue()
    ours = club.services.addresses

    def refusal(address):
        return club.services.refusal(address, club.now)

    def take(mails):
        with club.services.db.begin() as session:
            for mail in mails:
                accept(session, mail)

    async def listen():
        closed = asyncio.Event()
        receiver = await open_receiver(
            Receiver(port=0), ours.domain, refusal, take, clock=lambda: club.now
        )
        told.put(((receiver.host, receiver.port), asyncio.get_running_loop(), closed))
        await closed.wait()
        await receiver.close()

    thread = Thread(target=asyncio.run, args=(listen(),))
    thread.start()
    where, loop, closed = told.get(timeout=10)
    try:
        yield where
    finally:
        loop.call_soon_threadsafe(closed.set)
        thread.join(10)
