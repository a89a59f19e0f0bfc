"""What one seat can work out from the open cards: what is unseen, and who is out of a suit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import Card, Hand, Pack, Seat, Suit
from engine.order import Ranking, led_suit, power, suit_in_play
from engine.specials import Call, always_open
from engine.view import DealView

_NEARLY_ALL = 0.97
"""A share of the unseen cards is never taken for all of them, so that no chance is quite nil."""

Places = dict[Card, tuple[Suit | None, int]]
"""For each card of a pack the suit it counts as and its power in it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A deal from one seat.

    `unseen` has, for each suit, the powers of the cards that are neither held, nor played, nor
    turned up, nor open to this seat: they lie with the others or in the stock. `void` has the
    seats known to be out of a suit.
    """

    seat: Seat
    deal: DealView
    hand: Hand
    ranking: Ranking
    places: Places
    unseen: dict[Suit | None, tuple[int, ...]]
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
        """How many tricks the others want together; whose bid is unknown wants a fair part."""
        deal = self.deal
        fair = deal.size / deal.players
        needs = [
            fair if bid is None else max(0, bid - taken)
            for bid, taken in zip(deal.bids, deal.taken, strict=True)
        ]
        return sum(needs) - needs[self.seat]

    def suit(self, card: Card, call: Call | None = None) -> Suit | None:
        """The suit a card counts as, with what is said of it."""
        return self.places[card][0] if call is None else suit_in_play(card, self.ranking, call)

    def higher(self, card: Card, call: Call | None = None) -> int:
        """How many unseen cards of its suit beat a card."""
        suit, strength = self.places[card]
        if call is not None:
            suit, strength = self.suit(card, call), power(card, self.ranking, call)
        return sum(other > strength for other in self.unseen.get(suit, ()))


def sight(seat: Seat, deal: DealView, hand: Hand, pack: Pack) -> Sight:
    """What a seat with this hand can work out from a deal played with a pack."""
    ranking = deal.ranking
    places = _places(pack, ranking)
    seen = [*hand, *deal.laid[seat]]
    void = set()
    if deal.turn_up is not None:
        seen.append(deal.turn_up)
    for _, shown in deal.shown:
        seen += shown
    for trick in (*deal.tricks, deal.trick):
        seen += trick.cards
        led = led_suit(trick.cards, ranking, trick.calls)
        if led is None:
            continue
        for at, card in enumerate(trick.cards):
            if places[card][0] is not led and not always_open(card, ranking.specials):
                void.add((Seat((trick.leader + at * deal.way) % deal.players), led))
    unseen: dict[Suit | None, list[int]] = {suit: [] for suit in Suit}
    for card in _left(pack, seen):
        suit, strength = places[card]
        unseen.setdefault(suit, []).append(strength)
    powers = {suit: tuple(those) for suit, those in unseen.items()}
    return Sight(seat, deal, hand, ranking, places, powers, frozenset(void))


def _left(pack: Pack, seen: list[Card]) -> list[Card]:
    """The cards of a pack without those seen; of doubled cards one may be left."""
    if pack.added:
        return list((Counter(_all_cards(pack)) - Counter(seen)).elements())
    gone = set(seen)
    return [card for card in _all_cards(pack) if card not in gone]


@lru_cache(maxsize=64)
def _all_cards(pack: Pack) -> Hand:
    return pack.cards()


@lru_cache(maxsize=1024)
def _places(pack: Pack, ranking: Ranking) -> Places:
    return {card: (suit_in_play(card, ranking), power(card, ranking)) for card in _all_cards(pack)}
