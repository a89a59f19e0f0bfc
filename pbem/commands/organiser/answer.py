"""The one answer to an organiser's mail: what came of each line, and what was asked to see."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from pbem.commands.organiser.game_lines import game_lines
from pbem.commands.organiser.lists import ListsAsked
from pbem.context import Context
from pbem.context.known import sealed
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Stage
from pbem.exports.as_public_json import public_json
from pbem.letters.ordered import ordered
from pbem.letters.page import Attachment
from pbem.letters.pages.organisers import CommandResult
from pbem.letters.pages.standings import GameLine
from pbem.letters.taps import Taps
from pbem.notifications.mailer import notify
from pbem.notifications.organisers import organiser_taps
from pbem.notifications.silence import last_before_silence, left_unanswered
from pbem.notifications.suggested import suggested
from pbem.results.finished import file_name
from pbem.results.game_status import record
from pbem.results.record import public_record
from pbem.results.shown import shown
from pbem.store.database import Session
from pbem.store.games import find_game, load_table
from pbem.store.inbound import Inbound
from pbem.store.roles import organised_by

_MOST_RECORD = 200
"""So many lines of a record are told."""

_SHORT = 40
"""So many letters stand on a tap."""


def answer(
    ctx: Context, inbound: Inbound, organiser: Player, number: int, told: Sequence[CommandOutcome]
) -> None:
    """Write what came of each line, with what was asked to see; nothing after too many answers."""
    if left_unanswered(ctx, inbound.id, organiser.id, "command_result"):
        return
    table = load_table(ctx.session, number)
    taps = organiser_taps(ctx, table)
    told = [_as_open(ctx, one) for one in told]
    lists = ListsAsked.of(ctx.session, organiser, told, ctx.now)
    page = CommandResult(
        taps,
        game=table.name,
        zone=organiser.zone,
        told=tuple((one, tapped(one, taps, table.name)) for one in told),
        games=_games(ctx, organiser, told, taps),
        record=_record(ctx.session, told, ctx.now),
        today=ctx.now.astimezone(ZoneInfo(organiser.zone)).date(),
        orders=suggested(ctx, table, taps) if _wants_help(told) else (),
        all_orders=any(one.kind is CommandKind.HELP and one.name for one in told),
        standings=lists.standings,
        evenings=lists.evenings,
        league=lists.league,
        members=lists.members,
        silent_until=last_before_silence(ctx, organiser.id, "command_result"),
    )
    notify(
        ctx,
        page,
        organiser,
        f"in{inbound.id}",
        game=table,
        inbound=inbound.id,
        attached=[*_files(ctx.session, told, ctx.now), *lists.files],
    )


def _wants_help(told: Sequence[CommandOutcome]) -> bool:
    return any(
        one.kind is CommandKind.NOTHING or (one.kind is CommandKind.HELP and not one.name)
        for one in told
    )


def tapped(one: CommandOutcome, taps: Taps, game: str) -> tuple[tuple[str, str], ...]:
    """What stands on the taps below what came of an order, and where they lead.

    A line about another game than that of the letter begins with its name. Of an order that is only
    to be mended, the word that mends it tells which it is where the whole would be long.
    """
    about = f"{one.game}: " if one.game not in ("", game) else ""
    lines = (*one.offers, *([one.undo] if one.undo else []))
    mended = ((line if len(line) <= _SHORT else word, line) for word, line in one.mended)
    return (
        *((ordered(line, taps.language), taps.order(about + line)) for line in lines),
        *((said, taps.to(line)) for said, line in mended),
    )


def _games(
    ctx: Context, organiser: Player, told: Sequence[CommandOutcome], taps: Taps
) -> tuple[GameLine, ...]:
    if not any(one.kind is CommandKind.STATUS for one in told):
        return ()
    tables = [
        load_table(ctx.session, one)
        for one in organised_by(ctx.session, organiser.id, closed=False)
    ]
    return game_lines(ctx, [one for one in tables if one.stage is not Stage.CANCELLED], taps)


def _files(session: Session, told: Sequence[CommandOutcome], now: datetime) -> list[Attachment]:
    """The games that were asked for as files, as everybody may read them."""
    found = []
    for name in dict.fromkeys(one.game for one in told if one.kind is CommandKind.EXPORT):
        number = find_game(session, name)
        assert number is not None
        game = shown(session, number, now)
        plain = file_name(name)
        found += [
            Attachment(f"{plain}.txt", f"{public_record(game.table, game.log)}\n"),
            Attachment(f"{plain}.json", public_json(game).decode()),
        ]
    return found


def _as_open(ctx: Context, one: CommandOutcome) -> CommandOutcome:
    """What came of an order; it shows no deals that one below it in the same mail has sealed."""
    shows = one.kind in (CommandKind.LOG, CommandKind.EXPORT)
    number = find_game(ctx.session, one.game) if shows else None
    if number is not None and sealed(ctx.session, load_table(ctx.session, number), ctx.now):
        return CommandOutcome(CommandKind.SEALED, game=one.game)
    return one


def _record(session: Session, told: Sequence[CommandOutcome], now: datetime) -> tuple[str, ...]:
    """The end of the record of the first game whose log was asked for."""
    name = next((one.game for one in told if one.kind is CommandKind.LOG), None)
    number = find_game(session, name) if name else None
    return tuple(record(session, number, now).splitlines()[-_MOST_RECORD:]) if number else ()
