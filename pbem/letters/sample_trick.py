"""A trick that shows somebody new how the cards of a game are played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine import Card, Rules, Suit
from engine.order import best_card, power, suit_in_play
from engine.trump import TrumpBy


@dataclass(frozen=True, slots=True)
class SampleTrick:
    """One card led, one that beats it, and a low trump that takes the trick."""

    trump: Suit
    cards: tuple[Card, Card, Card]


@cache
def sample_trick(rules: Rules, players: int) -> SampleTrick | None:
    """Such a trick by the rules of a game for so many players; None where there is none."""
    if rules.trump is TrumpBy.NONE:
        return None
    trump = next((suit for suit in rules.trump_cycle if suit), Suit.HEARTS)
    led = Suit.SPADES if trump is not Suit.SPADES else Suit.HEARTS
    ranking = rules.ranking(trump, None)
    pack = [
        card
        for card in rules.pack_for(players).cards()
        if card.plain and suit_in_play(card, ranking) is card.suit
    ]
    follow, trumps = (
        sorted({card for card in pack if card.suit is suit}, key=lambda card: power(card, ranking))
        for suit in (led, trump)
    )
    if len(follow) < 3 or not trumps:
        return None
    cards = (follow[len(follow) // 2], follow[-2], trumps[0])
    return SampleTrick(trump, cards) if best_card(cards, ranking) == 2 else None
