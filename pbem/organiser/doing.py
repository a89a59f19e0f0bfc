"""One implementation of every command, behind mail and command line: what is done, and logged."""

from __future__ import annotations

from dataclasses import replace

from pbem.house import sealed
from pbem.orders.commands.model import (
    Absent,
    AddOrganiser,
    Announce,
    Cancel,
    Change,
    Close,
    Command,
    Digest,
    Drop,
    Duplicate,
    Extend,
    HandOver,
    Invite,
    NewAddress,
    NewGame,
    NewLeague,
    NextRound,
    Open,
    Pace,
    Pause,
    Remind,
    Replace,
    Resume,
    RollBack,
    SameAgain,
    Show,
    Standby,
    Start,
    Undo,
    Uninvite,
)
from pbem.organiser.desk import Desk, NotDone
from pbem.organiser.digests import digest
from pbem.organiser.leagues import next_round, the_league
from pbem.organiser.matches import duplicate
from pbem.organiser.rolling import roll_back
from pbem.organiser.seats import invite, keep_ready, new_address, replace_player, uninvite
from pbem.organiser.stages import (
    announce_all,
    begin,
    cancel,
    change,
    close,
    open_seats,
)
from pbem.organiser.succession import hand_over, join_organisers, same_again
from pbem.organiser.timing import away, extend, pace, pause, remind, resume
from pbem.organiser.undoing import facts_now, undo, undoable
from pbem.store.acts import Act, note_act
from pbem.store.undoing import Changed
from pbem.table.command_outcomes import CommandKind, CommandOutcome


def carry_out(desk: Desk, command: Command) -> CommandOutcome:
    """Do what a command says; what came of it in the words of a letter, logged by name.

    What cannot be done leaves everything as it was.
    """
    if isinstance(command, Show):
        return replace(_tried(desk, command), line=desk.line)
    before = facts_now(desk)
    told = replace(_tried(desk, command), line=desk.line)
    changed = undoable(told, before, facts_now(desk)) if told.done and not told.undo else {}
    number = log_act(desk, told, changed)
    return replace(told, undo=f"undo {number}") if changed else told


def _tried(desk: Desk, command: Command) -> CommandOutcome:
    try:
        with desk.session.begin_nested():
            return _do(desk, command)
    except NotDone as problem:
        return problem.told


def log_act(desk: Desk, told: CommandOutcome, changed: Changed | None = None) -> int:
    """Write down who ordered what, what came of it, and how it is undone; its number."""
    who = desk.who.id if desk.who else None
    act = Act(
        *(desk.now, "", desk.line, told.kind.value, told.name, told.done),
        undo=told.undo,
        changed=changed or {},
    )
    return note_act(desk.session, desk.number or None, who, act)


def _do(desk: Desk, command: Command) -> CommandOutcome:
    match command:
        case Invite():
            return invite(desk, command)
        case Uninvite():
            return uninvite(desk, command)
        case Change():
            return change(desk, command)
        case Start():
            return begin(desk, command)
        case Cancel():
            return cancel(desk, command)
        case Pause():
            return pause(desk, command)
        case Resume():
            return resume(desk, command)
        case Extend():
            return extend(desk, command)
        case Pace():
            return pace(desk, command)
        case Remind():
            return remind(desk, command)
        case Absent():
            return away(desk, command)
        case Replace():
            return replace_player(desk, command)
        case Standby():
            return keep_ready(desk, command)
        case Drop():
            return replace_player(desk, command) if desk.table.begun else uninvite(desk, command)
        case NewAddress():
            return new_address(desk, command)
        case Announce():
            return announce_all(desk, command)
        case Show("export") if not desk.table.begun:
            raise NotDone(CommandKind.NOT_BEGUN, game=desk.table.name)
        case Show("export" | "log") if sealed(desk.session, desk.table, desk.now):
            raise NotDone(CommandKind.SEALED, game=desk.table.name)
        case Show("standings", name) if name:
            return CommandOutcome(
                CommandKind.STANDINGS, game=desk.table.name, name=the_league(desk, name).name
            )
        case Show(what):
            return CommandOutcome(CommandKind(what), game=desk.table.name)
        case Digest():
            return digest(desk, command)
        case RollBack():
            return roll_back(desk, command)
        case SameAgain():
            return same_again(desk, command)
        case AddOrganiser():
            return join_organisers(desk, command)
        case HandOver():
            return hand_over(desk, command)
        case Duplicate():
            return duplicate(desk, command)
        case Open():
            return open_seats(desk, command)
        case Undo():
            return undo(desk, command, _do)
        case Close():
            return close(desk)
        case NextRound():
            return next_round(desk, command)
        case NewGame() | NewLeague():
            raise NotDone(CommandKind.BY_MAIL_ONLY)
