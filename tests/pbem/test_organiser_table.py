"""The table of organisers' orders: a row for each of them, and what it says is what happens."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import get_args, get_type_hints

import pytest

from pbem.cli.orders import DAYS
from pbem.commands.organiser.desk import Desk
from pbem.commands.organiser.handlers import HANDLERS, ROWS, Undoing, by_kind, part_of, run
from pbem.domain.command_outcomes import CommandKind
from pbem.domain.model import Stage
from pbem.orders.organiser.model import Command, Topic
from pbem.orders.organiser.parse import read_commands
from pbem.orders.organiser.set_up import NewAddress
from pbem.orders.organiser.typed import TYPED_ORDERS
from pbem.store.audit_log import acts
from pbem.store.games import find_game, load_table, set_stage
from tests.club import configured, once
from tests.conversations.test_organising import order, organised
from tests.effort import of_each

MORE = "Kim kim@cards.example, Leo leo@cards.example"
EVA = "Eva eva@club.example"
THREE = f"{EVA}, Leo leo@club.example, Kim kim@club.example"
WINTER = f"new league Winter with {THREE}, Max max@club.example, 4 at a table"


def filled(example):
    """An example of the table as it could be sent, with enough players for a game."""
    line = example.format(**DAYS).replace("@...", "@cards.example").replace("...", "of a slip")
    crowded = line.startswith(("new ", "duplicate "))
    return line.replace("with ", f"with {MORE}, ") if crowded else line


BEFORE = {
    "uninvite Eva": "invite Eva eva@cards.example",
    "drop Eva": "invite Eva eva@cards.example",
    "next round Winter": WINTER,
    "resume": "pause",
    "hold 0": "hold 5",
    "deadline 2 days": "deadline 3 days",
    "silence Ruth 0": "silence Ruth 3 days",
    "undo": "deadline 3 days",
}
"""What has to be ordered before, so that there is something to do."""

EXAMPLES = [*(filled(one.example) for one in TYPED_ORDERS), "drop Eva", "help"]


def stage_of(ordering, line):
    """Where an example is done: mostly while it is played."""
    for stage in (Stage.PLAYING, Stage.DRAFT, Stage.INVITING, Stage.OVER):
        desk, command = ordering(line, stage)
        row = row_of(desk, command)
        early = row.undo is Undoing.BY_FACTS_IN_DRAFT or "Eva" in getattr(command, "player", "")
        if stage in row.stages and (stage is Stage.DRAFT or not early):
            return stage
    raise AssertionError(line)


SAYS_ITSELF = {NewAddress: "what is wrong with the address comes before where the game stands"}
"""The orders that tell by themselves that it is too late for them."""


@once
def town(folder):
    """Lindy is under way, Friday drafted, and Sunday's players are asked."""
    club = organised(folder, "Anna", "Bruno", "Ruth")
    while len(club.game.deal.tricks) < 2 or club.waiting != "Ruth":
        club.say(club.waiting, club.letter(club.waiting).choices[0])
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
    services = configured(club.services, open_games=True)
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
            [read] = read_commands([line], "en", club.now.date())
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


@of_each("row", ROWS)
def test_a_row_runs_what_is_made_for_its_orders(row):
    handler = row.run.func if isinstance(row.run, partial) else row.run
    taken = get_type_hints(handler).values()

    assert row.what in {one for hint in taken for one in (hint, *get_args(hint))}


def test_there_is_an_example_of_each_row(ordering):
    found = {id(row_of(*ordering(line, stage_of(ordering, line)))) for line in EXAMPLES}

    assert [row for row in ROWS if id(row) not in found] == []


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_order_is_done_at_the_stages_of_its_row_and_at_no_other(ordering, line):
    row = row_of(*ordering(line, stage_of(ordering, line)))
    for stage in Stage:
        desk, command = ordering(line, stage)
        if row_of(desk, command) is not row:
            continue
        with desk.session.begin_nested() as tried:
            told = run(desk, command)
            tried.rollback()
        late = row.what in SAYS_ITSELF and stage in (Stage.OVER, Stage.CANCELLED)
        refused = (told.done, told.kind, told.offers) == (False, row.otherwise, row.offers)

        assert refused == (late or stage not in row.stages), stage


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_order_is_logged_and_can_be_taken_back_as_its_row_says(ordering, line):
    stage = stage_of(ordering, line)
    if line in BEFORE:
        desk, command = ordering(BEFORE[line], stage)
        assert run(desk, command).done
    desk, command = ordering(line, stage)
    row = row_of(desk, command)
    before = len(acts(desk.session, desk.number))
    told = run(desk, command)
    number = find_game(desk.session, told.game) if row.drafts else desk.number
    logged = acts(desk.session, number)[0 if row.drafts else before :]
    by_facts = row.undo in (Undoing.BY_FACTS, Undoing.BY_FACTS_IN_DRAFT)

    assert told.done, told
    assert [act.line for act in logged] == [line] * row.logged
    assert (row.undo is Undoing.BY_ORDER) == any(act.undo for act in logged)
    assert by_facts == any(act.changed for act in logged)
    assert bool(told.undo) == (row.undo is not Undoing.NONE)
    assert told.line == ("" if row.drafts else line)


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
