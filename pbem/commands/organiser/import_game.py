"""Going on with a game from another server: checked entry by entry, and asked anew."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from engine import Seat
from pbem.context import Context
from pbem.context.known import not_begun
from pbem.context.services import Services
from pbem.domain.computers import is_computer
from pbem.domain.model import Reply, Stage, Table
from pbem.exports.as_json import MovedGame
from pbem.games.check import check_game
from pbem.games.farewell import must_go_on
from pbem.games.guests import CannotOrganise, all_different, none_alike, person
from pbem.games.seat_offers import ask_along
from pbem.games.set_up import NameTaken, game_name
from pbem.languages import spoken
from pbem.notifications.moment import Moment
from pbem.notifications.questions import ask_around, ask_to_join
from pbem.store.consent import agree, has_agreed
from pbem.store.database import Session
from pbem.store.export_import import settle, write_whole
from pbem.store.games import find_game, load_table
from pbem.store.people import has_stopped
from pbem.store.seats import set_said


def import_game(ctx: Context, file: MovedGame) -> Table:
    """Put a game in place and ask all that is open in it, under codes of this server.

    What was said to the other server counts there alone: who has agreed to nothing here is asked
    first whether to play on, and shown nothing before a yes. For an organiser who does not play
    the operator's word is enough.
    The transaction must be dropped when CannotOrganise tells why it cannot be.
    """
    must_go_on(ctx.session)
    try:
        name = game_name(file.game["game"]["name"])
        if find_game(ctx.session, name) is not None:
            raise NameTaken(name)
        people = [_checked(ctx.services, one) for one in file.game["people"]]
        numbers = settle(ctx.session, people)
        if len(set(numbers)) < len(numbers):
            raise CannotOrganise("two of its players are the same person here")
        number = write_whole(ctx.session, file.game, numbers)
        table = load_table(ctx.session, number)
        all_different("name", [player.name.casefold() for player in table.players])
        _all_may_be_written_to(ctx.session, table)
        none_alike([player.name for player in table.players])
        wrong = check_game(ctx.session, number)
    except CannotOrganise:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise CannotOrganise("the game cannot be read (%(what)s)", what=repr(problem)) from problem
    if wrong is not None:
        raise CannotOrganise("the game is not what its rules give: %(what)s", what=wrong)
    if table.organiser.id not in {player.id for player in table.players}:
        agree(ctx.session, table.organiser.id, ctx.now)
    _ask(ctx, table, file.at)
    return table


def _checked(services: Services, one: dict[str, Any]) -> dict[str, Any]:
    """A person of the file, once the name, the address and the zone can be used here."""
    if one["forgotten_at"] or is_computer(one["address"]):
        return one
    found = person(f"{one['name']} <{one['address']}>")
    if (found.name, found.address) != (one["name"], one["address"]):
        raise CannotOrganise(
            "'%(name)s', '%(address)s' is no player's name and address",
            name=one["name"],
            address=one["address"],
        )
    if services.addresses.is_ours(found.address):
        raise CannotOrganise("%(address)s is this server's own address", address=found.address)
    if one["language"] not in spoken():
        raise CannotOrganise(
            "(%(code)s) is not a language we know: %(known)s",
            code=one["language"],
            known=", ".join(spoken()),
        )
    ZoneInfo(one["zone"])
    return one


def _all_may_be_written_to(session: Session, table: Table) -> None:
    if table.stage is Stage.OVER:
        return
    for seat, player in enumerate(table.players):
        if seat not in table.left and has_stopped(session, player.id):
            raise CannotOrganise(
                "%(name)s has asked for no more mail from this server", name=player.name
            )


def _ask(ctx: Context, table: Table, at: datetime) -> None:
    if table.stage is Stage.INVITING:
        moment = Moment(ctx, table, not_begun(table), 0)
        for seat, (player, said) in enumerate(zip(table.players, table.said, strict=True)):
            if player.is_computer:
                continue
            if said is Reply.YES and not has_agreed(ctx.session, player.address, ctx.now):
                set_said(ctx.session, table.id, [Seat(seat)], Reply.NOTHING)
                said = Reply.NOTHING
            if said is Reply.NOTHING:
                ask_to_join(moment, Seat(seat), "")
    elif table.stage is Stage.PLAYING:
        game, length = ctx.services.games.game(ctx.session, table.id)
        ask_around(Moment(ctx, table, game, length, moved=at))
        ask_along(ctx, table, at)
