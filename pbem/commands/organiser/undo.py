"""Taking an order back: within ten minutes, if nothing has come of it that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from pbem.commands.organiser.desk import Desk, NotDone
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.letters.pages.organisers import CommandResult
from pbem.notifications.mailer import no_taps, notify
from pbem.orders.organiser.model import Command, Undo
from pbem.orders.organiser.parse import read_commands
from pbem.store import people, questions
from pbem.store.audit_log import Act, acts, set_undone
from pbem.store.games import find_game
from pbem.store.undoing import Changed, Facts, facts, put_back, still_so

TIME = timedelta(minutes=10)


def facts_now(desk: Desk) -> Facts:
    """What an order may change and be taken back."""
    return facts(desk.session, desk.number, desk.organiser.id)


def undo(
    desk: Desk, ordered: Undo, do: Callable[[Desk, Command], CommandOutcome]
) -> CommandOutcome:
    """Take back the last order for a game that was carried out, or the one with a number."""
    act = _meant(desk, ordered.number)
    if act.undone:
        raise NotDone(CommandKind.UNDONE_ALREADY, game=desk.table.name, name=act.line)
    if desk.now - act.at > TIME:
        raise NotDone(
            CommandKind.UNDO_TOO_LATE, game=desk.table.name, name=act.line, n=TIME.seconds // 60
        )
    if act.undo:
        _by_order(desk, act, do)
    elif act.changed:
        _by_facts(desk, act)
    else:
        raise NotDone(CommandKind.NO_UNDO, game=desk.table.name, name=act.line)
    set_undone(desk.session, act.id, desk.now)
    return CommandOutcome(CommandKind.UNDONE, game=desk.table.name, name=act.line)


def _meant(desk: Desk, number: int | None) -> Act:
    done = [
        act
        for act in acts(desk.session, desk.number)
        if act.done and act.what != CommandKind.UNDONE
    ]
    meant = [act for act in done if (act.id == number if number is not None else not act.undone)]
    if not meant:
        raise NotDone(CommandKind.NOTHING_TO_UNDO, game=desk.table.name)
    return meant[-1]


def _by_order(desk: Desk, act: Act, do: Callable[[Desk, Command], CommandOutcome]) -> None:
    line, game = act.undo, desk.number
    if ": " in line:
        name, _, line = line.partition(": ")
        game = find_game(desk.session, name) or game
    [read] = read_commands([line], "en", desk.now.date())
    do(replace(desk, number=game), read.commands[0])


def _by_facts(desk: Desk, act: Act) -> None:
    organiser = desk.organiser.id
    name = act.changed.get("game", [{}])[0].get("key", "")
    taken = find_game(desk.session, name) not in (None, desk.number) if name else False
    if taken or not still_so(desk.session, desk.number, organiser, act.changed):
        raise NotDone(CommandKind.NO_UNDO, game=desk.table.name, name=act.line)
    put_back(desk.session, desk.number, act.changed, desk.now)
    if act.what == CommandKind.EXTENDED:
        for asked in questions.open_questions(desk.session, desk.number):
            if str(asked.id) in _moved(act.changed):
                desk.tell([asked.seat], "time_back", until=asked.due_at)
    if act.what == CommandKind.ORGANISES_TOO:
        before, after = act.changed["roles"]
        for _, player, _ in (one for one in after if one not in before):
            _tell_helper(desk, player)


def _moved(changed: Changed) -> set[str]:
    before, after = changed["dues"]
    return {number for number in before if before[number] != after.get(number)}


def _tell_helper(desk: Desk, player: int) -> None:
    to = people.player(desk.session, player)
    told = CommandOutcome(CommandKind.ORGANISES_NO_MORE, game=desk.table.name)
    today = desk.now.astimezone(ZoneInfo(to.zone)).date()
    page = CommandResult(
        no_taps(desk, to.language), desk.table.name, to.zone, ((told, ()),), (), (), today
    )
    notify(desk, page, to, f"{desk.unique}.{player}", game=desk.table)
