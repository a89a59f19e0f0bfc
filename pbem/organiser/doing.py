"""One implementation of every command, behind mail and command line: what is done, and logged."""

from __future__ import annotations

from dataclasses import replace

from pbem.letters.pages import GameLine, Told
from pbem.orders.commands.model import (
    Absent,
    Announce,
    Cancel,
    Change,
    Command,
    Drop,
    Extend,
    Invite,
    NewAddress,
    NewGame,
    NotYet,
    Pace,
    Pause,
    Remind,
    Replace,
    Resume,
    Show,
    Start,
    Uninvite,
)
from pbem.organiser.desk import Desk, NotDone
from pbem.organiser.seats import invite, replace_player, uninvite
from pbem.organiser.stages import (
    address,
    announce_all,
    begin,
    cancel,
    change,
    shown,
)
from pbem.organiser.timing import away, extend, pace, pause, remind, resume
from pbem.store.acts import Act, note_act
from pbem.store.questions import open_questions
from pbem.table.model import Stage


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
    if not isinstance(command, Show | NotYet):
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
        case Drop():
            return replace_player(desk, command) if desk.table.begun else uninvite(desk, command)
        case NewAddress():
            return address(desk, command)
        case Announce():
            return announce_all(desk, command)
        case Show(what):
            return Told(what, game=desk.table.name)
        case NotYet(what):
            raise NotDone("not_yet", name=what.replace("_", " "))
        case NewGame():
            raise NotDone("by_mail_only")


def game_line(desk: Desk) -> GameLine:
    """How a game stands, as everybody may know it."""
    table = desk.table
    said = tuple(
        (player.name, answer.value)
        for player, answer in zip(table.players, table.said, strict=True)
    )
    if table.stage is not Stage.PLAYING:
        return GameLine(table.name, table.stage.value, 0, None, (), None, said, paused=False)
    game = shown(desk)
    asked = open_questions(desk.session, table.id)
    return GameLine(
        table.name,
        table.stage.value,
        len(game.deals) + 1,
        game.deal_count,
        tuple(table.players[seat].name for seat in game.awaiting),
        min((one.asked_at for one in asked if one.seat in game.awaiting), default=None),
        said,
        paused=table.paused_at is not None,
    )
