"""Two chances: that a card takes the trick under way, and that some cards take just so many."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.cards import Card, Seat, Suit
from engine.order import best_card, led_suit
from engine.players.sight import Sight
from engine.players.worth import never_loses
from engine.specials import Call

TRIES = 0.68
"""How often a seat that can beat the best card does so, all in all."""

STRENGTH_AT_LEAST = 0.5
STRENGTH_PER_NEED = 3.0
"""A seat that needs no more tricks can beat a card as if half the better cards were unseen, one
that needs every trick as if 3.5 times as many were: who bids high holds high cards."""

RARELY_VOID = 1.2
"""Seats are void less often than chance has it, as if a fifth more of the suit were unseen."""


def takes_trick(seen: Sight, card: Card, call: Call | None = None) -> float:
    """The chance that a card, played now with what is said of it, takes the trick."""
    deal = seen.deal
    trick, calls = (*deal.trick.cards, card), deal.trick.calls
    if calls or call is not None:
        calls = (*(calls or (None,) * len(deal.trick.cards)), call)
    if best_card(trick, seen.ranking, calls) != len(trick) - 1:
        return 0.0
    led = led_suit(trick, seen.ranking, calls)
    stands = 1.0
    for after in range(1, deal.players - len(trick) + 1):
        behind = Seat((seen.seat + after * deal.way) % deal.players)
        stands *= 1 - TRIES * min(1.0, _can_beat(seen, behind, card, call, led))
    return stands


def _can_beat(seen: Sight, behind: Seat, card: Card, call: Call | None, led: Suit | None) -> float:
    """The chance that a seat still to play can beat a card that is the best so far."""
    deal, trump = seen.deal, seen.deal.trump
    lacks = 1 - seen.seat_share
    suit = seen.suit(card, call)
    if suit is None:
        return 0.0 if never_loses(card, call) else 1 - lacks
    need = max(0, (deal.bids[behind] or 0) - deal.taken[behind])
    strength = STRENGTH_AT_LEAST + STRENGTH_PER_NEED * min(1.0, need / len(seen.hand))
    void = (behind, led) in seen.void
    ruffs = 1.0 if void else math.pow(lacks, len(seen.unseen[led]) * RARELY_VOID)
    holds_higher = 1 - math.pow(lacks, seen.higher(card, call) * strength)
    if suit is not led:
        return ruffs * holds_higher
    follows = 0.0 if void else holds_higher
    if trump is None or led is trump or (behind, trump) in seen.void:
        return follows
    return follows + ruffs * (1 - math.pow(lacks, len(seen.unseen[trump]) * strength))


def exactly(tricks: int, chances: Iterable[float]) -> float:
    """The chance that just so many of some cards take a trick, each with a chance of its own.

    >>> exactly(1, [0.5, 0.5])
    0.5
    >>> exactly(2, [1.0])
    0.0
    """
    if tricks < 0:
        return 0.0
    taken = [1.0] + [0.0] * tricks
    for chance in chances:
        for count in range(tricks, 0, -1):
            taken[count] += chance * (taken[count - 1] - taken[count])
        taken[0] *= 1 - chance
    return taken[tricks]
