"""Games that are set up as an order asks for it, or as another game was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import combine
from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.config.settings import Settings
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Table
from pbem.domain.setup import SPARE_HOURS, GameSetup
from pbem.games.guests import Person, as_person, invitable
from pbem.games.set_up import new_game
from pbem.notifications.organisers import send_your_game
from pbem.orders.keywords import Watchers
from pbem.orders.organiser.set_up import ComputerGuest, NewGame, Options
from pbem.store.consent import agree

MOST_HOLD = 60
"""So many minutes a move can be undone at most."""


def draft(desk: Desk, ordered: NewGame) -> CommandOutcome:
    """Set a game up without asking anybody yet; who orders it organises it, and is sent it.

    Where one person plays computers no move is held, unless that is ordered.
    """
    who, watchers = desk.organiser, ordered.options.watchers or Watchers.NO
    if watchers is not Watchers.NO and desk.settings.watchers == "nobody":
        raise NotDone(CommandKind.NO_WATCHERS)
    with if_possible():
        people = [invitable(guest) for guest in ordered.guests]
        setup = setup_of(ordered.options, desk.settings)
        if len(people) > 1 and sum(isinstance(one, Person) for one in people) == 1:
            setup = paced(setup, replace(ordered.options, hold=ordered.options.hold or 0))
        if people:
            setup.rules.sizes(len(people))
        table = drafted(desk, ordered.name, setup, people, as_person(who), who.zone)
    if why := send_your_game(desk, table, inbound=desk.inbound):
        raise NotDone(CommandKind.NOT_WRITTEN, unwritten=(replace(why, name=who.name),))
    return CommandOutcome(CommandKind.DRAFTED, game=table.name)


def setup_of(options: Options, settings: Settings) -> GameSetup:
    """The rules and the pace that are ordered, or the server's; RulesError if they cannot be."""
    preset = combine(", ".join(options.rules) or "ohhell_pagat")
    usual = GameSetup(
        preset.name,
        preset.rules,
        answer_in=settings.answer_in,
        hold=settings.hold,
        follows=True,
        spare_hours=SPARE_HOURS,
        reliable=options.reliable or 0,
        hints=bool(options.hints),
        watchers=options.watchers or Watchers.NO,
    )
    return paced(usual, options)


def paced(setup: GameSetup, options: Options) -> GameSetup:
    """A set-up with the time to answer and the hold that are ordered."""
    if options.answer_in is not None:
        setup = replace(setup, answer_in=options.answer_in)
    if options.hold is not None:
        setup = replace(setup, hold=min(options.hold, MOST_HOLD), follows=False)
    return setup


def drafted(
    desk: Desk,
    name: str,
    setup: GameSetup,
    people: Sequence[Person | ComputerGuest],
    organiser: Person,
    zone: str,
) -> Table:
    """The draft of a game; errors as `new_game`.

    Whom the operator names as its organiser has agreed to be written to.
    """
    table = new_game(
        desk,
        name=name,
        setup=setup,
        organiser=organiser,
        people=people,
        zone=zone,
        language=organiser.language or "en",
        draft=True,
    )
    if desk.who is None:
        agree(desk.session, table.organiser.id, desk.now)
    return table


def another(
    desk: Desk,
    table: Table,
    name: str,
    people: Sequence[Person | ComputerGuest],
    organiser: Player,
) -> Table:
    """The draft of a game by the rules and at the pace of a table; errors as `new_game`.

    Days off, and who may join, are each table's own.
    """
    return new_game(
        desk,
        name=name,
        setup=replace(table.setup, days_off=(), reliable=0, trial=False),
        organiser=as_person(organiser),
        people=people,
        zone=organiser.zone,
        language=organiser.language,
        draft=True,
    )
