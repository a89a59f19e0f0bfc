"""Orders that show something: what came of them, for the letter that then has it."""

from __future__ import annotations

from pbem.commands.organiser.desk import Desk, NotDone
from pbem.commands.organiser.leagues import the_league
from pbem.context.known import sealed
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.orders.organiser.model import Show


def show(kind: CommandKind, desk: Desk, ordered: Show) -> CommandOutcome:
    """Show what everybody may see at any time."""
    return CommandOutcome(kind, game=desk.table.name, name=ordered.name)


def show_unsealed(kind: CommandKind, desk: Desk, ordered: Show) -> CommandOutcome:
    """Show what tells of the deals, unless another table still plays them."""
    if sealed(desk.session, desk.table, desk.now):
        raise NotDone(CommandKind.SEALED, game=desk.table.name)
    return show(kind, desk, ordered)


def show_files(desk: Desk, ordered: Show) -> CommandOutcome:
    """Show a game that has begun as files."""
    if not desk.table.begun:
        raise NotDone(CommandKind.NOT_BEGUN, game=desk.table.name)
    return show_unsealed(CommandKind.EXPORT, desk, ordered)


def show_standings(desk: Desk, ordered: Show) -> CommandOutcome:
    """Show who has won what, or how the league stands that is named."""
    name = the_league(desk, ordered.name).name if ordered.name else ""
    return CommandOutcome(CommandKind.STANDINGS, game=desk.table.name, name=name)
