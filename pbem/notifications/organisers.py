"""Letters that organisers get unasked: a game set up, all have answered, a player is silent."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from engine import RulesError, Seat
from pbem.context import Context
from pbem.domain.command_outcomes import CommandOutcome
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.strangers import Unwritten
from pbem.languages import translated
from pbem.letters.ordered import ordered
from pbem.letters.pages.organisers import (
    AllAnswered,
    CommandResult,
    Invited,
    SilentPlayer,
    YourGame,
)
from pbem.letters.pages.standings import OrderTap
from pbem.letters.taps import Taps
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify, taps_for
from pbem.notifications.suggested import suggested, written_orders
from pbem.store import offers
from pbem.store.consent import has_agreed
from pbem.store.games import load_table

_MOST_LANGUAGES = 2
"""So many other languages are offered for somebody."""


def organiser_taps(ctx: Context, table: Table) -> Taps:
    """The links of a game's organiser, each a finished line; nobody else gets their address."""
    return taps_for(ctx, Purpose.ORGANISER, table.id, table.name, table.organiser.language)


def send_your_game(
    ctx: Context,
    table: Table,
    *,
    inbound: int | None = None,
    to: Player | None = None,
    wanted_by: tuple[str, ...] = (),
    by: int | None = None,
    unique: str = "set-up",
) -> Unwritten | None:
    """The game as it was understood, and how it is run by mail; to its organiser, or another
    who may give orders. Why not, if he has not agreed to be written to; `by` whose order it is,
    `unique` tells the letter from others about this game.
    """
    reader = to or table.organiser
    taps = organiser_taps(ctx, table)
    offer = offers.offer(ctx.session, table.id)
    sizes: tuple[int, ...] = ()
    with suppress(RulesError):
        sizes = table.setup.rules.sizes(len(table.players))
    page = YourGame(
        taps,
        game=table.name,
        drafted=table.stage is Stage.DRAFT,
        players=tuple(_invited(ctx, table, Seat(at), taps) for at in range(len(table.players))),
        setup=table.setup,
        sizes=sizes,
        orders=suggested(ctx, table, taps),
        changes=written_orders("", taps, _changes(ctx, table)),
        free=offer.free(table) if offer else 0,
        wanted_by=wanted_by,
    )
    return notify(ctx, page, reader, unique, game=table, inbound=inbound, by=by)


def _invited(ctx: Context, table: Table, seat: Seat, taps: Taps) -> Invited:
    player, level = table.players[seat], table.computers.get(seat)
    as_told = (player.name, player.address, player.language, player.zone)
    if table.begun:
        return Invited(*as_told, level=level or "")
    off = written_orders(player.name, taps, ("uninvite",))[0]
    if level or has_agreed(ctx.session, player.address, ctx.now):
        return Invited(*as_told, off, level=level or "")
    spoken = [one.language for one in (*table.players, table.organiser) if not one.is_computer]
    return Invited(*as_told, off, in_languages(player, spoken, taps))


def in_languages(player: Player, spoken: Sequence[str], taps: Taps) -> tuple[OrderTap, ...]:
    """The languages that somebody may read who has not said so: that of the country of the address,
    and those `spoken` at the table.
    """
    found = []
    for language in dict.fromkeys((player.address.rpartition(".")[2], *spoken)):
        if language in translated() and language != player.language:
            line = f"invite {replace(player, language=language, zone='').as_guest}"
            tap = taps.order(line)
            found.append(OrderTap("language", language, ordered(line, taps.language), tap))
    return tuple(found[:_MOST_LANGUAGES])


def _changes(ctx: Context, table: Table) -> tuple[str, ...]:
    """What can be changed of a game as it was understood."""
    hold = "evening" if table.setup.hold else "hold"
    if table.begun:
        return ("pace", hold)
    return ("rules", "pace", hold, "invite", *(["open"] if ctx.settings.open_games else []))


def tell_answers(ctx: Context, number: int, unique: str) -> None:
    """Tell once everybody who was invited has answered; `unique` tells it from others."""
    table = load_table(ctx.session, number)
    if Reply.NOTHING in table.said:
        return
    yes = sum(said is Reply.YES for said in table.said)
    page = AllAnswered(
        organiser_taps(ctx, table),
        game=table.name,
        said=tuple(
            (player.name, said.value)
            for player, said in zip(table.players, table.said, strict=True)
            if not player.is_computer
        ),
        yes=yes - len(table.computers),
        begun=table.begun,
    )
    notify(ctx, page, table.organiser, unique, game=table)


def tell_organiser(ctx: Context, table: Table, told: CommandOutcome, unique: str) -> None:
    """What came of an order that others had to agree to."""
    taps = organiser_taps(ctx, table)
    offers = tuple((ordered(one, taps.language), taps.order(one)) for one in told.offers)
    page = CommandResult(
        taps,
        game=table.name,
        zone=table.organiser.zone,
        told=((told, offers),),
        games=(),
        record=(),
        today=ctx.now.astimezone(ZoneInfo(table.organiser.zone)).date(),
    )
    notify(ctx, page, table.organiser, unique, game=table)


def tell_silence(ctx: Context, number: int, seat: Seat, missed: int) -> None:
    """Tell that a player has missed some deadlines in a row; perhaps a computer plays now."""
    table = load_table(ctx.session, number)
    player = table.players[seat]
    if player.id == table.organiser.id:
        return
    # Not `extend`: by now the turn is another's, and what comes next should wait.
    first = ctx.now.astimezone(ZoneInfo(player.zone)).date()
    page = SilentPlayer(
        organiser_taps(ctx, table),
        game=table.name,
        player=player.name,
        missed=missed,
        kept=seat in table.kept,
        wait=f"away {player.name} {first} to {first + timedelta(days=2)}",
    )
    notify(
        ctx,
        page,
        table.organiser,
        f"{seat}.{missed}.{int(ctx.now.timestamp())}",
        game=table,
    )
