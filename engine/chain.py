"""A digest of a game so far: who reads the same eight characters has the same history.

Each finished deal is a link of a chain of hashes, the deal under way its loose end. Only what a
spectator may know goes in, so that the digest tells nobody a card. docs/FAIRNESS.md specifies it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator

from engine.as_json import rules_to_dict
from engine.cards import codes
from engine.fold import start
from engine.state import Deal, Game, Trick
from engine.view import DealView, view

_LETTERS = 8


def so_far(name: str, game: Game) -> str:
    """The digest of a game as everybody at the table may know it: eight letters and digits."""
    head = [name, json.dumps(rules_to_dict(game.rules)), str(game.players), str(game.first_dealer)]
    link = _linked("oh hell chain", head)
    for deal in game.deals:
        link = _linked(link, _told(deal))
    if (under_way := view(game).deal if game.deal else None) is not None:
        link = _linked(link, _told(under_way))
    return base64.b32encode(bytes.fromhex(link)).decode()[:_LETTERS].lower()


def before_the_first_deal(name: str, game: Game) -> str:
    """The digest of a game when its first dealer was known and no card dealt."""
    return so_far(name, start(game.rules, game.players, game.first_dealer))


def _linked(link: str, lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in (link, *lines)).encode()).hexdigest()


def _told(deal: Deal | DealView) -> Iterator[str]:
    """A deal in lines, as far as everybody knows it."""
    yield f"deal {deal.number} by {deal.dealer}, size {deal.size}"
    yield f"turned {deal.turn_up or '-'}, trump {deal.trump or '-'}"
    yield "bids " + " ".join("-" if bid is None else str(bid) for bid in deal.bids)
    for seat, laid in enumerate(deal.laid):
        if laid:
            yield f"{seat} laid {codes(laid)}"
    for trick in deal.tricks:
        yield f"{_cards(trick)}, taken by {trick.taker}"
    if deal.trick.cards:
        yield _cards(deal.trick)
    if deal.points is not None:
        yield f"points {' '.join(map(str, deal.points))}"


def _cards(trick: Trick) -> str:
    played = (
        f"{card}={trick.call(at)}" if trick.call(at) else str(card)
        for at, card in enumerate(trick.cards)
    )
    return f"{trick.leader} led {' '.join(played)}"
