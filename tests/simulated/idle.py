"""When nothing happens by itself: so far the clock of a world may jump."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from pbem.store.server import ServerTime, set_server_time

if TYPE_CHECKING:
    from tests.simulated.world import World

FARTHEST = timedelta(hours=1)
"""So far the clock jumps at most: what is due by something else than these is as late as that."""

_UNDER_WAY = (
    "select 1 from inbound where state != 'done'"
    " union all select 1 from outbox where state in ('queued', 'sending') and due_at <= :now"
    " and within is null and rcpt not in (select address from bounce where stopped_at is not null)"
)
"""What would be gone on with at the next tick."""

DUE = (
    "select min(at) from ("
    " select due_at as at from outbox where state in ('queued', 'sending')"
    " union all select due_at from question where closed is null"
    " union all select remind_at from question where closed is null"
    " union all select opens_at from event where opens_at > :now"
    " union all select due_at from plan"
    " union all select digest_due from player"
    " union all select result_at from seat"
    " union all select until from offer"
    " union all select due_at from adoption where closed is null"
    ") where at > :now"
)
"""The next moment at which something has had its time."""


def next_tick(world: World, dice: random.Random) -> datetime:
    """When a server that has nothing more to do would do something again.

    Its ticks come below the ten minutes after which it would count as away.
    """
    usual = world.now + timedelta(minutes=dice.uniform(5, 9.5))
    mailbox = world.server.mailbox
    clock = f"{world.now + world.skew:%Y-%m-%d %H:%M:%S.%f}"
    if (mailbox is not None and mailbox.heard() is None) or world.ask(_UNDER_WAY, now=clock):
        return usual
    [(due,)] = world.ask(DUE, now=clock)
    far = world.now + FARTHEST
    if due is not None:
        far = min(far, datetime.fromisoformat(due).replace(tzinfo=UTC) - world.skew)
    return max(usual, far + timedelta(seconds=dice.uniform(0, 90)))


def was_at_work(world: World) -> None:
    """Write what the ticks that are left out would have written: that the server is at work."""
    with world.faults.rest(), world.server.services.db.begin(lasting=False) as session:
        set_server_time(session, ServerTime.AT_WORK, world.now + world.skew)
