"""Commands about people: who is asked, who plays, and in whose place."""

from __future__ import annotations

from dataclasses import replace

from engine import Level, Seat
from pbem.commands.organiser.desk import Desk, NotDone
from pbem.commands.organiser.guests import player_for
from pbem.commands.organiser.seat_offers import offer, withdraw
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Reply, Role, Stage, Table
from pbem.domain.names import look
from pbem.domain.vocabulary import ToAll
from pbem.games.seats import hand_over
from pbem.letters.pages.people import Presence, PresenceKind
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import tell
from pbem.notifications.questions import ask_anew
from pbem.orders.organiser.set_up import (
    ComputerGuest,
    Drop,
    Guest,
    NewAddress,
    Replace,
    Standby,
)
from pbem.store import people
from pbem.store.audit_log import Announced, announce
from pbem.store.games import games_of, load_table
from pbem.store.people import change_player, has_answered, has_stopped, owner
from pbem.store.questions import open_to
from pbem.store.roles import give_role, in_role, organised_by, take_role
from pbem.store.seat_offers import is_given
from pbem.store.seats import seat_player, set_said


def keep_ready(desk: Desk, ordered: Standby) -> CommandOutcome:
    """Keep people ready to take a seat; they are not written to before they take one."""
    table = desk.table
    names = []
    for guest in ordered.guests:
        player = player_for(desk, guest, table)
        give_role(desk.session, table.id, player.id, Role.STANDBY, desk.now)
        names.append(player.name)
    return CommandOutcome(CommandKind.STANDBY, game=table.name, name=", ".join(names))


def _next_ready(desk: Desk, table: Table) -> Guest:
    """Who has been kept ready longest and can still come; NotDone if nobody can."""
    for number in in_role(desk.session, table.id, Role.STANDBY):
        player = people.player(desk.session, number)
        take_role(desk.session, table.id, number, Role.STANDBY)
        at_table = [one.id for one in table.players]
        if number not in at_table and not has_stopped(desk.session, number):
            return Guest(player.name, player.address, player.language)
    raise NotDone(CommandKind.NOBODY_READY, game=table.name, offers=("standby",))


def replace_player(desk: Desk, ordered: Replace) -> CommandOutcome:
    """Let a computer play for a seat, another person, or its own player again."""
    table, seat = desk.seat_of(ordered.player)
    player = table.players[seat]
    guest = ordered.guest or _next_ready(desk, table)
    if isinstance(guest, ComputerGuest):
        before = table.levels[seat]
        if before is guest.level:
            raise NotDone(CommandKind.COMPUTER_ALREADY, name=player.name)
        left, dropped = seat in table.left, seat in table.dropped
        hand_over(desk, table, seat, guest.level, left=left, dropped=dropped)
        if not before:
            _tell(desk, seat, "handed over")
        back = f"{before} computer" if before else player.name
        undo = f"replace {player.name} with {back}"
        return CommandOutcome(CommandKind.COMPUTER, game=table.name, name=player.name, undo=undo)
    if not guest.address:
        if desk.seat_of(guest.name)[1] != seat:
            raise NotDone(CommandKind.THERE_ALREADY, name=guest.name, game=table.name)
        if is_given(desk.session, table.id, player.id):
            raise NotDone(CommandKind.GIVEN_ALREADY, name=player.name, game=table.name)
        withdrawn = withdraw(desk, table, player)
        if withdrawn and (player.is_computer or seat not in table.kept):
            return CommandOutcome(CommandKind.SEAT_KEPT, name=player.name)
        if seat not in table.kept:
            raise NotDone(CommandKind.PLAYS_ALREADY, name=player.name)
        if player.is_computer:
            raise NotDone(CommandKind.COMPUTER_ALREADY, name=player.name)
        if seat in table.left:
            raise NotDone(CommandKind.WANTS_NO_MAIL, name=player.name)
        hand_over(desk, table, seat, None)
        _tell(desk, seat, "back")
        undo = f"replace {player.name} with computer"
        return CommandOutcome(CommandKind.OWN_PLAYER, game=table.name, name=player.name, undo=undo)
    return _by_another(desk, table, seat, player, guest)


def _tell(desk: Desk, seat: Seat, what: PresenceKind) -> None:
    """Tell a player who plays her cards now, unless she ordered it herself or wants no mail."""
    table = desk.table
    player = table.players[seat]
    if player != desk.who and not has_stopped(desk.session, player.id):
        at = moment_for(desk, table, seat)
        tell(at, seat, lambda reader: Presence.of(reader, what), f"{desk.unique}.{what}")


def _by_another(
    desk: Desk, table: Table, seat: Seat, player: Player, guest: Guest
) -> CommandOutcome:
    moved = look(guest.name) == look(player.name)
    other = player_for(desk, guest, table, but=seat if moved else None)
    return offer(desk, table, seat, other, moved=moved)


def drop(desk: Desk, ordered: Drop) -> CommandOutcome:
    """Let a computer play for somebody who has no say in it any more; the whole table reads why."""
    table, seat = desk.seat_of(ordered.player)
    player = table.players[seat]
    if seat in table.dropped:
        raise NotDone(CommandKind.COMPUTER_ALREADY, name=player.name)
    hand_over(desk, table, seat, Level.STEADY, dropped=True)
    told = Announced(ToAll.DROPPED, ordered.because or "-", player.name)
    announce(desk.session, table.id, told, desk.now)
    undo = f"replace {player.name} with {player.name}"
    return CommandOutcome(CommandKind.DROPPED, game=table.name, name=player.name, undo=undo)


def new_address(desk: Desk, ordered: NewAddress) -> CommandOutcome:
    """Write to a player at another address: at once to one whom this organiser has brought in and
    who has never answered anything, otherwise only at this seat, and once that address has said
    yes.
    """
    table, seat = desk.seat_of(ordered.player)
    player, new = table.players[seat], ordered.address
    if new == player.address:
        raise NotDone(CommandKind.ADDRESS_ALREADY, name=player.name, other=new)
    ours = desk.services.addresses.is_ours(new)
    if ours or not new.isascii() or owner(desk.session, new) is not None:
        raise NotDone(CommandKind.ADDRESS_NOT_POSSIBLE, name=player.name, other=new)
    if table.stage in (Stage.OVER, Stage.CANCELLED):
        raise NotDone(CommandKind.NOT_UNDER_WAY, game=table.name, other=table.stage.value)
    guest = Guest(player.name, new, player.language)
    if _is_theirs_alone(desk, player):
        change_player(desk.session, player.id, address=new)
        for asked in open_to(desk.session, player.id):
            ask_anew(replace(desk, number=asked.game, line="").moment(), asked)
    elif table.stage is Stage.DRAFT:
        other = player_for(desk, guest, table, but=seat)
        seat_player(desk.session, table.id, seat, other.id, desk.now)
        set_said(desk.session, table.id, [seat], Reply.NOTHING)
    else:
        return _by_another(desk, table, seat, player, guest)
    return CommandOutcome(CommandKind.ADDRESS_CHANGED, name=player.name, other=new)


def _is_theirs_alone(desk: Desk, player: Player) -> bool:
    """Whether somebody is in games of who orders alone, has never answered anything, and holds no
    cards.
    """
    games = games_of(desk.session, player.id)
    mine = set(organised_by(desk.session, desk.who.id)) if desk.who else set(games)
    tables = [load_table(desk.session, number) for number in games]
    new = not any(one.begun for one in tables) and not organised_by(desk.session, player.id)
    return new and set(games) <= mine and not has_answered(desk.session, player.id)
