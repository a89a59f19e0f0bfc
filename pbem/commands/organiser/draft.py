"""Games that are set up as an order asks for it, or as another game was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import Preset, combine
from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import SPARE_HOURS, Player, Table
from pbem.games.set_up import Person, as_person, guest_as_person, new_game
from pbem.notifications.organisers import send_your_game
from pbem.orders.organiser.set_up import NewGame, Options
from pbem.store.firsts import agree
from pbem.store.games import rules_of

MOST_HOLD = 60
"""So many minutes a move can be undone at most."""

_ANSWER_IN, _HOLD = 48, 10


def draft(desk: Desk, ordered: NewGame) -> CommandOutcome:
    """Set a game up without asking anybody yet; who orders it organises it, and is sent it."""
    who = desk.organiser
    with if_possible():
        people = [guest_as_person(guest) for guest in ordered.guests]
        preset = preset_of(ordered.options)
        if people:
            preset.rules.sizes(len(people))
        about = (ordered.name, preset, people, ordered.options)
        table = drafted(desk, *about, as_person(who), who.zone)
    if why := send_your_game(desk, table, inbound=desk.inbound):
        raise NotDone(CommandKind.NOT_WRITTEN, unwritten=(replace(why, name=who.name),))
    return CommandOutcome(CommandKind.DRAFTED, game=table.name)


def preset_of(options: Options) -> Preset:
    """The rules that are ordered, or the usual ones; RulesError if they cannot be."""
    return combine(", ".join(options.rules) or "ohhell_pagat")


def drafted(
    desk: Desk,
    name: str,
    preset: Preset,
    people: Sequence[Person],
    options: Options,
    organiser: Person,
    zone: str,
) -> Table:
    """The draft of a game, by the pace that is ordered or the usual one; errors as `new_game`.

    Whom the operator names as its organiser has agreed to be written to.
    """
    table = new_game(
        desk,
        name=name,
        preset=preset,
        organiser=organiser,
        people=people,
        answer_in=options.answer_in or _ANSWER_IN,
        hold=_HOLD if options.hold is None else min(options.hold, MOST_HOLD),
        follows=options.hold is None,
        zone=zone,
        language=organiser.language or "en",
        spare_hours=SPARE_HOURS,
        draft=True,
    )
    if desk.who is None:
        agree(desk.session, table.organiser.id, desk.now)
    return table


def another(
    desk: Desk,
    table: Table,
    name: str,
    people: Sequence[Person],
    organiser: Player,
) -> Table:
    """The draft of a game by the rules and at the pace of a table; errors as `new_game`."""
    return new_game(
        desk,
        name=name,
        preset=Preset(table.preset, (), "", rules_of(desk.session, table.id)),
        organiser=as_person(organiser),
        people=people,
        answer_in=table.answer_in,
        hold=table.hold,
        follows=table.follows,
        zone=organiser.zone,
        language=organiser.language,
        weekends=table.weekends,
        away_days=table.away_days,
        spare_hours=table.spare_hours,
        play_out=table.play_out,
        draft=True,
    )
