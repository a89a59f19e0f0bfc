"""The table of organisers' orders, a row each, and the one loop that does them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Any

from pbem.commands.organiser.desk import Desk, NotDone
from pbem.commands.organiser.digests import digest
from pbem.commands.organiser.draft import draft
from pbem.commands.organiser.follow_ups import organise, same_again
from pbem.commands.organiser.invite import invite, uninvite
from pbem.commands.organiser.leagues import draft_league, next_round
from pbem.commands.organiser.matches import duplicate
from pbem.commands.organiser.rollback import roll_back
from pbem.commands.organiser.score_sheets import keep_scores
from pbem.commands.organiser.seats import drop, keep_ready, new_address, replace_player
from pbem.commands.organiser.show import members, show, show_files, show_standings, show_unsealed
from pbem.commands.organiser.silences import silence
from pbem.commands.organiser.stages import (
    announce_all,
    begin,
    change,
    close,
    gate,
    hints,
    open_seats,
)
from pbem.commands.organiser.stopping import cancel
from pbem.commands.organiser.timing import away, days_off, extend, pace, pause, remind, resume
from pbem.commands.organiser.undo import facts_now, undo
from pbem.commands.organiser.watching import let_watch
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Stage
from pbem.orders.organiser.model import (
    Absent,
    AddOrganiser,
    Cancel,
    ChangeRules,
    Close,
    Command,
    Digest,
    Extend,
    HandOver,
    PauseGame,
    Remind,
    Resume,
    RollBack,
    SetPace,
    Show,
    Silence,
    Start,
    TellAll,
    Topic,
    Undo,
)
from pbem.orders.organiser.set_up import (
    Drop,
    Duplicate,
    Invite,
    KeepScores,
    NewAddress,
    NewGame,
    NewLeague,
    NextRound,
    Open,
    Options,
    Replace,
    SameAgain,
    Standby,
    Uninvite,
)
from pbem.store.audit_log import Act, note_act
from pbem.store.games import find_game
from pbem.store.undoing import changes

Handler = Callable[[Desk, Any], CommandOutcome]
"""Does an order; NotDone, with the reason, leaves everything as it was."""

EVERY = frozenset(Stage)
ENDED = frozenset({Stage.OVER, Stage.CANCELLED})
LIVE = EVERY - ENDED
PLAYING = frozenset({Stage.PLAYING})
BEFORE = LIVE - PLAYING
_DRAFTED = frozenset({Stage.DRAFT})


class Undoing(Enum):
    """How an order is taken back: by the order that its outcome names as `undo`, or by putting back
    the facts it has changed, always or while its game is a draft, so that nobody has been told.
    """

    NONE = "none"
    BY_ORDER = "by order"
    BY_FACTS = "by facts"
    BY_FACTS_IN_DRAFT = "by facts in draft"


@dataclass(frozen=True, slots=True)
class OrganiserRow:
    """How an order is done.

    `what` is its type, and `part` what `part_of` says of it, where not all of a type are alike. It
    is done while the game is at one of `stages`; at others `otherwise` is said, with `offers`. What
    `drafts` makes a game: it can only be mailed, is logged with that game once it is done, and that
    game's own letter answers it.
    """

    what: type[Command]
    run: Handler
    stages: frozenset[Stage] = EVERY
    undo: Undoing = Undoing.NONE
    part: str = ""
    otherwise: CommandKind = CommandKind.NOT_UNDER_WAY
    offers: tuple[str, ...] = ()
    logged: bool = True
    drafts: bool = False


def part_of(desk: Desk, command: Command) -> str:
    """Which part of its type an order is of, where rows tell them apart."""
    match command:
        case Show(topic):
            return topic
        case PauseGame(first, last) if first and last:
            return "days"
        case ChangeRules(options) if options.rules:
            return "rules"
        case ChangeRules(options) if options == Options(reliable=options.reliable):
            return "reliable"
        case ChangeRules(options) if options == Options(hints=options.hints):
            return "hints"
        case ChangeRules(options) if options == Options(watchers=options.watchers):
            return "watchers"
        case Drop() if not desk.table.begun:
            return "before"
        case _:
            return ""


def _undo(desk: Desk, ordered: Undo) -> CommandOutcome:
    return undo(desk, ordered, do)


_ORDER, _FACTS, _DRAFT = Undoing.BY_ORDER, Undoing.BY_FACTS, Undoing.BY_FACTS_IN_DRAFT
_BEGUN = partial(OrganiserRow, stages=BEFORE, otherwise=CommandKind.BEGUN)
_SHOWN = partial(OrganiserRow, Show, logged=False)

ROWS: tuple[OrganiserRow, ...] = (
    OrganiserRow(NewGame, draft, drafts=True),
    OrganiserRow(NewLeague, draft_league, drafts=True),
    OrganiserRow(NextRound, next_round),
    OrganiserRow(KeepScores, keep_scores, logged=False),
    _BEGUN(Start, begin),
    _BEGUN(Invite, invite, undo=_ORDER),
    _BEGUN(Uninvite, uninvite, undo=_ORDER),
    _BEGUN(Drop, uninvite, undo=_ORDER, part="before"),
    OrganiserRow(Drop, drop, PLAYING, _ORDER),
    OrganiserRow(Replace, replace_player, PLAYING, _ORDER),
    OrganiserRow(Standby, keep_ready, LIVE, _FACTS),
    OrganiserRow(NewAddress, new_address, undo=_ORDER),
    _BEGUN(Open, open_seats, undo=_ORDER),
    _BEGUN(Duplicate, duplicate, undo=_ORDER),
    OrganiserRow(ChangeRules, change, LIVE, _DRAFT, "rules"),
    OrganiserRow(ChangeRules, change, LIVE, _FACTS),
    OrganiserRow(ChangeRules, gate, LIVE, _ORDER, "reliable"),
    OrganiserRow(ChangeRules, hints, _DRAFTED, _ORDER, "hints", CommandKind.HINTS_FIXED),
    OrganiserRow(ChangeRules, let_watch, LIVE, _ORDER, "watchers"),
    OrganiserRow(SetPace, pace, LIVE, _ORDER),
    OrganiserRow(PauseGame, pause, PLAYING, _ORDER),
    OrganiserRow(PauseGame, days_off, LIVE, _ORDER, "days"),
    OrganiserRow(Resume, resume, undo=_ORDER),
    OrganiserRow(Extend, extend, PLAYING, _FACTS),
    OrganiserRow(Remind, remind),
    OrganiserRow(Absent, away, undo=_FACTS),
    OrganiserRow(Silence, silence, LIVE, _ORDER),
    OrganiserRow(TellAll, announce_all, EVERY - {Stage.DRAFT, Stage.CANCELLED}, _FACTS),
    OrganiserRow(RollBack, roll_back, PLAYING),
    OrganiserRow(Cancel, cancel, LIVE, _DRAFT),
    OrganiserRow(Close, close, ENDED, _FACTS, otherwise=CommandKind.NOT_ENDED, offers=("cancel",)),
    OrganiserRow(SameAgain, same_again),
    OrganiserRow(AddOrganiser, organise, undo=_FACTS),
    OrganiserRow(HandOver, organise),
    OrganiserRow(Digest, digest, undo=_FACTS),
    OrganiserRow(Undo, _undo),
    _SHOWN(partial(show, CommandKind.STATUS), part=Topic.STATUS),
    _SHOWN(partial(show, CommandKind.HELP), part=Topic.HELP),
    _SHOWN(partial(show_unsealed, CommandKind.LOG), part=Topic.LOG),
    _SHOWN(show_standings, part=Topic.STANDINGS),
    _SHOWN(members, part=Topic.MEMBERS),
    _SHOWN(show_files, part=Topic.EXPORT),
)


def by_kind(rows: Sequence[OrganiserRow]) -> Mapping[tuple[type[Command], str], OrganiserRow]:
    """Rows by type and part of the orders they are for; ValueError if two are for the same."""
    found = {(row.what, row.part): row for row in rows}
    if len(found) < len(rows):
        raise ValueError("two rows for the same orders")
    return found


HANDLERS = by_kind(ROWS)


def run(desk: Desk, command: Command) -> CommandOutcome:
    """Do what an order says, by mail or at the command line; what came of it, logged by name.

    What cannot be done leaves everything as it was.
    """
    row = _row_of(desk, command)
    in_draft = row.undo is _DRAFT and desk.table.stage is Stage.DRAFT
    before = facts_now(desk) if in_draft or row.undo is _FACTS else {}
    try:
        with desk.session.begin_nested():
            told = do(desk, command)
    except NotDone as problem:
        told = problem.told
    told = replace(told, line=desk.line)
    if not row.logged or (row.drafts and not told.done):
        return told
    if row.drafts:
        told = replace(told, line="")
        desk = replace(desk, number=find_game(desk.session, told.game) or 0)
    changed = changes(before, facts_now(desk)) if before and told.done else {}
    act = Act(
        *(desk.now, "", desk.line, told.kind.value, told.name, told.done),
        undo=told.undo,
        changed=changed,
    )
    number = note_act(desk.session, desk.number, desk.by, act)
    return replace(told, undo=f"undo {number}") if changed else told


def do(desk: Desk, command: Command) -> CommandOutcome:
    """Do an order by its row, and no more; NotDone if it cannot be."""
    row = _row_of(desk, command)
    if row.drafts and desk.who is None:
        raise NotDone(CommandKind.BY_MAIL_ONLY)
    if row.stages != EVERY and (stage := desk.table.stage) not in row.stages:
        raise NotDone(row.otherwise, game=desk.table.name, other=stage.value, offers=row.offers)
    return row.run(desk, command)


def _row_of(desk: Desk, command: Command) -> OrganiserRow:
    return HANDLERS[type(command), part_of(desk, command)]
