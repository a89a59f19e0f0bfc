"""Whether a game may be watched."""

from __future__ import annotations

from dataclasses import replace

from pbem.commands.organiser.desk import Desk, NotDone
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Stage
from pbem.domain.vocabulary import ToAll
from pbem.games.watching import forbid_watching
from pbem.orders.keywords import Watchers
from pbem.orders.organiser.model import ChangeRules
from pbem.store.audit_log import Announced, announce
from pbem.store.games import set_setup

_KINDS = {
    Watchers.NO: CommandKind.WATCHERS_OFF,
    Watchers.ALLOWED: CommandKind.WATCHERS_ALLOWED,
    Watchers.TALK: CommandKind.WATCHERS_HEAR,
}
_ORDERS = {
    Watchers.NO: "set watchers no",
    Watchers.ALLOWED: "set watchers allowed",
    Watchers.TALK: "set watchers hear talk",
}
_TOLD = (Stage.INVITING, Stage.PLAYING)


def let_watch(desk: Desk, ordered: ChangeRules) -> CommandOutcome:
    """Let others watch a game, or nobody any more; its players are told with their next mails."""
    table, wanted = desk.table, ordered.options.watchers or Watchers.NO
    before = table.setup.watchers
    if wanted is not Watchers.NO and desk.settings.watchers == "nobody":
        raise NotDone(CommandKind.NO_WATCHERS)
    set_setup(desk.session, table.id, replace(table.setup, watchers=wanted))
    if wanted is Watchers.NO:
        forbid_watching(desk, table, desk.unique)
    if wanted is not before and table.stage in _TOLD:
        announce(desk.session, table.id, Announced(ToAll.WATCHED, wanted.value), desk.now)
    undo = _ORDERS[before] if wanted is not before else ""
    return CommandOutcome(_KINDS[wanted], game=table.name, undo=undo)
