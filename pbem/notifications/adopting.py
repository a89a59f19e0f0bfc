"""Who organises a game that was left alone: whoever did is told, and so are those who play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from engine import Seat
from pbem.context import Context
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.letters.pages.adopting import Adopting, NotHeardOf
from pbem.letters.reader import Reader
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify, taps_for
from pbem.notifications.moment import moment_for
from pbem.notifications.notifier import tell
from pbem.store import adoptions, people
from pbem.store.absences import last_day_away
from pbem.store.blocks import is_blocked
from pbem.store.database import Session
from pbem.store.erasure import former_number
from pbem.store.games import load_table
from pbem.store.people import has_stopped
from pbem.store.roles import organised_by, organisers

SILENCE = timedelta(days=14)
"""After so long without a mail an organiser may be gone; so long a wish is open, too."""


def is_gone(session: Session, who: Player) -> bool:
    """Whether somebody cannot organise any more: wants no mail, is forgotten, or shut out."""
    return (
        has_stopped(session, who.id)
        or former_number(who) is not None
        or is_blocked(session, who.address)
    )


def is_silent(ctx: Context, table: Table, who: Player) -> bool:
    """Whether somebody is gone, or has not written for a fortnight, nor been away in it.

    The operator of the server is never taken for gone.
    """
    since = ctx.now - SILENCE
    if who.address == ctx.settings.operator:
        return False
    if is_gone(ctx.session, who):
        return True
    zone = ZoneInfo(who.zone)
    away = last_day_away(ctx.session, who.id, ctx.now.astimezone(zone).date())
    back = datetime.combine(away + timedelta(1), time(), zone) if away else since
    if max(table.created_at, back) > since:
        return False
    return not adoptions.heard_from(ctx.session, who.id, since)


def tell_organiser_of_adoption(
    ctx: Context, table: Table, to: Player, name: str, unique: str, until: datetime | None = None
) -> None:
    """Tell whoever organises a game that somebody else will from then on, or does now."""
    page = NotHeardOf(
        taps_for(ctx, Purpose.ORGANISER, table.id, table.name, to.language),
        game=table.name,
        name=name,
        zone=to.zone,
        until=until,
    )
    notify(ctx, page, to, f"{unique}.{to.id}", game=table)


def voters(table: Table) -> list[Seat]:
    """Who is asked: those who play themselves; before the game begins, those who are in."""
    return [
        Seat(seat)
        for seat, player in enumerate(table.players)
        if not player.is_computer
        and seat not in table.kept
        and (table.begun or table.said[seat] is Reply.YES)
    ]


def tell_adopted(ctx: Context, table: Table, before: Sequence[Player], unique: str) -> None:
    """Tell the table that somebody else organises the game now, and whoever did `before`."""
    name = table.organiser.name
    for seat in voters(table):
        if table.players[seat].id != table.organiser.id:
            page = partial(_adopted, name=name)
            tell(moment_for(ctx, table, seat), seat, page, f"{unique}.adopted", asking=True)
    for one in before:
        if not is_gone(ctx.session, one) and one.id != table.organiser.id:
            tell_organiser_of_adoption(ctx, table, one, name, unique)


def _adopted(reader: Reader, name: str) -> Adopting:
    return Adopting(reader.frame, "adopted", name)


def tell_unorganised(ctx: Context, who: Player) -> None:
    """Tell the players of each game that nobody organises any more now that somebody has gone."""
    for number in organised_by(ctx.session, who.id, closed=False):
        table = load_table(ctx.session, number)
        left = [people.player(ctx.session, one) for one in organisers(ctx.session, number)]
        live = table.stage in (Stage.INVITING, Stage.PLAYING) and not table.setup.trial
        if not live or not all(is_gone(ctx.session, one) for one in left):
            continue
        for seat, player in enumerate(table.players):
            if seat not in table.kept and not is_gone(ctx.session, player):
                at = moment_for(ctx, table, Seat(seat))
                tell(at, Seat(seat), _unorganised, f"unorganised{who.id}", asking=True)


def _unorganised(reader: Reader) -> Adopting:
    return Adopting(replace(reader.frame, organiser=""), "unorganised")
