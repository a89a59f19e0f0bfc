"""Inviting: who is asked whether he plays, and who may not be written to, or not yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import Seat
from pbem.commands.organiser.desk import Desk, if_possible
from pbem.commands.organiser.guests import guest_at, player_for
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.time_zones import usual_zone_of
from pbem.games.farewell import must_go_on
from pbem.games.guests import new_computers
from pbem.games.start import begin_if_ready
from pbem.notifications.questions import ask_to_join
from pbem.orders.organiser.set_up import AnyGuest, ComputerGuest, Drop, Invite, Uninvite
from pbem.store.seats import add_seat, remove_seat


def invite_seats(desk: Desk, seats: Sequence[Seat], *, again: bool = False) -> CommandOutcome:
    """Ask those who sit there whether they play, `again` if by other rules than before.

    What came of it names who was written to, and tells why others were not.
    """
    if not again:
        with if_possible():
            must_go_on(desk.session)
    names, unwritten = [], []
    for seat in seats:
        why = ask_to_join(desk.moment(), seat, "", again=again)
        if why is None:
            names.append(desk.table.players[seat].name)
        else:
            unwritten.append(why)
    return CommandOutcome(
        CommandKind.INVITED if names else CommandKind.NOT_INVITED,
        game=desk.table.name,
        name=", ".join(names),
        offers=tuple(f"remind {one.name}" for one in unwritten if one.until),
        unwritten=tuple(unwritten),
    )


def invite(desk: Desk, ordered: Invite) -> CommandOutcome:
    """Ask more people, all of them or none; of one who is there already, another language or zone
    is what to write in.
    """
    table = desk.table
    if len(ordered.guests) == 1 and (told := _written_otherwise(desk, table, ordered.guests[0])):
        return told
    if table.stage is Stage.INVITING:
        with if_possible():
            table.setup.rules.sizes(len(table.players) + len(ordered.guests))
    names, asked = [], []
    for guest in ordered.guests:
        seat = Seat(len(desk.table.players))
        if isinstance(guest, ComputerGuest):
            player, level = _computer_for(desk), guest.level
        else:
            player, level = player_for(desk, guest, desk.table), None
            asked.append(seat)
        add_seat(desk.session, table.id, seat, player.id, desk.now, level)
        names.append(player.name)
    undo = f"uninvite {names[0]}" if len(names) == 1 else ""
    if table.stage is Stage.INVITING and asked:
        return replace(invite_seats(desk, asked), undo=undo)
    kind = CommandKind.ADDED if table.stage is Stage.DRAFT else CommandKind.SEATED
    if table.stage is Stage.INVITING and begin_if_ready(desk, desk.table):
        undo = ""
    return CommandOutcome(kind, game=table.name, name=", ".join(names), undo=undo)


def _computer_for(desk: Desk) -> Player:
    """A computer that has no seat at the table yet."""
    with if_possible():
        return new_computers(desk, [one.name for one in desk.table.players], 1)[0]


def _written_otherwise(desk: Desk, table: Table, guest: AnyGuest) -> CommandOutcome | None:
    """Write to somebody at the table in the language or zone that is named; None if none is, or if
    it is nobody there, or somebody who has chosen.
    """
    if isinstance(guest, ComputerGuest) or not (guest.language or guest.zone):
        return None
    before = next((one for one in table.players if one.address == guest.address), None)
    if before is None:
        return None
    after = guest_at(desk, guest)
    if (before.language, before.zone) == (after.language, after.zone):
        return None
    near = replace(after, zone=usual_zone_of(after.language, after.zone, desk.now))
    return CommandOutcome(
        CommandKind.WRITTEN_TO,
        game=table.name,
        name=after.name,
        other=after.language,
        zone=after.zone,
        undo=f"invite {before.as_guest}",
        offers=() if near == after else (f"invite {near.as_guest}",),
    )


def uninvite(desk: Desk, ordered: Uninvite | Drop) -> CommandOutcome:
    """Do without somebody before the game begins."""
    table, seat = desk.seat_of(ordered.player)
    player = table.players[seat]
    if table.stage is Stage.INVITING and table.said[seat] is not Reply.NO:
        desk.tell([seat], "uninvited")
    remove_seat(desk.session, table.id, seat, desk.now)
    level = table.computers.get(seat)
    undo = f"invite {f'{level} computer' if level else f'{player.name} {player.address}'}"
    return CommandOutcome(CommandKind.UNINVITED, game=table.name, name=player.name, undo=undo)
