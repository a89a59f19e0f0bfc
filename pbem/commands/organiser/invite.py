"""Inviting: who is asked whether he plays, and who may not be written to, or not yet."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Seat
from pbem.commands.organiser.desk import Desk
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.notifications.questions import ask_to_join


def invite_seats(desk: Desk, seats: Sequence[Seat], *, again: bool = False) -> CommandOutcome:
    """Ask those who sit there whether they play, `again` if by other rules than before.

    What came of it names who was written to, and tells why others were not.
    """
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
