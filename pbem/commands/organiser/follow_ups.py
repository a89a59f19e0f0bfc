"""Games that follow games, and organisers who follow organisers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count

from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.commands.organiser.draft import another
from pbem.commands.organiser.guests import guest_at, not_stopped
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Role, Table
from pbem.games.guests import Person, seated_at
from pbem.notifications.organisers import send_your_game
from pbem.orders.organiser.model import AddOrganiser, HandOver
from pbem.orders.organiser.set_up import ComputerGuest, Guest, SameAgain
from pbem.store.games import find_game
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
    seats = [
        seat
        for seat, player in enumerate(desk.table.players)
        if player.is_computer
        or (player.id not in without and not has_stopped(desk.session, player.id))
    ]
    made = draft_like(desk, seated_at(desk.table, seats), ordered.name)
    send_your_game(desk, made, inbound=desk.inbound, wanted_by=wanted_by)
    return CommandOutcome(CommandKind.DRAFTED, game=made.name)


def draft_like(desk: Desk, people: Sequence[Person | ComputerGuest], name: str = "") -> Table:
    """A draft by the same rules for some people; NotDone if it cannot be."""
    table = desk.table
    with if_possible():
        return another(desk, table, name or _next_name(desk, table.name), people, desk.organiser)


def _next_name(desk: Desk, name: str) -> str:
    """The name with the next number behind it that no game has.

    `Lindy` is followed by `Lindy II`, since `[Lindy 2/19]` is its second deal; `Friday 7` by
    `Friday 8`.
    """
    write: Callable[[int], str] = _roman
    first, _, last = name.rpartition(" ")
    if first and last.isdecimal():
        write, number = str, int(last)
    elif first and last in _NUMERALS:
        number = _NUMERALS[last]
    else:
        first, number = name, 1
    behind = map(write, count(number + 1))
    names = (f"{first[: _LONGEST - len(one) - 1].rstrip()} {one}" for one in behind)
    return next(one for one in names if find_game(desk.session, one) is None)


def _roman(number: int) -> str:
    """A number as the Romans wrote it."""
    letters = ""
    for value, sign in _SIGNS:
        times, number = divmod(number, value)
        letters += sign * times
    return letters


_SIGNS = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_NUMERALS = {_roman(number): number for number in range(2, 50)}


def organise(desk: Desk, ordered: AddOrganiser | HandOver) -> CommandOutcome:
    """Let somebody else give orders, too, or instead of who organised the game; the code for that
    goes to that address alone.
    """
    table, other, alone = desk.table, _person(desk, ordered.guest), isinstance(ordered, HandOver)
    if other.id in ([table.organiser.id] if alone else organisers(desk.session, table.id)):
        raise NotDone(CommandKind.ORGANISES_ALREADY, name=other.name, game=table.name)
    if alone:
        set_organiser(desk.session, table.id, other.id)
    else:
        give_role(desk.session, table.id, other.id, Role.ORGANISER, desk.now)
    if why := send_your_game(desk, desk.table, to=other, by=desk.by, unique=desk.unique):
        raise NotDone(CommandKind.NOT_WRITTEN, unwritten=(replace(why, name=other.name),))
    kind = CommandKind.HANDED_OVER if alone else CommandKind.ORGANISES_TOO
    return CommandOutcome(kind, name=other.name, game=table.name)


def _person(desk: Desk, guest: Guest) -> Player:
    """The player that is meant; one who is not known yet is made."""
    if guest.address:
        return guest_at(desk, guest)
    table, seat = desk.seat_of(guest.name)
    return not_stopped(desk, table.players[seat])
