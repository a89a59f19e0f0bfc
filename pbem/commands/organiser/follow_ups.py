"""Games that follow games, and organisers who follow organisers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.commands.organiser.draft import another
from pbem.commands.organiser.seats import guest_at, not_stopped
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Role, Table
from pbem.games.set_up import Person, as_person
from pbem.notifications.organisers import send_your_game
from pbem.orders.organiser.model import AddOrganiser, HandOver
from pbem.orders.organiser.set_up import Guest, SameAgain
from pbem.store.games import find_game, load_table
from pbem.store.people import has_stopped
from pbem.store.roles import give_role, organisers, set_organiser

_LONGEST = 30


def same_again(
    desk: Desk,
    ordered: SameAgain,
    *,
    without: frozenset[int] = frozenset(),
    wanted_by: tuple[str, ...] = (),
) -> CommandOutcome:
    """Draft a game of the same people by the same rules; who wants no mail is left out.

    So are the players `without`; `wanted_by` names those who have asked for it.
    """
    people = [
        as_person(player)
        for player in desk.table.players
        if player.id not in without and not has_stopped(desk.session, player.id)
    ]
    made = draft_like(desk, people, ordered.name)
    send_your_game(desk, made, inbound=desk.inbound, wanted_by=wanted_by)
    return CommandOutcome(CommandKind.DRAFTED, game=made.name)


def draft_like(desk: Desk, people: Sequence[Person], name: str = "") -> Table:
    """A draft by the same rules for some people; NotDone if it cannot be."""
    table = desk.table
    with if_possible():
        return another(desk, table, name or _next_name(desk, table.name), people, desk.organiser)


def _next_name(desk: Desk, name: str) -> str:
    """The name with the next number behind it that no game has.

    `Lindy` is followed by `Lindy 2`, `Lindy 2` by `Lindy 3`.
    """
    found = re.fullmatch(r"(.*?)(?: (\d{1,4}))?", name)
    assert found is not None
    number = int(found[2] or 1) + 1
    while find_game(desk.session, _numbered(found[1], number)) is not None:
        number += 1
    return _numbered(found[1], number)


def _numbered(name: str, number: int) -> str:
    return f"{name[: _LONGEST - len(str(number)) - 1].rstrip()} {number}"


def join_organisers(desk: Desk, ordered: AddOrganiser) -> CommandOutcome:
    """Let somebody else give orders, too, under a code that only goes to that address."""
    table, other = desk.table, _person(desk, ordered.guest)
    if other.id in organisers(desk.session, table.id):
        raise NotDone(CommandKind.ORGANISES_ALREADY, name=other.name, game=table.name)
    give_role(desk.session, table.id, other.id, Role.ORGANISER, desk.now)
    _tell(desk, table, other)
    return CommandOutcome(CommandKind.ORGANISES_TOO, name=other.name, game=table.name)


def hand_over(desk: Desk, ordered: HandOver) -> CommandOutcome:
    """Let somebody else organise the game from now on, instead of who did."""
    table, other = desk.table, _person(desk, ordered.guest)
    if other.id == table.organiser.id:
        raise NotDone(CommandKind.ORGANISES_ALREADY, name=other.name, game=table.name)
    set_organiser(desk.session, table.id, other.id)
    _tell(desk, load_table(desk.session, table.id), other)
    return CommandOutcome(CommandKind.HANDED_OVER, name=other.name, game=table.name)


def _tell(desk: Desk, table: Table, other: Player) -> None:
    by = desk.who.id if desk.who else None
    why = send_your_game(desk, table, to=other, by=by)
    if why is not None:
        raise NotDone(CommandKind.NOT_WRITTEN, unwritten=(replace(why, name=other.name),))


def _person(desk: Desk, guest: Guest) -> Player:
    """The player that is meant; one who is not known yet is made."""
    if guest.address:
        return guest_at(desk, guest)
    table, seat = desk.seat_of(guest.name)
    return not_stopped(desk, table.players[seat])
