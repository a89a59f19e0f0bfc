"""`python -m tests.torture.killed_move PART FROM TO`: `pbem move`, which is killed on its way.

That is when it has taken in such a part of the rows; of 1, when it has compared them all and is
about to commit.
"""

from __future__ import annotations

import os
import signal
import sys
from datetime import datetime

from sqlalchemy import Connection, Engine, event

from pbem.cli import app
from pbem.store import transfer


def main(part: float, source: str, target: str) -> None:
    """Move, and die."""
    whole, all_in = transfer.transfer, False

    def watched(
        source: str, target: str, now: datetime, told: transfer.Told
    ) -> transfer.Transferred:
        def counted(table: str, done: int, every: int) -> None:
            nonlocal all_in
            told(table, done, every)
            all_in = done == every
            if part < 1 and done >= part * every:
                _die()

        return whole(source, target, now, counted)

    def committing(_connection: Connection) -> None:
        if all_in:
            _die()

    transfer.transfer = watched
    event.listen(Engine, "commit", committing)
    app(["move", source, target])


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2], sys.argv[3])
