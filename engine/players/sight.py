"""What one seat can work out from the open cards: what is unseen, and who is out of a suit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.cards import STANDARD_PACK, SUITS, Card, Hand, Pack, Seat, Suit
from engine.view import DealView

_NEARLY_ALL = 0.97
"""A share of the unseen cards is never taken for all of them, so that no chance is quite nil."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A deal from one seat.

    `unseen` has, for each suit, the ranks that are neither held, nor played, nor turned up: they
    lie with the others or in the stock. `void` has the seats known to be out of a suit.
    """

    seat: Seat
    deal: DealView
    hand: Hand
    unseen: dict[Suit, tuple[int, ...]]
    void: frozenset[tuple[Seat, Suit]]

    @property
    def hidden(self) -> int:
        """How many cards are unseen."""
        return sum(map(len, self.unseen.values()))

    @property
    def others_share(self) -> float:
        """The share of the unseen cards that the other seats hold together."""
        held = (self.deal.players - 1) * len(self.hand) - len(self.deal.trick.cards)
        return min(_NEARLY_ALL, held / max(1, self.hidden))

    @property
    def seat_share(self) -> float:
        """The share of the unseen cards that one seat holds that has still to play to the trick."""
        return min(_NEARLY_ALL, len(self.hand) / max(1, self.hidden))

    @property
    def others_need(self) -> float:
        """How many tricks the others want together; who has not bid wants a fair part."""
        deal = self.deal
        fair = deal.size / deal.players
        needs = [
            fair if bid is None else max(0, bid - taken)
            for bid, taken in zip(deal.bids, deal.taken, strict=True)
        ]
        return sum(needs) - needs[self.seat]

    def higher(self, card: Card) -> int:
        """How many unseen cards of its suit beat a card."""
        return sum(rank > card.rank for rank in self.unseen[card.suit])


def sight(seat: Seat, deal: DealView, hand: Hand, pack: Pack = STANDARD_PACK) -> Sight:
    """What a seat with this hand can work out from a deal."""
    seen = set(hand)
    void = set()
    if deal.turn_up is not None:
        seen.add(deal.turn_up)
    for trick in (*deal.tricks, deal.trick):
        seen.update(trick.cards)
        for place, card in enumerate(trick.cards):
            if card.suit is not trick.cards[0].suit:
                void.add((Seat((trick.leader + place) % deal.players), trick.cards[0].suit))
    unseen: dict[Suit, list[int]] = {suit: [] for suit in SUITS}
    for card in _all_cards(pack):
        if card not in seen:
            unseen[card.suit].append(card.rank)
    ranks = {suit: tuple(those) for suit, those in unseen.items()}
    return Sight(seat, deal, hand, ranks, frozenset(void))


@cache
def _all_cards(pack: Pack) -> Hand:
    return pack.cards()
