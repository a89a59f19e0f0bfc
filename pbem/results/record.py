"""A game's readable record, as everybody may read it."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Deal, replay, standing
from engine.record import write_record
from pbem.domain.logged import Logged
from pbem.domain.model import Table


def public_record(table: Table, log: Sequence[Logged]) -> str:
    """The record of what is shown of a game, without what nobody may see yet of a running deal.

    Its hands, a card face down and bids that are sealed are left out; the caller leaves out moves
    that are held back.
    """
    events = standing(logged.entry for logged in log)
    seats = ", ".join(f"{seat} {player.name}" for seat, player in enumerate(table.players))
    if not events:
        return f"# {table.name}: {seats}\nnot begun"
    lines = write_record(events).splitlines()
    if (deal := replay(events).deal) is not None:
        last = max(at for at, line in enumerate(lines) if line.startswith("deal by "))
        lines[last] = f"{lines[last].partition(':')[0]}: hands hidden until the deal is over"
        lines[last + 1] = lines[last + 1].partition(", face down")[0]
        lines[last + 2 :] = filter(None, (_open_line(line, deal) for line in lines[last + 2 :]))
    return "\n".join([f"# {table.name}: {seats}", *lines])


def _open_line(line: str, deal: Deal) -> str:
    """A line of the record of the deal under way, without what is sealed in it."""
    seat, _, told = line.partition(" ")
    if told.startswith("lays "):
        return f"{seat} lays a bid aside"
    sealed = deal.rules.bid_mode.sealed and deal.bids_made < len(deal.bidders)
    return f"{seat} makes a sealed bid" if sealed and told.startswith("bids ") else line
