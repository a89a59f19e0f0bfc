"""The easy player: steady, but it misjudges hands and plays cards that only look good."""

from __future__ import annotations

from engine.cards import Card
from engine.commands import Choice, MakeBid, PlayCard
from engine.order import best_card, power
from engine.players.dice import Dice, dice_at
from engine.players.steady import choose
from engine.view import DealView, View

_MISJUDGES = 0.4
"""How often a bid is one beside the steady player's."""

_GLANCES = 0.7
"""How often a card is played at a glance, without a count of what is still to come."""


def choose_easy(view: View, seed: bytes) -> Choice:
    """What this player would choose; ValueError if it is not its turn.

    The mistakes are a person's: one trick too many or too few is bid, the trick is taken that was
    not wanted any more, the high card kept that had better gone. What they are follows from the
    view and the seed.
    """
    chosen = choose(view)
    deal = view.deal
    assert deal is not None
    dice = dice_at(seed, deal)
    match chosen:
        case MakeBid(seat, tricks) if dice.chance() < _MISJUDGES:
            beside = [bid for bid in view.legal_bids if abs(bid - tricks) == 1]
            return MakeBid(seat, beside[dice.below(len(beside))]) if beside else chosen
        case PlayCard(seat, _, None) if dice.chance() < _GLANCES:
            return PlayCard(seat, _at_a_glance(view, deal, dice))
        case _:
            return chosen


def _at_a_glance(view: View, deal: DealView, dice: Dice) -> Card:
    """The highest card while tricks are wanted, the lowest afterwards; now and then any."""
    said = dict(view.calls)
    cards = [card for card in view.legal_cards if card not in said]
    if dice.below(4) == 0:
        return cards[dice.below(len(cards))]
    bid = view.bid
    wanted = bid is None or deal.taken[view.seat or 0] < bid
    ranking = deal.ranking

    def height(card: Card) -> tuple[bool, int]:
        takes = best_card((*deal.trick.cards, card), ranking) == len(deal.trick.cards)
        return takes, power(card, ranking)

    return max(cards, key=height) if wanted else min(cards, key=height)
