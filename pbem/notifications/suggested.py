"""What an organiser may order of a game as taps: a few orders, or the three that make sense now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from pbem.context import Context
from pbem.context.known import as_known
from pbem.domain.model import Reply, Stage, Table
from pbem.letters.pages.standings import OrderTap
from pbem.letters.speech import Speech, speech
from pbem.letters.taps import Taps

_NAME = "{name}"

_WORDS: Mapping[str, tuple[str, ...]] = {
    "start": ("start",),
    "start_now": ("start_now",),
    "cancel": ("cancel",),
    "invite": ("invite",),
    "rules": ("set",),
    "pace": ("deadline",),
    "open": ("open",),
    "replace": ("replace", _NAME, "with"),
    "address": ("address", _NAME),
    "uninvite": ("uninvite", _NAME),
    "remind": ("remind", _NAME),
    "pause": ("pause",),
    "resume": ("resume",),
    "same_again": ("same_again",),
    "standings": ("standings",),
    "close": ("close",),
    "status": ("status",),
}
"""How orders are written, by what they do: the lists whose words they are made of."""

_EXAMPLES = {
    "extend": ("extend Ruth 3 days", "Ruth", _NAME),
    "evening": ("hold 0", "0", "0"),
    "hold": ("hold 0", "0", "10"),
    "league": (
        "new league Winter with eva@..., jan@..., 4 at a table, 3 rounds, 1 up",
        "Winter",
        _NAME,
    ),
}
"""Those that are an example of help, and what is written in the place of what; the addresses of
one, and what stands behind them, are left to its writer.
"""

_UNFINISHED = ("invite", "replace", "address", "rules", "pace", "league")
"""The orders whose end is to be written."""

_SLOW, _VERY_SLOW = timedelta(hours=12), timedelta(days=2)
"""A game that waits so long may need a word; and perhaps somebody else."""

_ENDED = ("same_again", "standings", "close")
_AT = {
    Stage.DRAFT: ("start", "invite", "cancel"),
    Stage.OVER: _ENDED,
    Stage.CANCELLED: _ENDED,
}


def written_orders(
    name: str, taps: Taps, some: Sequence[str], *, about: str = ""
) -> tuple[OrderTap, ...]:
    """Some orders about a player of a game, or about the game; each begins with what it is
    `about`.
    """
    found = []
    for what in some:
        code, line = (
            f"{about}: " * bool(about) + _written(what, said).replace(_NAME, name)
            for said in (speech("en"), taps.said)
        )
        tap = (taps.to_fill if what in _UNFINISHED else taps.to)(code, line)
        found.append(OrderTap(what, name, line, tap))
    return tuple(found)


def _written(what: str, said: Speech) -> str:
    """An order as it is typed in a language."""
    if what in _WORDS:
        return " ".join(one if one == _NAME else said.order(one) for one in _WORDS[what])
    example, usual, other = _EXAMPLES[what]
    line, _, _ = said.messages.pgettext("order", example).partition(" eva@")
    return line.replace(usual, other)


def in_list(
    table: Table, waits_for: str, waiting: timedelta | None, pace: timedelta | None, taps: Taps
) -> tuple[OrderTap, ...]:
    """The orders that make sense for a game among others, beginning with its name; none for one
    that goes its way.

    It waits so long for somebody, and its answers come at such a `pace`.
    """

    def some(*orders: str, name: str = waits_for) -> tuple[OrderTap, ...]:
        return written_orders(name, taps, orders, about=table.name)

    if table.stage is Stage.DRAFT:
        return some("start", "cancel")
    if table.stage is Stage.INVITING:
        if Reply.NOTHING not in table.said:
            return some("start")
        return some("remind", "start_now", name=_silent(table))
    if table.stage is Stage.CANCELLED:
        return some("same_again", "close")
    if table.stage is Stage.OVER:
        league = written_orders(table.name, taps, ("league",))
        return (*some("same_again"), *league, *some("close"))
    if table.paused_at is not None:
        return some("resume")
    if table.kept:
        return some("replace", name=table.players[min(table.kept)].name)
    if waiting is None or waiting < max(_SLOW, pace or _SLOW):
        return ()
    return some("extend", "remind", *(("replace", "address") if waiting >= _VERY_SLOW else ()))


def _silent(table: Table) -> str:
    """Who has not answered an invitation yet."""
    return table.players[table.said.index(Reply.NOTHING)].name


def suggested(ctx: Context, table: Table, taps: Taps) -> tuple[OrderTap, ...]:
    """The three orders that make sense as a game stands, as far as all may know it."""
    if table.stage in _AT:
        return written_orders("", taps, _AT[table.stage])
    if table.stage is Stage.INVITING:
        if Reply.NOTHING not in table.said:
            return written_orders("", taps, ("start", "invite", "cancel"))
        return written_orders(_silent(table), taps, ("remind", "invite", "start_now"))
    if table.paused_at is not None:
        return written_orders("", taps, ("resume", "status", "standings"))
    if table.absent:
        name = table.players[min(table.absent)].name
        return written_orders(name, taps, ("replace", "address", "pause"))
    waits = as_known(ctx.services, ctx.session, table, ctx.now).game.awaiting
    name = table.players[waits[0]].name if waits else ""
    return written_orders(name, taps, ("extend", "remind", "pause") if waits else ("pause",))
