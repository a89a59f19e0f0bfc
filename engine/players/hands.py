"""What a whole hand is worth before the first lead, whether its trump is known or not.

The chances of its cards were fitted to the standard game. In any other they are moved up or down
alike, until the hands of a deal are together worth its tricks: that is what bids have to add up to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.cards import SUITS, Hand, Pack, Seat, Suit
from engine.players.sight import Sight, sight
from engine.players.worth import log_odds, logistic
from engine.rules import Rules
from engine.shuffle import shuffle
from engine.specials import Specials
from engine.state import DealStage, Trick
from engine.trump import TrumpBy
from engine.view import DealView

_SAMPLES = 24
"""Deals whose hands tell what hands of a kind of deal are worth; they are always the same ones."""

_MOST_TILT = 4.0
"""Nothing is judged up or down by more: that makes of one chance in two 54 in 55."""

_STEPS = 12
"""The tilt is halved so often: 12 times leaves a thousandth."""


_TO_COME = (TrumpBy.TURN_UP_AFTER_BIDS, TrumpBy.HIGHEST_BIDDER_NAMES)
"""What makes trump only after the bids."""


def hand_worth(seen: Sight) -> float:
    """About how many tricks a whole hand takes, before the first lead.

    Where the trump is turned after the bids every suit is as likely. Where the highest bidder names
    it, it is this hand's best suit as often as any.
    """
    deal = seen.deal
    if deal.stage is not DealStage.BID or deal.rules.trump not in _TO_COME:
        return _with_trump(seen, deal.trump)
    worths = [_with_trump(seen, suit) for suit in SUITS]
    mean = sum(worths) / len(worths)
    if deal.rules.trump is TrumpBy.TURN_UP_AFTER_BIDS:
        return mean
    return (mean + max(worths)) / 2 * _scale(deal.rules, deal.players, deal.size)


def sure_tricks(seen: Sight, *, leads: bool) -> int:
    """How many tricks a hand takes whatever the others hold, if it is played from the top.

    It leads, or whatever is led it has the best card of; then it draws the trumps, if it can.
    """
    if seen.deal.rules.specials is not Specials.NONE:
        return 0
    trump = seen.deal.trump
    best, all_of = {}, {}
    for suit in SUITS:
        mine = [seen.places[card][1] for card in seen.hand if seen.suit(card) is suit]
        unseen = seen.unseen.get(suit, ())
        best[suit] = sum(power > max(unseen, default=-1) for power in mine)
        all_of[suit] = len(mine) if best[suit] >= len(unseen) else best[suit]
    if trump is None:
        begins = leads or all(best[suit] for suit in SUITS if seen.unseen.get(suit))
        return sum(all_of.values()) if begins else 0
    if not leads:
        return best[trump]
    drawn = best[trump] >= len(seen.unseen.get(trump, ()))
    return sum(all_of.values()) if drawn else best[trump]


def _with_trump(seen: Sight, trump: Suit | None) -> float:
    """What a hand is worth if this is the trump of the deal."""
    deal = seen.deal
    if trump is not deal.trump:
        deal = replace(deal, trump=trump)
        seen = sight(seen.seat, deal, seen.hand, _pack(deal))
    leads = seen.seat == deal.opening_leader
    return max(sure_tricks(seen, leads=leads), worth_of(seen, seen.hand))


def worth_of(seen: Sight, hand: Hand) -> float:
    """About how many tricks some cards take if they are what a seat plays with."""
    deal = seen.deal
    tilt = _tilt(deal.rules, deal.players, deal.size, deal.trump is not None)
    odds = log_odds(seen, hand, seen.others_need, leads=seen.seat == deal.opening_leader)
    return sum(logistic(one + tilt) for one in odds)


@lru_cache(maxsize=1024)
def _tilt(rules: Rules, players: int, size: int, with_trump: bool) -> float:
    """What to add to the log odds of each card so that the hands of a deal are worth its tricks."""
    odds = [
        odd
        for seen in _hands(rules, players, size, Suit.HEARTS if with_trump else None)
        for odd in log_odds(
            seen, seen.hand, seen.others_need, leads=seen.seat == seen.deal.opening_leader
        )
    ]
    low, high = -_MOST_TILT, _MOST_TILT
    for _ in range(_STEPS):
        tilt = (low + high) / 2
        if sum(logistic(odd + tilt) for odd in odds) < _SAMPLES * size:
            low = tilt
        else:
            high = tilt
    return (low + high) / 2


@lru_cache(maxsize=1024)
def _scale(rules: Rules, players: int, size: int) -> float:
    """What to multiply worths with where each hand hopes to name its own trump."""
    worth = 0.0
    for seen in _hands(rules, players, size, Suit.HEARTS):
        worths = [_with_trump(seen, suit) for suit in SUITS]
        worth += (sum(worths) / len(worths) + max(worths)) / 2
    return _SAMPLES * size / worth


def _hands(rules: Rules, players: int, size: int, trump: Suit | None) -> Iterator[Sight]:
    """All hands of some deals, each as its seat sees it before anybody has bid."""
    pack = rules.pack_for(players)
    held = size + rules.bid_mode.laid
    seats = [Seat(seat) for seat in range(players)]
    for sample in range(_SAMPLES):
        mixed = shuffle(pack.cards(), b"what hands are worth %d" % sample)
        deal = DealView(
            number=1,
            size=size,
            dealer=seats[-1],
            rules=rules,
            stage=DealStage.PLAY,
            turn_up=None,
            trump=trump,
            namer=None,
            bidders=(),
            bids=(None,) * players,
            laid=((),) * players,
            premium=None,
            shown=(),
            taken=(0,) * players,
            tricks=(),
            trick=Trick(seats[0]),
            points=None,
            bonus=(),
        )
        for seat in seats:
            yield sight(seat, deal, mixed[seat * held : seat * held + size], pack)


def _pack(deal: DealView) -> Pack:
    return deal.rules.pack_for(deal.players)
