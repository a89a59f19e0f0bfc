"""Commands about people: who is asked, who plays, and in whose place."""

from __future__ import annotations

from engine import Seat
from pbem.letters import compose
from pbem.letters.pages import Told
from pbem.orders.commands.model import Drop, Guest, Invite, Replace, Standby, Uninvite
from pbem.organiser.desk import Desk, NotDone, if_possible
from pbem.organiser.games import guest_as_person
from pbem.store import people
from pbem.store.acts import Announced, announce
from pbem.store.games import player_at, rules_of
from pbem.store.matches import knows_the_deals
from pbem.store.people import has_stopped, owner
from pbem.store.seating import (
    add_seat,
    add_standby,
    drop_standby,
    remove_seat,
    seat_player,
    standby,
)
from pbem.table.model import Player, Said, Stage, Table
from pbem.table.names import look
from pbem.telling.presence import hand_over
from pbem.telling.teller import teller_for


def player_for(desk: Desk, guest: Guest, table: Table) -> Player:
    """The player that a guest is, made if he is new; NotDone if he cannot sit at this table."""
    with if_possible():
        one = guest_as_person(guest)
    if desk.house.addresses.is_ours(one.address):
        raise NotDone("our_address", name=one.address)
    known = owner(desk.session, one.address)
    if known in [player.id for player in table.players]:
        raise NotDone("there_already", name=one.address, game=table.name)
    player = player_at(
        desk.session,
        one.address,
        one.name,
        zone=table.organiser.zone,
        now=desk.now,
        language=guest.language or table.organiser.language,
    )
    if has_stopped(desk.session, player.id):
        raise NotDone("wants_no_mail", name=player.name)
    if knows_the_deals(desk.session, table.match, table.id, player.id):
        raise NotDone("knows_the_deals", name=player.name, game=table.name)
    if look(player.name) in [look(other.name) for other in table.players]:
        raise NotDone("same_name", name=player.name, game=table.name)
    return player


def invite(desk: Desk, ordered: Invite) -> Told:
    """Ask more people, all of them or none."""
    table = desk.before()
    count = len(table.players) + len(ordered.guests)
    if table.stage is Stage.INVITING:
        with if_possible():
            rules_of(desk.session, table.id).sizes(count)
    names = []
    for guest in ordered.guests:
        player = player_for(desk, guest, desk.table)
        seat = Seat(len(desk.table.players))
        add_seat(desk.session, table.id, seat, player.id)
        if table.stage is Stage.INVITING:
            desk.teller().invite(seat, "")
        names.append(player.name)
    what = "invited" if table.stage is Stage.INVITING else "added"
    undo = f"uninvite {names[0]}" if len(names) == 1 else ""
    return Told(what, game=table.name, name=", ".join(names), undo=undo)


def uninvite(desk: Desk, ordered: Uninvite | Drop) -> Told:
    """Do without somebody before the game begins."""
    desk.before()
    table, seat = desk.seat_of(ordered.player)
    player = table.players[seat]
    if table.stage is Stage.INVITING and table.said[seat] is not Said.NO:
        desk.tell([seat], "uninvited")
    remove_seat(desk.session, table.id, seat, desk.now)
    undo = f"invite {player.name} {player.address}"
    return Told("uninvited", game=table.name, name=player.name, undo=undo)


def keep_ready(desk: Desk, ordered: Standby) -> Told:
    """Keep people ready to take a seat; they are not written to before they take one."""
    table = desk.table
    if table.stage in (Stage.OVER, Stage.CANCELLED):
        raise NotDone("not_under_way", game=table.name, other=table.stage.value)
    names = []
    for guest in ordered.guests:
        player = player_for(desk, guest, table)
        add_standby(desk.session, table.id, player.id, desk.now)
        names.append(player.name)
    return Told("standby", game=table.name, name=", ".join(names))


def _next_ready(desk: Desk, table: Table) -> Guest:
    """Who has been kept ready longest and can still come; NotDone if nobody can."""
    for number in standby(desk.session, table.id):
        player = people.player(desk.session, number)
        drop_standby(desk.session, table.id, number)
        at_table = [one.id for one in table.players]
        if number not in at_table and not has_stopped(desk.session, number):
            return Guest(player.name, player.address, player.language)
    raise NotDone("nobody_ready", game=table.name, offers=("standby",))


def replace_player(desk: Desk, ordered: Replace | Drop) -> Told:
    """Let a computer play for a seat, another person, or its own player again."""
    desk.playing()
    table, seat = desk.seat_of(ordered.player)
    player = table.players[seat]
    guest = ordered.guest if isinstance(ordered, Replace) else None
    if isinstance(ordered, Replace) and ordered.standby:
        guest = _next_ready(desk, table)
    if guest is None:
        if seat in table.kept:
            raise NotDone("computer_already", name=player.name)
        hand_over(desk.house, desk.session, table, seat, desk.now, kept=True)
        undo = f"replace {player.name} with {player.name}"
        return Told("computer", game=table.name, name=player.name, undo=undo)
    if not guest.address:
        if desk.seat_of(guest.name)[1] != seat:
            raise NotDone("there_already", name=guest.name, game=table.name)
        if seat not in table.kept:
            raise NotDone("plays_already", name=player.name)
        if seat in table.left:
            raise NotDone("wants_no_mail", name=player.name)
        hand_over(desk.house, desk.session, table, seat, desk.now, kept=False)
        undo = f"replace {player.name} with computer"
        return Told("own_player", game=table.name, name=player.name, undo=undo)
    return _by_another(desk, table, seat, player, guest)


def _by_another(desk: Desk, table: Table, seat: Seat, player: Player, guest: Guest) -> Told:
    other = player_for(desk, guest, table)
    desk.tell([seat], "replaced", name=other.name)
    seat_player(desk.session, table.id, seat, other.id, desk.now)
    announce(desk.session, table.id, Announced("seat", other.name, player.name), desk.now)
    teller_for(desk.house, desk.session, desk.table, seat, desk.now).tell(
        seat, lambda reader: compose.take_seat(reader, player.name), desk.unique
    )
    desk.teller().change_hands(seat)
    undo = f"replace {other.name} with {player.name} {player.address}"
    return Told("replaced", game=table.name, name=player.name, other=other.name, undo=undo)
