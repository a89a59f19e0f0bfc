"""Whether a server may run on its database: not once that is closed by a farewell."""

from __future__ import annotations

import asyncio
from datetime import datetime

from pbem.server.heartbeat import beat
from pbem.store.database import CannotOpen, Database
from pbem.store.farewell import Farewell, farewell
from pbem.store.sending import release

LOOK_SECONDS = 60
"""So often each server looks whether another has closed the database."""


class Closing:
    """What one server knows of its database: `closed` once the last letter has left."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.closed = False

    def begin(self, now: datetime, name: str) -> None:
        """Go on where a server that was killed left off; CannotOpen if its file is damaged, or
        closed.

        Where others work on the database, they are told that this one lives, by its `name`.
        """
        self._db.look_through(growing=False)
        if (known := self._known()) is not None and known.closed:
            raise CannotOpen(
                f"this server said farewell and its database is closed, since {known.day};"
                " `pbem farewell --open` opens it again"
            )
        if self._db.alone:
            # What a killed server had in hand need not wait for its lease.
            with self._db.begin() as session:
                release(session, now)
        else:
            # Before this one takes anything in hand, so that others miss it if it is killed then.
            beat(self._db, name, now)

    def look(self) -> bool:
        """Look anew whether it is closed."""
        known = self._known()
        self.closed = known is not None and known.closed
        return self.closed

    def is_closed(self) -> bool:
        """Whether it was closed when this was last looked at."""
        return self.closed

    async def tick(self) -> None:
        """Look anew, in a thread of its own."""
        await asyncio.to_thread(self.look)

    def _known(self) -> Farewell | None:
        with self._db.begin() as session:
            return farewell(session)
