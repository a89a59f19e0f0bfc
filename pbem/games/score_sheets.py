"""Setting up the sheet of a table with real cards."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Seat, combine
from engine.kept import must_be_kept
from pbem.context import Context
from pbem.domain.model import Player
from pbem.domain.names import is_name
from pbem.domain.score_sheet import ScoreSheet
from pbem.games.farewell import must_go_on
from pbem.games.guests import CannotOrganise, all_different, guest_as_person, none_alike
from pbem.games.set_up import NameTaken, game_name
from pbem.orders.organiser.set_up import Guest
from pbem.store import score_seats, score_sheets
from pbem.store.leagues import League
from pbem.store.people import has_stopped, player_at


def new_sheet(
    ctx: Context,
    keeper: Player | None,
    name: str,
    rules: Sequence[str],
    guests: Sequence[Guest],
    league: League | None = None,
) -> ScoreSheet:
    """A sheet without a deal, that counts for a league if one is given; its name is free unless its
    keeper has an evening of it under way.

    Nobody is written to. CannotOrganise, PlayersError or RulesError if it cannot be.
    """
    must_go_on(ctx.session)
    preset = combine(", ".join(rules) or "ohhell_pagat")
    must_be_kept(preset.rules)
    preset.rules.sizes(len(guests))
    names = [_name(one) for one in guests]
    all_different("name", [one.casefold() for one in names])
    none_alike(names)
    before = score_sheets.find_sheet(ctx.session, keeper.id if keeper else None, game_name(name))
    if before is not None and not before.over:
        raise NameTaken(name)
    there = {Seat(at): _player(ctx, one, keeper) for at, one in enumerate(guests) if one.address}
    all_different("address", [player.address for player in there.values()])
    number = keeper.id if keeper else None
    kept = score_sheets.add(
        *(ctx.session, number, game_name(name), preset.name, preset.rules, names),
        *(league.id if league else None, ctx.now),
    )
    for seat, player in there.items():
        known = ctx.now if player.id == number else None
        score_seats.add(ctx.session, kept.id, seat, player.id, known)
    return kept


def _name(guest: Guest) -> str:
    if guest.address:
        return guest_as_person(guest).name
    if not is_name(guest.name):
        raise CannotOrganise(
            "'%(name)s' cannot name a player: letters, digits, blanks and . ' -, 30 at most",
            name=guest.name,
        )
    return guest.name


def _player(ctx: Context, guest: Guest, keeper: Player | None) -> Player:
    """Who reads an address; CannotOrganise if nobody is written to there."""
    person = guest_as_person(guest)
    if ctx.services.addresses.is_ours(person.address):
        raise CannotOrganise("%(address)s is this server's own address", address=person.address)
    player = player_at(
        *(ctx.session, person.address, person.name),
        zone=keeper.zone if keeper else ctx.settings.zone,
        now=ctx.now,
        language=person.language,
        otherwise=keeper.language if keeper else "en",
        own_zone=person.zone,
    )
    if has_stopped(ctx.session, player.id):
        raise CannotOrganise(
            "%(name)s has asked for no more mail from this server", name=player.name
        )
    return player
