"""A player of a few lines, to measure others by: it counts high cards, and thinks no further."""

from __future__ import annotations

from engine import Choice, LayBid, MakeBid, NameTrump, PlayCard, View, choices
from engine.bidding import bid_by
from engine.cards import Card, Rank
from engine.order import best_card, power
from engine.view import DealView


def choose_by_rule(view: View) -> Choice:
    """What somebody would choose who knows only that high cards and trumps take tricks."""
    deal = view.deal
    assert deal is not None
    options = choices(view)
    match options[0]:
        case PlayCard():
            return max(options, key=lambda one: _play(one, view, deal))
        case MakeBid():
            guess = sum(_takes(card, deal) for card in view.hand)
            return min(options, key=lambda one: _off(one, guess))
        case NameTrump():
            longest = {
                one: sum(card.suit is one for card in view.hand) for one in view.legal_trumps
            }
            return max(options, key=lambda one: longest[one.trump] if _names(one) else 0)
        case LayBid():
            return min(options, key=lambda one: _off_laid(one, view, deal))


def _takes(card: Card, deal: DealView) -> float:
    """What a high card or a trump counts."""
    if not card.plain:
        return 0.0 if card.suit == "X" else 1.0
    if card.suit is deal.trump:
        return 1.0 if card.rank >= Rank.TEN else 0.5
    return {Rank.ACE: 1.0, Rank.KING: 0.5}.get(card.rank, 0.0)


def _off(choice: Choice, guess: float) -> float:
    return abs(choice.tricks - guess) if isinstance(choice, MakeBid) else 0.0


def _names(choice: Choice) -> bool:
    return isinstance(choice, NameTrump)


def _off_laid(choice: Choice, view: View, deal: DealView) -> float:
    if not isinstance(choice, LayBid) or choice.premium is not None:
        return 100.0
    left = [card for card in view.hand if card not in choice.cards]
    guess = sum(_takes(card, deal) for card in left)
    return abs(guess - bid_by(choice.cards, deal.turn_up))


def _play(choice: Choice, view: View, deal: DealView) -> tuple[bool, int]:
    """The lowest winner while tricks are wanted, the highest loser afterwards."""
    assert isinstance(choice, PlayCard)
    card, trick = choice.card, deal.trick
    bid = view.bid
    wants = bid is None or deal.taken[choice.seat] < bid
    calls = (*(trick.calls or (None,) * len(trick.cards)), choice.call)
    wins = best_card((*trick.cards, card), deal.ranking, calls) == len(trick.cards)
    height = power(card, deal.ranking) + 20 * (card.suit is deal.trump)
    if not trick.cards:
        return True, height if wants else -height
    if wants:
        return wins, -height
    return not wins, -height if wins else height
