"""Whoever wants to watch a game, or no more, from whatever letter the wish comes."""

from __future__ import annotations

from pbem.commands.player.row import Done, Row, SeatContext
from pbem.context import Context
from pbem.context.known import as_known, not_begun, sealed
from pbem.domain.model import Outsider, Player, Stage, Table
from pbem.domain.outcomes import Changed, Outcome, Refused, Unchanged
from pbem.domain.vocabulary import Already, Change, Unmet
from pbem.games.watching import readable, to_watch, watchable, watcher_taps
from pbem.letters.pages.helping import HelpLine
from pbem.letters.pages.watching import Watchable, Watching, WatchingEnds
from pbem.letters.reader import computers_of
from pbem.letters.speech import speech
from pbem.letters.taps import Taps
from pbem.notifications.mailer import notify, seat_taps
from pbem.notifications.moment import moment_for
from pbem.notifications.silence import left_unanswered, why_silent
from pbem.notifications.watching import tell_the_end_to
from pbem.orders.model import Request
from pbem.orders.organiser.words import similar
from pbem.store import watching
from pbem.store.consent import wants_mail
from pbem.store.games import load_table
from pbem.store.inbound import leave_unanswered


def wished(ctx: Context, player: Player, order: Request, taps: Taps, inbound: int) -> Outcome:
    """Let a player watch a game, or no more; what became of it.

    Who names none watches none of them any more, or is told which there are.
    """
    if order.wish == "unwatch":
        return _unwatch(ctx, player, order.topic, taps, inbound)
    found = to_watch(ctx, player, order.topic)
    if isinstance(found, Table):
        wants_mail(ctx.session, player.id, ctx.now)
        return _begin_to_watch(ctx, found, player, inbound)
    tell_watchable(ctx, player, player.language, taps, inbound, found, order.topic)
    return Refused(found)


def _unwatch(ctx: Context, player: Player, named: str, taps: Taps, inbound: int) -> Outcome:
    watched = watching.watched_by(ctx.session, player.id)
    tables = [load_table(ctx.session, one.game) for one in watched]
    name = similar(named, tuple(one.name for one in tables)) if named else None
    ending = [one for one in tables if name in (None, one.name)] if name or not named else []
    if not ending:
        tell_watchable(ctx, player, player.language, taps, inbound, None, "")
        return Unchanged(Already.NOT_WATCHING)
    for table in ending[1:]:
        one = watching.watcher_of(ctx.session, table.id, player.id)
        assert one is not None
        watching.end(ctx.session, one.id, ctx.now)
    return end_watching(ctx, ending[0], player, inbound)


def _begin_to_watch(ctx: Context, table: Table, player: Player, inbound: int) -> Outcome:
    """Let a player watch from now on, and tell what will come; of a game that is over, how it went,
    with every deal for the asking.
    """
    before = watching.watcher_of(ctx.session, table.id, player.id)
    if before is None or not before.watches:
        known = as_known(ctx.services, ctx.session, table, ctx.now).entries if table.begun else 0
        watching.begin(ctx.session, table.id, player.id, max(known, 1), ctx.now)
    if table.stage is Stage.OVER:
        tell_the_end_to(moment_for(ctx, table, None), player, inbound)
        return Changed(Change.WATCHES, table.name)
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
    game = (
        as_known(ctx.services, ctx.session, table, ctx.now).game
        if table.begun
        else not_begun(table)
    )
    page = Watching(
        watcher_taps(ctx, table, player),
        game=table.name,
        organiser=table.organiser.name,
        players=tuple(one.name for one in table.players),
        computers=computers_of(table),
        setup=table.setup,
        sizes=table.setup.rules.sizes(game.players),
        deal=len(game.deals) + 1 if table.begun and not game.over else 0,
        sealed=sealed(ctx.session, table, ctx.now),
        unread=unread,
    )
    notify(ctx, page, player, f"in{inbound}", game=table, inbound=inbound)


def end_watching(ctx: Context, table: Table, player: Player, inbound: int) -> Outcome:
    """Let a player watch no more, and tell so."""
    one = watching.watcher_of(ctx.session, table.id, player.id)
    if one is not None and one.watches:
        watching.end(ctx.session, one.id, ctx.now)
    page = WatchingEnds(
        watcher_taps(ctx, table, player), table.name, table.organiser.name, allowed=True
    )
    if why := why_silent(ctx, player.id, page.kind):
        leave_unanswered(ctx.session, inbound, why)
    else:
        notify(ctx, page, player, f"in{inbound}", game=table, inbound=inbound)
    if one is None or not one.watches:
        return Unchanged(Already.NOT_WATCHING)
    return Changed(Change.WATCHES_NO_MORE, table.name)


def tell_watchable(
    ctx: Context,
    to: Player | Outsider,
    language: str,
    taps: Taps,
    inbound: int,
    why: Unmet | None,
    wanted: str,
) -> bool:
    """Write which games the reader can watch or read, and why not the one that was asked for;
    whether it is written.
    """
    if left_unanswered(ctx, inbound, to.id, Watchable.kind):
        return False
    word = speech(language).say("requests", "watch")
    names = tuple(watchable(ctx))
    free = (one for one in names if isinstance(to_watch(ctx, to, one), Table))
    over = (table.name for table in readable(ctx, to))
    games, ended = (
        tuple((one, taps.to(f"watch {one}", f"{word} {one}")) for one in some)
        for some in (free, over)
    )
    meant = (similar(wanted, names) if wanted else None) or wanted[:40]
    page = Watchable(taps, "", why=why, wanted=meant, games=games, ended=ended)
    return notify(ctx, page, to, f"in{inbound}", inbound=inbound) is None


def watch(ctx: SeatContext, order: Request) -> Done:
    """Let a player watch another game, or no more."""
    taps = seat_taps(ctx, ctx.table, ctx.seat)
    return Done(wished(ctx, ctx.player, order, taps, ctx.inbound))


ROWS = (
    Row(
        *("watch", watch),
        account=True,
        naming=True,
        line=HelpLine("be sent each deal of another game, where it allows that", "rarely", "Lindy"),
    ),
    Row(
        *("unwatch", watch),
        account=True,
        naming=True,
        line=HelpLine("and no more of it", "rarely", "Lindy"),
    ),
)
