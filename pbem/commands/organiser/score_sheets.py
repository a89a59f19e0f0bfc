"""Keeping the scores of a table with real cards: a sheet is set up."""

from __future__ import annotations

from dataclasses import replace

from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.commands.organiser.leagues import one_called
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.games.score_sheets import new_sheet
from pbem.notifications.scores import send_scores
from pbem.orders.organiser.set_up import KeepScores
from pbem.store.leagues import organised_leagues


def keep_scores(desk: Desk, ordered: KeepScores) -> CommandOutcome:
    """Set a sheet up; who orders it keeps it, and is sent how."""
    if desk.who is None:
        raise NotDone(CommandKind.BY_MAIL_ONLY)
    who = desk.who
    league = (
        one_called(organised_leagues(desk.session, who.id), ordered.league)
        if ordered.league
        else None
    )
    with if_possible():
        kept = new_sheet(desk, who, ordered.name, ordered.rules, ordered.guests, league)
    if why := send_scores(desk, kept, who, (), f"{desk.unique}.scores", desk.inbound):
        raise NotDone(CommandKind.NOT_WRITTEN, unwritten=(replace(why, name=who.name),))
    return CommandOutcome(CommandKind.SCORES_KEPT, game=kept.name)
