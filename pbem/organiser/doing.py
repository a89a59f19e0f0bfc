"""One implementation of every command, behind mail and command line: what is done, and logged."""

from __future__ import annotations

from dataclasses import replace

from pbem.house import sealed
from pbem.letters.pages import Told
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
    Uninvite,
)
from pbem.organiser.desk import Desk, NotDone
from pbem.organiser.digests import digest
from pbem.organiser.leagues import next_round, the_league
from pbem.organiser.matches import duplicate
from pbem.organiser.rolling import roll_back
from pbem.organiser.seats import invite, keep_ready, replace_player, uninvite
from pbem.organiser.stages import (
    address,
    announce_all,
    begin,
    cancel,
    change,
    close,
    open_seats,
)
from pbem.organiser.succession import hand_over, join_organisers, same_again
from pbem.organiser.timing import away, extend, pace, pause, remind, resume
from pbem.store.acts import Act, note_act


def carry_out(desk: Desk, command: Command) -> Told:
    """Do what a command says; what came of it in the words of a letter, logged by name.

    What cannot be done leaves everything as it was.
    """
    try:
        with desk.session.begin_nested():
            told = _do(desk, command)
    except NotDone as problem:
        told = problem.told
    told = replace(told, line=desk.line)
    if not isinstance(command, Show):
        log_act(desk, told)
    return told


def log_act(desk: Desk, told: Told) -> None:
    """Write down who ordered what, and what came of it."""
    who = desk.who.id if desk.who else None
    act = Act(desk.now, "", desk.line, told.what, told.name, told.done)
    note_act(desk.session, desk.number or None, who, act)


def _do(desk: Desk, command: Command) -> Told:
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
            return address(desk, command)
        case Announce():
            return announce_all(desk, command)
        case Show("export") if not desk.table.begun:
            raise NotDone("not_begun", game=desk.table.name)
        case Show("export" | "log") if sealed(desk.session, desk.table, desk.now):
            raise NotDone("sealed", game=desk.table.name)
        case Show("standings", name) if name:
            return Told("standings", game=desk.table.name, name=the_league(desk, name).name)
        case Show(what):
            return Told(what, game=desk.table.name)
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
        case Close():
            return close(desk)
        case NextRound():
            return next_round(desk, command)
        case NewGame() | NewLeague():
            raise NotDone("by_mail_only")
