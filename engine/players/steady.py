"""The steady player: bids what its cards are worth, then plays to take exactly that.

It has no memory and throws no dice, so the same view always gets the same answer; the server's
announced defaults rest on that.
"""

from __future__ import annotations

from engine.cards import Card
from engine.players.odds import exactly, takes_trick
from engine.players.sight import Sight, sight
from engine.players.worth import chances, hand_worth
from engine.view import DealView, View


def choose(view: View) -> int | Card:
    """The bid or card this player would choose; ValueError if it is not its turn."""
    legal = view.legal
    if not legal or view.deal is None:
        raise ValueError("nothing to choose")
    if view.legal_cards:
        return _card(view, view.deal)
    return fair_bid(view)


def fair_bid(view: View) -> int:
    """The allowed bid nearest to what the hand is worth, the lower of two as near."""
    if view.deal is None or view.seat is None or not view.legal_bids:
        raise ValueError("no bid to make")
    worth = hand_worth(sight(view.seat, view.deal, view.hand, view.rules.pack_for(view.players)))
    return min(view.legal_bids, key=lambda bid: (abs(bid - worth), bid))


def lowest_card(view: View) -> Card:
    """The lowest card that may be played: lowest rank, a trump only if nothing else is allowed."""
    trump = view.deal.trump if view.deal else None
    return min(view.legal_cards, key=lambda card: (card.suit is trump, card.rank, card.suit))


def _card(view: View, deal: DealView) -> Card:
    """The card that leaves the best chance to make the bid, the lower of two as good."""
    assert view.seat is not None
    if len(view.legal_cards) == 1:
        return view.legal_cards[0]
    seen = sight(view.seat, deal, view.hand, view.rules.pack_for(view.players))
    need = (deal.bids[view.seat] or 0) - deal.taken[view.seat]
    can_make = 0 <= need <= len(view.hand)

    def promise(card: Card) -> tuple[float, int]:
        good = _chance_to_make(seen, card, need) if can_make else _tricks_to_come(seen, card)
        return good, -card.rank

    return max(view.legal_cards, key=promise)


def _chance_to_make(seen: Sight, card: Card, need: int) -> float:
    """The chance to take exactly the tricks that are needed, if a card is played now."""
    takes = takes_trick(seen, card)
    made = 0.0
    if takes > 0 and need > 0:
        made += takes * exactly(need - 1, _rest(seen, card, takes=True))
    if takes < 1 and need < len(seen.hand):
        made += (1 - takes) * exactly(need, _rest(seen, card, takes=False))
    return made


def _tricks_to_come(seen: Sight, card: Card) -> float:
    """How many tricks to expect if a card is played now: all that counts once a bid is lost."""
    takes = takes_trick(seen, card)
    after_taking = 1 + sum(_rest(seen, card, takes=True))
    return takes * after_taking + (1 - takes) * sum(_rest(seen, card, takes=False))


def _rest(seen: Sight, card: Card, *, takes: bool) -> list[float]:
    """The chances of the cards left once one is played, whether it takes the trick or not."""
    at = seen.hand.index(card)
    left = seen.hand[:at] + seen.hand[at + 1 :]
    others_need = seen.others_need - (0 if takes else 1)
    return chances(seen, left, others_need, leads=takes)
