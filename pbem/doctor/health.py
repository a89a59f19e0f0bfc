"""How a server does, in numbers: what the one-screen status and the metrics show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pbem.domain.model import Stage
from pbem.store.copied import Copied, copied
from pbem.store.database import Session
from pbem.store.deadlines import open_counts
from pbem.store.farewell import Farewell, farewell
from pbem.store.games import stage_counts
from pbem.store.inbox import inbound_counts, oldest_waiting
from pbem.store.reports import due_count, oldest_due, outbox_counts
from pbem.store.server import Rest, ServerTime, rest, server_time

AWAKE = timedelta(minutes=2)
"""A server that has been at work within this time is taken to run."""


@dataclass(frozen=True, slots=True)
class Health:
    """A snapshot. `inbound` and `outbox` count mails by state, `games` games by stage.

    `waits_in` and `waits_out` are how long the oldest mail has waited to be processed, or to leave
    after its time had come, as `due_out` mails do; `late` counts open questions whose deadline has
    passed. `rests` is why no mail leaves now, if none does. `there` tells whether a server is on
    the database, None where that cannot be asked; `copied` what is known of the copies it makes,
    `farewell` that it ends.
    """

    at: datetime
    worked: datetime | None
    games: dict[str, int]
    open: int
    late: int
    inbound: dict[str, int]
    outbox: dict[str, int]
    waits_in: timedelta
    waits_out: timedelta
    due_out: int = 0
    rests: Rest | None = None
    stages: Sequence[str] = field(default=tuple(Stage))
    there: bool | None = None
    copied: Copied = field(default_factory=Copied)
    farewell: Farewell | None = None

    @property
    def running(self) -> bool:
        """Whether a server seems to be at work."""
        lately = self.worked is not None and self.at - self.worked < AWAKE
        return lately and self.there is not False


def health(session: Session, now: datetime, *, there: bool | None = None) -> Health:
    """How the server does now."""
    count, late = open_counts(session, now)
    came, due = oldest_waiting(session), oldest_due(session, now)
    resting = rest(session)
    return Health(
        at=now,
        worked=server_time(session, ServerTime.AT_WORK),
        games=stage_counts(session),
        open=count,
        late=late,
        inbound=inbound_counts(session),
        outbox=outbox_counts(session),
        waits_in=now - came if came else timedelta(0),
        waits_out=now - due if due else timedelta(0),
        due_out=due_count(session, now),
        rests=resting if resting and resting.until > now else None,
        there=there,
        copied=copied(session),
        farewell=farewell(session),
    )
