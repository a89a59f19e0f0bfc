"""The letter on all games of an organiser: how often, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.commands.organiser.desk import Desk
from pbem.commands.organiser.game_lines import game_lines
from pbem.context import Context
from pbem.context.services import Services
from pbem.domain.command_outcomes import CommandKind, CommandOutcome
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.letters.ordered import ordered
from pbem.letters.pages.organisers import Need, OrganiserDigest
from pbem.letters.pages.standings import GameLine, OrderTap
from pbem.letters.taps import Taps
from pbem.logs import log
from pbem.notifications.mailer import notify
from pbem.notifications.organisers import organiser_taps
from pbem.notifications.suggested import written_orders
from pbem.orders.organiser.model import Digest, Often
from pbem.results.lately import lately
from pbem.results.standings import ranking
from pbem.store import organiser_digests, people
from pbem.store.bounces import bouncing
from pbem.store.database import Session
from pbem.store.games import load_table
from pbem.store.people import has_stopped
from pbem.store.roles import organised_by

_DAY = timedelta(days=1)
_WEEK = 7
_KINDS = {
    Often.WEEKLY: CommandKind.DIGEST_WEEKLY,
    Often.DAILY: CommandKind.DIGEST_DAILY,
    Often.NEEDED: CommandKind.DIGEST_NEEDED,
    Often.OFF: CommandKind.DIGEST_OFF,
}
_LINES = {
    Often.WEEKLY: "digest weekly",
    Often.DAILY: "digest daily",
    Often.NEEDED: "digest only when needed",
    Often.OFF: "digest off",
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
        if not _send(Context(services, session, now), who, how, tables):
            return True
    log.info("organiser told", player=number, games=len(tables))
    return True


def _send(ctx: Context, who: Player, how: Digest, tables: list[Table]) -> bool:
    """Write the letter; False if it is not needed."""
    taps = organiser_taps(ctx, tables[-1])
    needs = tuple(one for table in tables for one in _needs(ctx.session, table, taps))
    if how.often is Often.NEEDED and not needs:
        return False
    told = [table for table in tables if table.stage is not Stage.CANCELLED]
    days = 1 if how.often is Often.DAILY else _WEEK
    page = OrganiserDigest(
        taps,
        game=tables[-1].name,
        zone=who.zone,
        needs=needs,
        games=_but(game_lines(ctx, told, taps), needs),
        lately=lately(ctx.session, told, days, ctx.now),
        standings=ranking(ctx.session, who.id, ctx.now),
        often=how_often(taps, but=how.often),
    )
    notify(ctx, page, who, f"{who.id}.{int(ctx.now.timestamp())}", game=tables[-1])
    return True


def _but(games: Sequence[GameLine], needs: Sequence[Need]) -> tuple[GameLine, ...]:
    """The games without the orders that stand above already."""
    above = {tap.line for need in needs for tap in need.taps}
    return tuple(
        replace(game, taps=tuple(tap for tap in game.taps if tap.line not in above))
        for game in games
    )


def how_often(taps: Taps, but: Often | None = None) -> tuple[OrderTap, ...]:
    """The ways to write to the organiser more or less often, `but` one."""
    return tuple(
        OrderTap(f"digest {one.value}", "", ordered(line, taps.language), taps.order(line))
        for one, line in _LINES.items()
        if one is not but
    )


def _needs(session: Session, table: Table, taps: Taps) -> list[Need]:
    """What waits for a word of the organiser's."""
    start = written_orders("", taps, ("start",), about=table.name)
    if table.stage is Stage.DRAFT:
        return [Need("draft", table.name, taps=start)]
    if table.stage is Stage.INVITING:
        return [] if Reply.NOTHING in table.said else [Need("answered", table.name, taps=start)]
    if table.stage is not Stage.PLAYING:
        return []
    found = []
    for seat, player in enumerate(table.players):
        back = bouncing(session, player.address)
        if back is not None and back.stopped_at is not None:
            mend = ("extend", "replace", "address")
            orders = written_orders(player.name, taps, mend, about=table.name)
            found.append(Need("bounces", table.name, player.name, orders))
        elif seat in table.absent:
            orders = written_orders(player.name, taps, ("replace",), about=table.name)
            found.append(Need("computer", table.name, player.name, orders))
    return found


def _written(how: Digest) -> str:
    return f"{how.often.value} {how.day} {how.hour}"


def _read(written: str) -> Digest:
    often, day, hour = written.split()
    return Digest(Often(often), int(day), int(hour))
