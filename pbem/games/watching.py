"""Games that can be watched, or read once they are over: which, by whom, and that none may."""

from __future__ import annotations

from pbem.context import Context
from pbem.context.known import as_known, sealed
from pbem.domain.model import Outsider, Player, Stage, Table
from pbem.domain.vocabulary import Unmet
from pbem.letters.pages.watching import WatchingEnds
from pbem.letters.taps import Taps, taps_of
from pbem.mail.codes import Purpose
from pbem.notifications.mailer import notify
from pbem.orders.keywords import Watchers
from pbem.orders.organiser.words import similar
from pbem.store import people, watching
from pbem.store.codes import mint
from pbem.store.games import find_game, games_at, load_table

MOST_WATCHERS = 30
"""So many watch a game at most: each deal is a mail to each of them."""

_MOST_ENDED = 10
"""So many games that are over are listed."""


def watchable(ctx: Context) -> dict[str, Table]:
    """The games that can be watched, by name."""
    if ctx.settings.watchers == "nobody":
        return {}
    tables = (load_table(ctx.session, one) for one in games_at(ctx.session, *_LIVE))
    return {one.name: one for one in tables if one.setup.watchers is not Watchers.NO}


_LIVE = (Stage.INVITING, Stage.PLAYING)


def readable(ctx: Context, player: Player | Outsider) -> tuple[Table, ...]:
    """The games of others that are over and that all may read, of the last that could be watched;
    the newest first.
    """
    numbers = watching.ended(ctx.session, _MOST_ENDED)
    tables = (load_table(ctx.session, number) for number in numbers)
    return tuple(one for one in tables if _is_readable(ctx, one) and not _plays(one, player))


def _is_readable(ctx: Context, table: Table) -> bool:
    """Whether all may read a game, from its first card to the final score."""
    if ctx.settings.watchers == "nobody" or table.setup.watchers is Watchers.NO:
        return False
    if table.stage is not Stage.OVER or sealed(ctx.session, table, ctx.now):
        return False
    return not as_known(ctx.services, ctx.session, table, ctx.now).hiding


def _plays(table: Table, player: Player | Outsider) -> bool:
    return player.id in [one.id for seat, one in enumerate(table.players) if seat not in table.left]


def _named(ctx: Context, player: Player | Outsider, wanted: str) -> Table | None:
    """The game that is meant by a name: one that can be read by its whole name, or what is like it
    of those that can be watched and of the last that can be read.
    """
    if not wanted:
        return None
    number = find_game(ctx.session, wanted)
    if number is not None and _is_readable(ctx, table := load_table(ctx.session, number)):
        return table
    tables = {table.name: table for table in readable(ctx, player)} | watchable(ctx)
    name = similar(wanted, tuple(tables))
    return None if name is None else tables[name]


def to_watch(ctx: Context, player: Player | Outsider, wanted: str) -> Table | Unmet:
    """The game that somebody may watch by its name, or read if it is over; or why there is none."""
    table = _named(ctx, player, wanted)
    if table is None:
        return Unmet.NOT_WATCHED
    if _plays(table, player):
        return Unmet.PLAYS_THERE
    there = watching.watchers(ctx.session, table.id)
    if table.stage in _LIVE and player.id not in there and len(there) >= MOST_WATCHERS:
        return Unmet.CROWDED
    return table


def forbid_watching(ctx: Context, table: Table, unique: str) -> None:
    """Let nobody watch a game any more, and tell those who did."""
    for number in watching.watchers(ctx.session, table.id):
        player = people.player(ctx.session, number)
        taps = watcher_taps(ctx, table, player)
        page = WatchingEnds(taps, table.name, table.organiser.name, allowed=False)
        notify(ctx, page, player, f"{unique}.{number}", game=table)
    watching.end_all(ctx.session, ctx.now, game=table.id)


def watcher_taps(ctx: Context, table: Table, player: Player) -> Taps:
    """Where answers of somebody go who watches, or has."""
    one = watching.watcher_of(ctx.session, table.id, player.id)
    if one is None:
        mailbox = ctx.services.addresses.mailbox
        return Taps(mailbox, mailbox, player.language)
    code = mint(ctx.session, ctx.services.addresses, Purpose.WATCH, one.id)
    return taps_of(code, table.name, player.language)
