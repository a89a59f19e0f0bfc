"""When a mail leaves that nobody has asked for, as its player wants it and as often as may be."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine import Seat
from pbem.context import Context
from pbem.domain.model import Player, Table
from pbem.domain.preferences import leaves as when_it_leaves
from pbem.letters.kinds import kinds_with
from pbem.letters.page import Trait
from pbem.store import frequency


@dataclass(frozen=True, slots=True)
class Leaving:
    """When a mail leaves, and whether it is the last of its game on that day, or with others."""

    at: datetime
    last: bool
    gathered: bool


def leaving(
    ctx: Context,
    table: Table,
    player: Player,
    seat: Seat | None,
    ready: datetime,
    kind: str,
    *,
    but: int | None = None,
) -> Leaving:
    """When a mail of a kind leaves that a player has not asked for and that could at `ready`.

    `seat` is where the player sits, if anywhere, `but` the number of this mail, if it is written
    already.
    """
    most, waits = ctx.settings.limits.mails_a_day, kind in kinds_with(Trait.WAITS)
    counts: list[int] = []

    def on_day(first: datetime, end: datetime) -> int:
        found = frequency.unasked_between(
            ctx.session, table.id, player.id, seat, first, end, but=but
        )
        counts.append(found)
        return found

    at = when_it_leaves(
        ready,
        player.zone,
        player.mailing,
        most=most,
        on_day=on_day,
        daily=waits,
    )
    gathered = waits and player.mailing.daily is not None
    return Leaving(at, bool(counts) and counts[-1] + 1 == most, gathered)
