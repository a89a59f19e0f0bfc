"""A game as JSON that everybody may read: its rules, and its log without what is hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine import BidChanged, BidLaid, BidMade, CardsDealt, Deal, Entry, replay, standing
from engine.as_json import entry_to_dict, rules_to_dict
from pbem.letters.reader import computers_of
from pbem.results.shown import ShownGame

FORMAT = "a game of Oh Hell! by mail, as everybody may read it"


def public_json(shown: ShownGame) -> bytes:
    """The file of a game: hands of finished deals only, and no bid that is sealed."""
    events = standing(logged.entry for logged in shown.log)
    told = {
        "format": FORMAT,
        "game": shown.table.name,
        "players": list(shown.names),
        "computers": dict(computers_of(shown.table)),
        "preset": shown.table.setup.preset,
        "rules": rules_to_dict(shown.view.rules),
        "totals": list(shown.view.totals),
        "over": shown.view.winners is not None,
        "log": list(_log(events, replay(events).deal)),
    }
    return json.dumps(told, ensure_ascii=False, indent=1).encode() + b"\n"


def _log(events: Sequence[Entry], running: Deal | None) -> Iterator[dict[str, Any]]:
    last = max((at for at, one in enumerate(events) if isinstance(one, CardsDealt)), default=0)
    for at, event in enumerate(events):
        told = entry_to_dict(event)
        if running is not None and at >= last:
            told = _open(event, told, running)
        yield {"kind": type(event).__name__, **told}


def _open(event: Entry, told: dict[str, Any], deal: Deal) -> dict[str, Any]:
    """An entry of the deal under way, without what nobody may see yet."""
    sealed = deal.rules.bid_mode.sealed and deal.bids_made < len(deal.bidders)
    match event:
        case CardsDealt():
            return {name: told[name] for name in ("dealer", "turn_up", "trump") if name in told}
        case BidLaid():
            return {"seat": event.seat}
        case BidMade() | BidChanged() if sealed:
            return {"seat": event.seat}
        case _:
            return told
