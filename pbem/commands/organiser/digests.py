"""The letter on all games of an organiser: how often, and what it says."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.commands.organiser.desk import Desk
from pbem.context import Context
from pbem.context.known import as_known
from pbem.context.services import Services
from pbem.domain.asking import Waited, waited
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.games.start import free
from pbem.letters.pages.organisers import Need, OrganiserDigest
from pbem.letters.pages.standings import GameLine
from pbem.logs import log
from pbem.notifications.mailer import notify
from pbem.notifications.organisers import organiser_taps
from pbem.orders.organiser.model import Digest, Often
from pbem.results.standings import ranking
from pbem.store import organiser_digests, people
from pbem.store.bounces import bouncing
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.people import has_stopped
from pbem.store.questions import open_questions
from pbem.store.roles import organised_by

_DAY = timedelta(days=1)
_KINDS = {
    Often.WEEKLY: CommandKind.DIGEST_WEEKLY,
    Often.DAILY: CommandKind.DIGEST_DAILY,
    Often.NEEDED: CommandKind.DIGEST_NEEDED,
    Often.OFF: CommandKind.DIGEST_OFF,
}
_LIVE = (Stage.DRAFT, Stage.INVITING, Stage.PLAYING)


def digest(desk: Desk, ordered: Digest) -> CommandOutcome:
    """Write to the organiser so often from now on."""
    organiser = desk.organiser
    due = next_due(ordered, organiser.zone, desk.now)
    organiser_digests.set_digest(desk.session, organiser.id, _written(ordered), due)
    return CommandOutcome(
        _KINDS[ordered.often],
        game=desk.table.name,
        n=ordered.hour,
        m=ordered.day,
        at=due,
        zone=organiser.zone,
    )


def next_due(how: Digest, zone: str, now: datetime) -> datetime | None:
    """When the next such letter leaves, in a time zone; None for never.

    Whether it is needed is looked at every day.
    """
    if how.often is Often.OFF:
        return None
    here = now.astimezone(ZoneInfo(zone))
    due = here.replace(hour=how.hour, minute=0, second=0, microsecond=0)
    while due <= here or (how.often is Often.WEEKLY and due.weekday() != how.day):
        due += _DAY
    return due.astimezone(now.tzinfo)


def digest_next(services: Services, now: datetime) -> bool:
    """Write to the organiser whose letter is due first; False when none is."""
    with services.db.begin() as session:
        ctx = Context(services, session, now)
        found = organiser_digests.next_digest(session, now)
        if found is None:
            return False
        number, written, begun = found
        who, how = people.player(session, number), _read(written)
        tables = [load_table(session, one) for one in organised_by(session, number, closed=False)]
        lives = any(table.stage in _LIVE for table in tables)
        # With the next game the letters begin again.
        due = next_due(how, who.zone, now) if lives else None
        organiser_digests.set_digest(session, number, written, due)
        if not (begun and lives) or has_stopped(session, number):
            return True
        needs = tuple(one for table in tables for one in _needs(session, table))
        if how.often is Often.NEEDED and not needs:
            return True
        _send(ctx, who, tables, needs)
    log.info("organiser told", player=number, games=len(tables))
    return True


def _send(ctx: Context, who: Player, tables: list[Table], needs: tuple[Need, ...]) -> None:
    taps = organiser_taps(ctx, tables[-1])
    page = OrganiserDigest(
        taps,
        game=tables[-1].name,
        zone=who.zone,
        needs=needs,
        games=tuple(
            game_line(ctx, table) for table in tables if table.stage is not Stage.CANCELLED
        ),
        standings=ranking(ctx.session, who.id, ctx.now),
    )
    unique = f"{who.id}.{int(ctx.now.timestamp())}"
    notify(ctx, page, who, unique, game=tables[-1])


def _needs(session: Session, table: Table) -> list[Need]:
    """What waits for a word of the organiser's."""
    if table.stage is Stage.DRAFT:
        return [Need("draft", table.name)]
    if table.stage is Stage.INVITING:
        return [] if Reply.NOTHING in table.said else [Need("answered", table.name)]
    if table.stage is not Stage.PLAYING:
        return []
    found = []
    for seat, player in enumerate(table.players):
        back = bouncing(session, player.address)
        if back is not None and back.stopped_at is not None:
            found.append(Need("bounces", table.name, player.name))
        elif seat in table.kept:
            found.append(Need("computer", table.name, player.name))
    return found


def game_line(ctx: Context, table: Table) -> GameLine:
    """How a game stands, as everybody may know it."""
    said = tuple(
        (player.name, answer.value)
        for player, answer in zip(table.players, table.said, strict=True)
    )
    if table.stage is not Stage.PLAYING:
        seats = free(ctx.session, table)
        stage = table.stage.value
        return GameLine(table.name, stage, 0, None, (), Waited(), said, paused=False, free=seats)
    known = as_known(ctx.services, ctx.session, table, ctx.now)
    game = known.game
    asked = () if known.hiding else open_questions(ctx.session, table.id)
    return GameLine(
        table.name,
        table.stage.value,
        len(game.deals) + 1,
        game.deal_count,
        tuple(table.players[seat].name for seat in game.awaiting),
        waited((one for one in asked if one.seat in game.awaiting), ctx.now),
        said,
        paused=table.paused_at is not None,
    )


def _written(how: Digest) -> str:
    return f"{how.often.value} {how.day} {how.hour}"


def _read(written: str) -> Digest:
    often, day, hour = written.split()
    return Digest(Often(often), int(day), int(hour))
