"""Watching a game: who may, and that it begins and ends."""

from __future__ import annotations

from pbem.context import Context
from pbem.context.known import as_known, sealed
from pbem.domain.model import Outsider, Player, Stage, Table
from pbem.domain.outcomes import Changed, Outcome, Unchanged
from pbem.domain.vocabulary import Already, Change, Unmet
from pbem.letters.pages.watching import Watching, WatchingEnds
from pbem.letters.reader import computers_of
from pbem.letters.taps import Taps, taps_of
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify
from pbem.notifications.silence import why_silent
from pbem.orders.keywords import Watchers
from pbem.orders.organiser.words import similar
from pbem.store import people, watching
from pbem.store.codes import mint
from pbem.store.games import games_at, load_table
from pbem.store.inbound import leave_unanswered

MOST_WATCHERS = 30
"""So many watch a game at most: each deal is a mail to each of them."""


def watchable(ctx: Context) -> dict[str, Table]:
    """The games that can be watched, by name."""
    if ctx.settings.watchers == "nobody":
        return {}
    tables = (load_table(ctx.session, one) for one in games_at(ctx.session, *_LIVE))
    return {one.name: one for one in tables if one.setup.watchers is not Watchers.NO}


_LIVE = (Stage.INVITING, Stage.PLAYING)


def to_watch(ctx: Context, player: Player | Outsider, wanted: str) -> Table | Unmet:
    """The game that somebody may watch by its name, or why there is none."""
    tables = watchable(ctx)
    name = similar(wanted, tuple(tables)) if wanted else None
    if name is None:
        return Unmet.NOT_WATCHED
    table = tables[name]
    seated = [one.id for seat, one in enumerate(table.players) if seat not in table.left]
    if player.id in seated:
        return Unmet.PLAYS_THERE
    there = watching.watchers(ctx.session, table.id)
    if player.id not in there and len(there) >= MOST_WATCHERS:
        return Unmet.CROWDED
    return table


def begin_to_watch(ctx: Context, table: Table, player: Player, inbound: int) -> Outcome:
    """Let a player watch from now on, and tell what will come."""
    before = watching.watcher_of(ctx.session, table.id, player.id)
    if before is None or not before.watches:
        known = as_known(ctx.services, ctx.session, table, ctx.now).entries if table.begun else 0
        watching.begin(ctx.session, table.id, player.id, max(known, 1), ctx.now)
    say_what_comes(ctx, table, player, inbound)
    if before is not None and before.watches:
        return Unchanged(Already.WATCHES)
    return Changed(Change.WATCHES, table.name)


def say_what_comes(
    ctx: Context, table: Table, player: Player, inbound: int, *, unread: bool = False
) -> None:
    """Tell somebody who watches what that brings, and how to end it."""
    if why := why_silent(ctx, player.id, "watching"):
        leave_unanswered(ctx.session, inbound, why)
        return
    least, most = table.setup.rules.players
    count = min(max(least, len(table.players)), most)
    game = as_known(ctx.services, ctx.session, table, ctx.now).game if table.begun else None
    page = Watching(
        _taps(ctx, table, player),
        game=table.name,
        organiser=table.organiser.name,
        to=player.name,
        players=tuple(one.name for one in table.players),
        computers=computers_of(table),
        setup=table.setup,
        sizes=table.setup.rules.sizes(count),
        deal=len(game.deals) + 1 if game and not game.over else 0,
        sealed=sealed(ctx.session, table, ctx.now),
        unread=unread,
    )
    notify(ctx, page, player, f"in{inbound}", game=table, inbound=inbound)


def end_watching(ctx: Context, table: Table, player: Player, inbound: int) -> Outcome:
    """Let a player watch no more, and tell so."""
    one = watching.watcher_of(ctx.session, table.id, player.id)
    if one is not None and one.watches:
        watching.end(ctx.session, one.id, ctx.now)
    page = WatchingEnds(_taps(ctx, table, player), table.name, table.organiser.name, allowed=True)
    if why := why_silent(ctx, player.id, page.kind):
        leave_unanswered(ctx.session, inbound, why)
    else:
        notify(ctx, page, player, f"in{inbound}", game=table, inbound=inbound)
    if one is None or not one.watches:
        return Unchanged(Already.NOT_WATCHING)
    return Changed(Change.WATCHES_NO_MORE, table.name)


def forbid_watching(ctx: Context, table: Table, unique: str) -> None:
    """Let nobody watch a game any more, and tell those who did."""
    for number in watching.watchers(ctx.session, table.id):
        player = people.player(ctx.session, number)
        taps = _taps(ctx, table, player)
        page = WatchingEnds(taps, table.name, table.organiser.name, allowed=False)
        notify(ctx, page, player, f"{unique}.{number}", game=table)
    watching.end_all(ctx.session, ctx.now, game=table.id)


def _taps(ctx: Context, table: Table, player: Player) -> Taps:
    """Where answers of somebody go who watches, or has."""
    one = watching.watcher_of(ctx.session, table.id, player.id)
    if one is None:
        mailbox = ctx.services.addresses.mailbox
        return Taps(mailbox, mailbox, player.language)
    code = mint(ctx.session, ctx.services.addresses, Purpose.WATCH, one.id)
    return taps_of(code, table.name, player.language)
