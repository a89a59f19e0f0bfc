"""How an organiser's games stand, a line each, with what may be ordered for them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from statistics import median
from zoneinfo import ZoneInfo

from engine import DealStage, Game
from pbem.context import Context
from pbem.context.known import as_known, asked_openly
from pbem.domain.asking import Waited, waited
from pbem.domain.model import Stage, Table
from pbem.games.start import free
from pbem.letters.pages.standings import GameLine
from pbem.letters.reader import computers_of, replies
from pbem.letters.taps import Taps
from pbem.notifications.suggested import in_list
from pbem.store.answers import answer_times
from pbem.store.leagues import in_league

_ANSWERS = 20
"""So many of a game's last answers make its pace."""


def game_lines(ctx: Context, tables: Sequence[Table], taps: Taps) -> tuple[GameLine, ...]:
    """How games stand, as everybody may know it: those first that have waited longest."""
    return tuple(sorted((_game_line(ctx, one, taps) for one in tables), key=_longest_first))


def _longest_first(line: GameLine) -> tuple[bool, bool, timedelta]:
    return line.stage != "playing", line.paused, -(line.waiting or timedelta())


def _game_line(ctx: Context, table: Table, taps: Taps) -> GameLine:
    said = tuple(
        (player.name, answer) for player, answer in zip(table.players, replies(table), strict=True)
    )
    if table.stage is not Stage.PLAYING:
        orders = in_list(table, "", None, None, taps)
        if in_league(ctx.session, table.id):
            orders = tuple(one for one in orders if one.what != "league")
        return GameLine(
            *(table.name, table.stage.value, 0, None, (), Waited(), said),
            paused=False,
            free=free(ctx.session, table),
            computers=computers_of(table),
            taps=orders,
        )
    known = as_known(ctx.services, ctx.session, table, ctx.now)
    game = known.game
    asked = asked_openly(ctx.session, table, ctx.now, hiding=known.hiding)
    since = waited((one for one in asked if one.seat in game.awaiting), ctx.now)
    names = tuple(table.players[seat].name for seat in game.awaiting)
    took = answer_times(ctx.session, table.id, _ANSWERS)
    waiting = ctx.now - since.since if since.since else None
    pace = timedelta(seconds=median(one.total_seconds() for one in took)) if took else None
    return GameLine(
        table.name,
        table.stage.value,
        len(game.deals) + 1,
        game.deal_count,
        names,
        since,
        said,
        paused=table.paused_at is not None,
        computers=computers_of(table),
        trick=_trick(game),
        waiting=waiting,
        pace=pace,
        away=tuple(
            (player.name, span.last)
            for player in table.players
            for span in player.away
            if ctx.now.astimezone(ZoneInfo(player.zone)).date() in span
        ),
        taps=in_list(table, names[0] if names else "", waiting, pace, taps),
    )


def _trick(game: Game) -> int:
    """Which trick is under way; 0 while there is none."""
    return len(game.deal.tricks) + 1 if game.deal and game.deal.stage is DealStage.PLAY else 0
