"""Keeping what a player says from the table for a time; what she plays counts as ever."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.commands.organiser.desk import Desk, NotDone
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.orders.organiser.model import Silence
from pbem.store.silences import set_silent, silent_until

_HOUR = timedelta(hours=1)


def silence(desk: Desk, ordered: Silence) -> CommandOutcome:
    """Pass on nothing that a player says for so many hours, or all again. Nobody is told before he
    talks, and then he alone.
    """
    table, seat = desk.seat_of(ordered.player)
    player = table.players[seat]
    before = silent_until(desk.session, table.id, player.id, desk.now)
    if not ordered.hours and before is None:
        raise NotDone(CommandKind.NOT_SILENT, name=player.name)
    until = desk.now + ordered.hours * _HOUR if ordered.hours else None
    set_silent(desk.session, table.id, player.id, until)
    return CommandOutcome(
        CommandKind.SILENCED if until else CommandKind.HEARD_AGAIN,
        game=table.name,
        name=player.name,
        at=until,
        zone=desk.organiser.zone,
        undo=f"silence {player.name} {_as_before(before, desk.now)}",
    )


def _as_before(until: datetime | None, now: datetime) -> str:
    return f"{-((now - until) // _HOUR)} hours" if until else "0"
