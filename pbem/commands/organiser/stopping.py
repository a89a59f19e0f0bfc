"""Ending a game before its end: by its organiser, or since the server ends."""

from __future__ import annotations

from typing import Literal

from engine import Seat
from pbem.commands.organiser.desk import Desk, NotDone
from pbem.context.known import as_known
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Closed, Reply, Stage
from pbem.notifications.watching import tell_watchers_of_cancel
from pbem.orders.organiser.model import Cancel
from pbem.store import outbox, questions
from pbem.store.events import load_log
from pbem.store.games import set_stage
from pbem.store.seats import free_name


def cancel(desk: Desk, ordered: Cancel) -> CommandOutcome:
    """End a game before its end: all are told, and nothing is asked any more."""
    table = desk.table
    if not ordered.sure and table.stage is not Stage.DRAFT:
        known = as_known(desk.services, desk.session, table, desk.now) if table.begun else None
        played = len(known.game.deals) if known else 0
        raise NotDone(CommandKind.CANCEL_SURE, game=table.name, n=played, offers=("cancel now",))
    stop(desk, "cancelled")
    return CommandOutcome(CommandKind.CANCELLED, game=table.name)


def stop(desk: Desk, what: Literal["cancelled", "server_ends"]) -> None:
    """Ask nothing more in a game, and tell its players and who watches what has happened; of
    practice, which counts nowhere, a server that ends tells nothing.
    """
    table = desk.table
    for asked in questions.open_questions(desk.session, table.id):
        questions.close(desk.session, asked.id, Closed.VOID, desk.now)
        outbox.supersede(desk.session, table.id, desk.now, question=asked.id)
    if table.begun:
        _, length = desk.game()
        [last] = load_log(desk.session, table.id, since=length - 1)
        outbox.supersede(desk.session, table.id, desk.now, turn=last.turn)
    if table.stage is Stage.DRAFT:
        free_name(desk.session, table.id)
    elif what == "cancelled" or not table.setup.trial:
        told = [Seat(seat) for seat, said in enumerate(table.said) if said is not Reply.NO]
        desk.tell(told, what)
        tell_watchers_of_cancel(desk.moment(), what)
    set_stage(desk.session, table.id, Stage.CANCELLED, desk.now)
