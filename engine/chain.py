"""A digest of a game so far: who reads the same eight characters has the same history.

Each finished deal is a link of a chain of hashes, the deal under way its loose end. Only what a
spectator may know goes in, so that the digest tells nobody a card. docs/FAIRNESS.md specifies it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.as_json import rules_to_dict
from engine.cards import codes
from engine.state import Deal, Game, Trick
from engine.view import DealView, deal_view

_LETTERS = 8


@dataclass(frozen=True, slots=True)
class Chain:
    """The last link of a game's chain, and how many finished deals it has.

    Whoever follows a game goes on from here, so that each deal is told once.
    """

    link: str
    deals: int = 0

    def after(self, game: Game) -> Chain:
        """The chain with the deals that have been finished since."""
        link = self.link
        for deal in game.deals[self.deals :]:
            link = _linked(link, _told(deal))
        return Chain(link, len(game.deals))

    def so_far(self, game: Game) -> str:
        """The digest of the game as everybody may know it: eight letters and digits."""
        link = self.after(game).link
        if game.deal is not None:
            link = _linked(link, _told(deal_view(game.deal)))
        return base64.b32encode(bytes.fromhex(link)).decode()[:_LETTERS].lower()


def chain_of(name: str, game: Game) -> Chain:
    """The beginning of a game's chain: its name, its rules, and who deals first."""
    head = [name, json.dumps(rules_to_dict(game.rules)), str(game.players), str(game.first_dealer)]
    return Chain(_linked("oh hell chain", head))


def so_far(name: str, game: Game) -> str:
    """The digest of a game, all its deals told anew."""
    return chain_of(name, game).so_far(game)


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
