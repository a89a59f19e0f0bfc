"""Orders that show something: what came of them, for the letter that then has it."""

from __future__ import annotations

import re

from pbem.commands.organiser.desk import Desk, NotDone
from pbem.commands.organiser.leagues import the_league
from pbem.commands.organiser.lists import members_of
from pbem.context.known import sealed
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.orders.organiser.model import Show
from pbem.results.standings import ranking
from pbem.store.leagues import leagues_of

_YEAR = re.compile(r"[12][0-9]{3}")


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
    """Show who has won what, in all games or in a year, or how the league stands that is named."""
    game, who = desk.table.name, desk.organiser
    leagues = {one.name for one in leagues_of(desk.session, who.id)}
    if ordered.name in leagues or not _YEAR.fullmatch(ordered.name):
        name = the_league(desk, ordered.name).name if ordered.name else ""
        return CommandOutcome(CommandKind.STANDINGS, game=game, name=name)
    year = int(ordered.name)
    any_ended = ranking(desk.session, who.id, desk.now, year, who.zone)
    kind = CommandKind.STANDINGS if any_ended else CommandKind.NONE_ENDED
    return CommandOutcome(kind, game=game, n=year)


def members(desk: Desk, _: Show) -> CommandOutcome:
    """Show who plays in the games; NotDone if nobody does."""
    if not members_of(desk.session, desk.organiser.id):
        raise NotDone(CommandKind.NOBODY, game=desk.table.name)
    return CommandOutcome(CommandKind.MEMBERS, game=desk.table.name)
