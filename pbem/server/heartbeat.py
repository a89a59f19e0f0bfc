"""Several servers on one database: each says that it lives, and lets go of what a dead one had."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.logs import log
from pbem.store.database import Database
from pbem.store.sending import release
from pbem.store.server import alive, set_alive, set_gone

BEAT = timedelta(seconds=5)
"""How often a server says that it is alive."""

_LOST = 3 * BEAT
"""Silence after which the others give it up."""


def beat(db: Database, name: str, now: datetime) -> int:
    """Say that this server is alive; how many letters are free that killed ones had in hand."""
    released = 0
    with db.begin() as session:
        set_alive(session, name, now)
        for server, last in alive(session).items():
            if last < now - _LOST:
                released += release(session, now, server)
                set_gone(session, server)
                log.warning("a server is gone", server=server, mails=released)
    return released


def say_goodbye(db: Database, name: str, now: datetime) -> None:
    """Let go of all that this server has in hand, and say that it is gone."""
    with db.begin() as session:
        release(session, now, name)
        set_gone(session, name)
