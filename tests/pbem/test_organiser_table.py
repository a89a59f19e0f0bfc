"""The table of organisers' orders: a row for each of them, and what it says is what happens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import get_args, get_type_hints

import pytest

from pbem.commands.organiser.desk import Desk
from pbem.commands.organiser.handlers import HANDLERS, ROWS, Undoing, by_kind, part_of, run
from pbem.domain.command_outcomes import CommandKind
from pbem.domain.model import Stage
from pbem.orders.organiser.model import Command, Topic
from pbem.orders.organiser.parse import read_commands
from pbem.orders.organiser.seats import NewAddress
from pbem.store.audit_log import acts
from pbem.store.games import find_game, load_table, set_stage
from tests.club import configured, once
from tests.conversations.test_organising import order, organised

EVA = "Eva eva@club.example"
THREE = f"{EVA}, Leo leo@club.example, Kim kim@club.example"
WINTER = f"new league Winter with {THREE}, Max max@club.example, 4 at a table"


@dataclass(frozen=True)
class Example:
    """An order that is done for a game at a stage, and one that has to be done before."""

    line: str
    stage: Stage = Stage.PLAYING
    first: str = ""


EXAMPLES = (
    Example(f"new game Monday with {THREE}"),
    Example(WINTER),
    Example("next round Winter", first=WINTER),
    Example("start", Stage.DRAFT),
    Example(f"invite {EVA}", Stage.DRAFT),
    Example("uninvite Ruth", Stage.INVITING),
    Example("drop Ruth", Stage.INVITING),
    Example("drop Ruth"),
    Example("replace Ruth with computer"),
    Example(f"standby {EVA}"),
    Example("address Ruth ruth@new.example"),
    Example("open 1 seat", Stage.DRAFT),
    Example(f"duplicate with {THREE}", Stage.INVITING),
    Example("set no hook", Stage.DRAFT),
    Example("set hold 5"),
    Example("set reliable 80 %", Stage.INVITING),
    Example("deadline 3 days"),
    Example("pause"),
    Example("pause 24.12.-2.1."),
    Example("resume", first="pause"),
    Example("extend 3 days"),
    Example("remind {waiting}"),
    Example("away Ruth 24.12.-2.1."),
    Example("announce Happy new year!"),
    Example("roll back to deal 1"),
    Example("cancel now", Stage.DRAFT),
    Example("close", Stage.OVER),
    Example("same again", Stage.OVER),
    Example(f"organiser {EVA}"),
    Example(f"hand over to {EVA}"),
    Example("digest off"),
    Example("undo", first="deadline 3 days"),
    *(Example(topic) for topic in Topic),
)

SAYS_ITSELF = {NewAddress: "what is wrong with the address comes before where the game stands"}
"""The orders that tell by themselves that it is too late for them."""


@once
def town(folder):
    """Lindy is under way, Friday drafted, and Sunday's players are asked."""
    club = organised(folder, "Anna", "Bruno", "Ruth")
    club.say(club.waiting, "1")
    people = ", ".join(f"{one} {one.lower()}@club.example" for one in ("Anna", "Bruno", "Ruth"))
    for name in ("Friday", "Sunday"):
        club.say("Marta", f"new game {name} with {people}")
    order(club, "Sunday: start")
    club.now += timedelta(hours=30)
    return club


@pytest.fixture(name="ordering")
def _ordering(tmp_path):
    """Gives a desk for a game at a stage, and what a line orders there."""
    club = town(tmp_path)
    services, waiting = configured(club.services, open_games=True), club.waiting
    with club.services.db.begin() as session:

        def ordering(line, stage):
            name = {Stage.DRAFT: "Friday", Stage.INVITING: "Sunday"}.get(stage, "Lindy")
            number = find_game(session, name)
            table = load_table(session, number)
            if table.stage is not stage:
                set_stage(session, number, stage, club.now)
            desk = Desk(
                *(services, session, club.now),
                number=number,
                who=table.organiser,
                line=line,
                unique="here",
            )
            written = line.format(waiting=waiting)
            [read] = read_commands([written], "en", club.now.date())
            return desk, read.commands[0]

        yield ordering
    club.services.db.close()


