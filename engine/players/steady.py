"""The steady player: bids what its cards are worth, then plays to take exactly that.

It has no memory and throws no dice, so the same view always gets the same answer; the server's
announced defaults rest on that.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from engine.bidding import BidMode, bid_by
from engine.cards import Card, Hand, Seat, Suit
from engine.commands import Choice, LayBid, MakeBid, NameTrump, PlayCard
from engine.order import PLAIN, best_card, power
from engine.play import Visibility
from engine.players.hands import hand_worth, worth_of
from engine.players.odds import exactly, takes_trick
from engine.players.sight import Sight, sight
from engine.players.worth import chances
from engine.specials import Call
from engine.view import DealView, View


def choose(view: View) -> Choice:
    """What this player would choose; ValueError if it is not its turn."""
    seat, deal = _turn(view)
    if view.legal_cards:
        return PlayCard(seat, *_card(view, deal, seat))
    if view.legal_trumps:
        return NameTrump(seat, _trump(view, deal, seat))
    if view.may_lay:
        return LayBid(seat, _laid(view, deal, seat))
    return MakeBid(seat, fair_bid(view))


def usual(view: View) -> Choice:
    """What is chosen for a silent player: the same, but the lowest card that may be played."""
    seat, _ = _turn(view)
    if not view.legal_cards:
        return choose(view)
    card = lowest_card(view)
    calls = dict(view.calls).get(card, ())
    return PlayCard(seat, card, _usual_call(card, calls) if calls else None)


def _usual_call(card: Card, calls: tuple[Call, ...]) -> Call:
    """What is said with a card for a silent player: that it is itself, or low."""
    return card if card in calls else calls[-1]


def fair_bid(view: View, more: float = 0.0) -> int:
    """The allowed bid nearest to what the hand is worth, the lower of two as near; `more` is what
    it is taken to be worth above that.
    """
    if view.deal is None or view.seat is None or not view.legal_bids:
        raise ValueError("no bid to make")
    worth = _worth(view, view.deal, view.seat) + more
    return min(view.legal_bids, key=lambda bid: (abs(bid - worth), bid))


def lowest_card(view: View) -> Card:
    """The lowest card that may be played: a trump only if nothing else is allowed.

    A jester is lower than any, a joker or a wizard the last to go.
    """
    ranking = view.deal.ranking if view.deal else PLAIN

    def height(card: Card) -> tuple[int, int, Suit]:
        if card.plain:
            return int(card.suit is ranking.trump), power(card, ranking), card.suit
        return (-1 if card.suit is Suit.JESTERS else 2), card.rank, card.suit

    return min(view.legal_cards, key=height)


def _turn(view: View) -> tuple[Seat, DealView]:
    if view.deal is None or view.seat is None or view.seat not in view.awaiting:
        raise ValueError("nothing to choose")
    return view.seat, view.deal


def _sight(view: View, deal: DealView, seat: Seat, hand: Hand) -> Sight:
    return sight(seat, deal, hand, view.rules.pack_for(view.players))


def _worth(view: View, deal: DealView, seat: Seat) -> float:
    """What a hand is worth in tricks, seen or not."""
    if deal.rules.visibility is Visibility.OTHERS_ONLY:
        return _on_the_forehead(view, deal, seat)
    if deal.rules.bid_mode is BidMode.BLIND:
        return deal.size / deal.players
    return hand_worth(_sight(view, deal, seat, view.hand))


def _on_the_forehead(view: View, deal: DealView, seat: Seat) -> float:
    """The chance that one unseen card takes the trick when those of the others lie open."""
    others = {other: hand[0] for other, hand in deal.shown}
    order = [
        Seat((deal.opening_leader + at * deal.way) % deal.players) for at in range(deal.players)
    ]
    seen = {*others.values(), deal.turn_up}
    unseen = [card for card in view.rules.pack_for(view.players).cards() if card not in seen]
    taken = [
        order[best_card(tuple(others.get(at, card) for at in order), deal.ranking)] == seat
        for card in unseen
    ]
    return sum(taken) / len(taken)


def _trump(view: View, deal: DealView, seat: Seat) -> Suit | None:
    """The suit nearest to a bid that is made; otherwise the one the hand is worth most with."""
    bid = deal.bids[seat]

    def fit(trump: Suit | None) -> float:
        worth = hand_worth(_sight(view, replace(deal, trump=trump), seat, view.hand))
        return worth if bid is None else -abs(worth - bid)

    return max(view.legal_trumps, key=fit)


def _laid(view: View, deal: DealView, seat: Seat) -> Hand:
    """The cards to lay aside so that the rest is worth what they bid."""
    seen = _sight(view, deal, seat, view.hand)

    def amiss(laid: Hand) -> float:
        left = tuple(card for card in view.hand if card not in laid)
        return abs(worth_of(seen, left) - bid_by(laid, deal.turn_up))

    return min(combinations(view.hand, deal.rules.bid_mode.laid), key=amiss)


def _card(view: View, deal: DealView, seat: Seat) -> tuple[Card, Call | None]:
    """The card that leaves the best chance to make the bid, the lower of two as good."""
    said = dict(view.calls)
    plays = [(card, call) for card in view.legal_cards for call in said.get(card, (None,))]
    if len(plays) == 1:
        return plays[0]
    seen = _sight(view, deal, seat, view.hand)
    bid = deal.bids[seat]
    need = (bid or 0) - deal.taken[seat]
    can_make = bid is not None and 0 <= need <= len(view.hand)

    def promise(play: tuple[Card, Call | None]) -> tuple[float, int]:
        good = _chance_to_make(seen, *play, need) if can_make else _tricks_to_come(seen, *play)
        return good, -play[0].rank

    return max(plays, key=promise)


def _chance_to_make(seen: Sight, card: Card, call: Call | None, need: int) -> float:
    """The chance to take exactly the tricks that are needed, if a card is played now."""
    takes = takes_trick(seen, card, call)
    made = 0.0
    if takes > 0 and need > 0:
        made += takes * exactly(need - 1, _rest(seen, card, takes=True))
    if takes < 1 and need < len(seen.hand):
        made += (1 - takes) * exactly(need, _rest(seen, card, takes=False))
    return made


def _tricks_to_come(seen: Sight, card: Card, call: Call | None) -> float:
    """How many tricks to expect if a card is played now: all that counts once a bid is lost."""
    takes = takes_trick(seen, card, call)
    after_taking = 1 + sum(_rest(seen, card, takes=True))
    return takes * after_taking + (1 - takes) * sum(_rest(seen, card, takes=False))


def _rest(seen: Sight, card: Card, *, takes: bool) -> list[float]:
    """The chances of the cards left once one is played, whether it takes the trick or not."""
    at = seen.hand.index(card)
    left = seen.hand[:at] + seen.hand[at + 1 :]
    others_need = seen.others_need - (0 if takes else 1)
    return chances(seen, left, others_need, leads=takes)
