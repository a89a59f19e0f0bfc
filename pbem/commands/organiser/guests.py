"""Who is meant by a guest of an order, and whether he may sit at a table."""

from __future__ import annotations

from engine import Seat
from pbem.commands.organiser.desk import Desk, NotDone, if_possible
from pbem.domain.command_outcomes import CommandKind
from pbem.domain.model import Player, Table
from pbem.domain.names import look
from pbem.games.guests import guest_as_person
from pbem.orders.organiser.set_up import Guest
from pbem.store.matches import knows_the_deals
from pbem.store.people import has_stopped, player_at


def guest_at(desk: Desk, guest: Guest) -> Player:
    """The player that a guest is, made if he is new; NotDone if he cannot be written to."""
    with if_possible():
        one = guest_as_person(guest)
    if desk.services.addresses.is_ours(one.address):
        raise NotDone(CommandKind.OUR_ADDRESS, name=one.address)
    organiser = desk.table.organiser
    player = player_at(
        desk.session,
        one.address,
        one.name,
        zone=organiser.zone,
        now=desk.now,
        language=one.language,
        otherwise=organiser.language,
        own_zone=one.zone,
    )
    return not_stopped(desk, player)


def not_stopped(desk: Desk, player: Player) -> Player:
    """A player; NotDone if he wants no mail."""
    if has_stopped(desk.session, player.id):
        raise NotDone(CommandKind.WANTS_NO_MAIL, name=player.name)
    return player


def player_for(desk: Desk, guest: Guest, table: Table, *, but: Seat | None = None) -> Player:
    """The player that a guest is, made if he is new; NotDone if he cannot sit at this table.

    He may have the name of who sits at the seat `but`: it is the same person.
    """
    player = guest_at(desk, guest)
    if player.id in [one.id for one in table.players]:
        raise NotDone(CommandKind.THERE_ALREADY, name=guest.address, game=table.name)
    if knows_the_deals(desk.session, table.match, table.id, player.id):
        raise NotDone(CommandKind.KNOWS_THE_DEALS, name=player.name, game=table.name)
    names = [look(other.name) for at, other in enumerate(table.players) if at != but]
    if look(player.name) in names:
        raise NotDone(CommandKind.SAME_NAME, name=player.name, game=table.name)
    return player