def row_of(desk, command):
    return HANDLERS[type(command), part_of(desk, command)]


def test_there_is_a_row_for_each_order_and_for_each_topic():
    parts = {kind: {row.part for row in ROWS if row.what is kind} for kind in get_args(Command)}

    assert all(parts.values()), [kind for kind in parts if not parts[kind]]
    assert parts.keys() == {row.what for row in ROWS}
    assert {row.part for row in ROWS if row.part in {*Topic}} == {*Topic}
    for kind in parts:
        assert "" in parts[kind] or kind.__name__ == "Show"


def test_two_rows_for_the_same_order_are_refused():
    with pytest.raises(ValueError, match="two rows"):
        by_kind((*ROWS, replace(ROWS[0], drafts=False)))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.what.__name__} {row.part}".strip())
def test_a_row_runs_what_is_made_for_its_orders(row):
    handler = row.run.func if isinstance(row.run, partial) else row.run
    taken = get_type_hints(handler).values()

    assert row.what in {one for hint in taken for one in (hint, *get_args(hint))}


def test_there_is_an_example_of_each_row(ordering):
    found = [row_of(*ordering(one.line, one.stage)) for one in EXAMPLES]

    assert sorted(map(ROWS.index, found)) == list(range(len(ROWS)))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.line[:20]} {one.stage}")
def test_an_order_is_done_at_the_stages_of_its_row_and_at_no_other(ordering, example):
    row = row_of(*ordering(example.line, example.stage))
    for stage in Stage:
        desk, command = ordering(example.line, stage)
        if row_of(desk, command) is not row:
            continue
        with desk.session.begin_nested() as tried:
            told = run(desk, command)
            tried.rollback()
        late = row.what in SAYS_ITSELF and stage in (Stage.OVER, Stage.CANCELLED)
        refused = (told.done, told.kind, told.offers) == (False, row.otherwise, row.offers)

        assert refused == (late or stage not in row.stages), stage


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.line[:20]} {one.stage}")
def test_an_order_is_logged_and_can_be_taken_back_as_its_row_says(ordering, example):
    if example.first:
        desk, command = ordering(example.first, example.stage)
        assert run(desk, command).done
    desk, command = ordering(example.line, example.stage)
    row = row_of(desk, command)
    before = len(acts(desk.session, desk.number))
    told = run(desk, command)
    number = find_game(desk.session, told.game) if row.drafts else desk.number
    logged = acts(desk.session, number)[0 if row.drafts else before :]
    by_facts = row.undo in (Undoing.BY_FACTS, Undoing.BY_FACTS_IN_DRAFT)

    assert told.done, told
    assert [act.line for act in logged] == [example.line] * row.logged
    assert (row.undo is Undoing.BY_ORDER) == any(act.undo for act in logged)
    assert by_facts == any(act.changed for act in logged)
    assert bool(told.undo) == (row.undo is not Undoing.NONE)
    assert told.line == ("" if row.drafts else example.line)


@pytest.mark.parametrize("line", ["set no hook", "cancel now"])
def test_what_others_were_told_is_no_more_than_facts(ordering, line):
    assert run(*ordering(line, Stage.DRAFT)).undo
    assert not run(*ordering(line, Stage.INVITING)).undo


def test_words_that_have_been_sent_are_not_taken_back(ordering):
    assert run(*ordering("announce Happy new year!", Stage.PLAYING)).undo
    assert not run(*ordering("announce Happy new year!", Stage.OVER)).undo


def test_a_game_is_not_drafted_at_the_command_line(ordering):
    for line in (f"new game Monday with {THREE}", WINTER):
        desk, command = ordering(line, Stage.PLAYING)

        assert run(replace(desk, who=None), command).kind is CommandKind.BY_MAIL_ONLY
