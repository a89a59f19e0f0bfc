"""What has happened lately in some games, as everybody may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import mean, median

from pbem.context.known import sealed
from pbem.domain.model import Stage, Table
from pbem.letters.deals import Telling
from pbem.letters.headlines.choice import headlines
from pbem.letters.headlines.told import clauses
from pbem.letters.pages.organisers import Lately
from pbem.results.shown import is_told, shown
from pbem.store.answers import settled_since
from pbem.store.database import Session
from pbem.store.events import dealt_at


def lately(session: Session, tables: Sequence[Table], days: int, now: datetime) -> Lately:
    """What has happened at some tables in so many days."""
    since = now - timedelta(days=days)
    games = {table.id: table.name for table in tables}
    names = {
        (table.id, seat): player.name
        for table in tables
        for seat, player in enumerate(table.players)
    }
    settled = settled_since(session, list(games), since)
    took = [one.took.total_seconds() for one in settled if not one.missed]
    ended = [(table, _deals(session, table, since, now)) for table in tables]
    deals = [one for _, some in ended for one in some]
    late = ((one.game, one.seat) for one in settled if one.missed)
    missed = ((games[seat[0]], names[seat]) for seat in late if seat in names)  # who still sits
    return Lately(
        days,
        len(took),
        timedelta(seconds=median(took)) if took else None,
        len(deals),
        timedelta(seconds=mean(one.total_seconds() for one in deals)) if deals else None,
        tuple(dict.fromkeys(missed)),
        tuple(
            (table.name, _winners(session, table, now))
            for table in tables
            if table.stage is Stage.OVER and table.ended_at and table.ended_at > since
        ),
        tuple(one for table, some in ended for one in _best(session, table, len(some), now)),
    )


def _deals(session: Session, table: Table, since: datetime, now: datetime) -> list[timedelta]:
    """How long each deal took that has ended since a moment."""
    moments = dealt_at(session, table.id, now)
    if table.stage is Stage.OVER and table.ended_at:
        moments.append(table.ended_at)
    return [ended - begun for begun, ended in pairwise(moments) if ended > since]


def _winners(session: Session, table: Table, now: datetime) -> tuple[str, ...]:
    """Who won a game; nobody while that is not told, as other tables play the same deals."""
    if not is_told(session, table, now):
        return ()
    winners = shown(session, table.id, now).view.winners or ()
    return tuple(table.players[seat].name for seat in winners)


def _best(
    session: Session, table: Table, deals: int, now: datetime
) -> Iterator[tuple[str, int, tuple[Telling, ...]]]:
    """The headline of the last so many deals most worth telling; none of a sealed game."""
    if not deals or sealed(session, table, now):
        return
    game = shown(session, table.id, now)
    found = headlines(table.name, game.view)[-deals:]
    if found and (best := max(found, key=lambda one: one.interest)).facts:
        yield table.name, best.deal, clauses(best, game.names)
