"""What a choice of a seat brings, in deals that look like the one it sees.

The hidden cards are dealt anew so that they fit all that the seat has seen, likelier ones more
often by what was bid. All ways they may lie are gone through where they are few, else some are
drawn as a seed has it. In each the deal is played on by seats who see their own cards and what was
played, and want their own bids: the playouts of the strong player (`engine.players.playout`). A
chance is one against that play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from engine.bidding import BidMode, legal_bids
from engine.cards import Seat
from engine.commands import PlayCard
from engine.game import plays_itself
from engine.kernel import LEAD, Position
from engine.play import first_leader
from engine.players.dice import dice_at
from engine.players.playout import chances, play_out, worth
from engine.players.trials import (
    bids_in,
    guise_of,
    needs,
    played_on,
    scored,
    table_odds,
    unlike_plays,
)
from engine.players.worlds import SeenTable, World, every_world, table_of, weights, worlds
from engine.trump import TrumpBy
from engine.view import DealView, View

MOST_ENUMERATED = 400
"""So many ways the hidden cards may lie are gone through; of more some are drawn."""

_TO_CHOOSE, _TO_TELL = 60, 200
"""So many deals find the best choice, and so many others tell what it brings: of some that are
about as good the luckiest is found, and what found it would flatter it."""

_BIDS = 8
"""So many bids are tried: the one that was made, the steady player's, and those nearest to what the
hand is worth."""

_ERRORS = 2.0
"""A choice counts as worse if it is by more than so many standard errors."""

_TRUMP_TO_COME = (TrumpBy.TURN_UP_AFTER_BIDS, TrumpBy.HIGHEST_BIDDER_NAMES)
_BID_WITH_CARDS_SEEN = (BidMode.SEQUENTIAL, BidMode.SIMULTANEOUS)


class Tried(NamedTuple):
    """What a choice brings: the chance to take exactly the bid, and the points in the mean."""

    keep: float
    points: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice beside the best one.

    `made` is what the choice brings, `best` what the best does, the same if none is surely better;
    `deals` is in how many ways the hidden cards lay, `exact` whether those were all there are, and
    `error` the standard error of the difference in points. `steady` is what the steady player's
    choice brings, None unless the one that was made is surely better.
    """

    made: Tried
    best: Tried
    deals: int
    exact: bool
    error: float
    steady: Tried | None = None

    @property
    def cost(self) -> float:
        """The points that the choice cost in the mean; 0 where none was surely better."""
        return self.best.points - self.made.points

    @property
    def gain(self) -> float:
        """The points that it brought more than the steady player's; 0 where that is not sure."""
        return self.made.points - self.steady.points if self.steady else 0.0


class _Worlds(NamedTuple):
    """Ways the hidden cards may lie, how much each weighs, and whether they are all there are.

    The first `choosing` find the best choice, and the others tell what it brings; 0 if all do both.
    """

    worlds: list[World]
    weights: list[float]
    exact: bool
    choosing: int


def _worlds(table: SeenTable, seed: bytes) -> _Worlds:
    every = every_world(table, MOST_ENUMERATED)
    if every is not None:
        return _Worlds(every, weights(table, every), True, 0)
    count = _TO_CHOOSE + _TO_TELL
    some = worlds(table, dice_at(seed, table.deal), count)
    return _Worlds(some, [1.0] * len(some), False, _TO_CHOOSE)


Ends = Callable[[int, int], tuple[Sequence[int | None], Sequence[int]]]
"""All bids and the tricks each seat has in the end, by a choice and the number of a world."""


class Weighing(NamedTuple):
    """Some choices of a seat, the ways the hidden cards may lie, and how each ends in each."""

    table: SeenTable
    choices: Sequence[int]
    some: _Worlds
    ends: Ends

    def brings(self, choice: int, at: int) -> Tried:
        """What a choice brings in the world of a number."""
        bids, taken = self.ends(choice, at)
        seat = self.table.seat
        return Tried(float(bids[seat] == taken[seat]), scored(self.table.deal, bids, taken, seat))

    @property
    def telling(self) -> range:
        """The worlds that tell what a choice brings."""
        return range(self.some.choosing, len(self.some.worlds))

    @property
    def means(self) -> dict[int, Tried]:
        """What each choice brings in the worlds that find the best."""
        first = range(self.some.choosing or len(self.some.worlds))
        weights_ = [self.some.weights[at] for at in first]
        return {
            choice: _mean([self.brings(choice, at) for at in first], weights_)
            for choice in self.choices
        }

    def told(self, choices: Iterable[int]) -> dict[int, Tried]:
        """What some of them bring in those that tell."""
        weights_ = [self.some.weights[at] for at in self.telling]
        return {
            choice: _mean([self.brings(choice, at) for at in self.telling], weights_)
            for choice in choices
        }


def judge(weighing: Weighing, made: int, steady: int) -> tuple[int, Judged]:
    """The best of some choices; how the one made stands beside it and the steady player's."""
    some, then = weighing.some, weighing.telling
    means = weighing.means
    best = max(means, key=lambda choice: (means[choice].points, choice == made))
    found = {
        choice: [weighing.brings(choice, at) for at in then] for choice in (made, best, steady)
    }
    weights_ = [some.weights[at] for at in then]
    mine, its, others = (_mean(found[one], weights_) for one in (made, best, steady))
    error = 0.0 if some.exact else _error(found[made], found[best])
    if its.points - mine.points <= max(_ERRORS * error, 1e-9):
        best, its = made, mine
    doubt = 0.0 if some.exact else _error(found[steady], found[made])
    beaten = mine.points - others.points > max(_ERRORS * doubt, 1e-9)
    return best, Judged(mine, its, len(then), some.exact, error, others if beaten else None)


def _error(some: Sequence[Tried], others: Sequence[Tried]) -> float:
    """The standard error of the difference in points between two choices in the same worlds."""
    more = [b.points - a.points for a, b in zip(some, others, strict=True)]
    mean = sum(more) / len(more)
    return sqrt(sum((one - mean) ** 2 for one in more) / len(more) / (len(more) - 1))


def _mean(found: Sequence[Tried], weights_: Sequence[float]) -> Tried:
    whole = sum(weights_)
    weighed = list(zip(found, weights_, strict=True))
    keep = sum(one.keep * by for one, by in weighed) / whole
    return Tried(keep, sum(one.points * by for one, by in weighed) / whole)


def weigh_card(seen: View, seed: bytes, kept: PlayCard | None = None) -> Weighing | None:
    """The cards that may be played, by their guises, of those that do the same one: `kept`, if it
    is one of them. None if none does anything else.
    """
    deal, seat = seen.deal, seen.seat
    assert deal is not None
    assert seat is not None
    if plays_itself(deal.rules):
        return None
    table = table_of(seen, deal, seat)
    options = unlike_plays(table, None if kept is None else guise_of(table, kept))
    if len(options) < 2:
        return None
    some = _worlds(table, seed)
    odds = table_odds(table, [bid for bid in deal.bids if bid is not None])
    tried: dict[tuple[int, int], tuple[Sequence[int | None], Sequence[int]]] = {}

    def ends(guise: int, at: int) -> tuple[Sequence[int | None], Sequence[int]]:
        if (guise, at) not in tried:
            bids = bids_in(table, some.worlds[at])
            tried[guise, at] = bids, played_on(table, some.worlds[at], guise, bids, odds)
        return tried[guise, at]

    return Weighing(table, options, some, ends)


def weigh_bid(seen: View, seed: bytes, kept: Iterable[int]) -> Weighing | None:
    """The bids to be tried, those that are `kept` among them.

    None where it is not a number that is chosen, or where trump is made by the bids or after them.
    """
    deal, seat = seen.deal, seen.seat
    assert deal is not None
    assert seat is not None
    rules, kept = deal.rules, {*kept}
    if rules.bid_mode not in _BID_WITH_CARDS_SEEN or rules.trump in _TRUMP_TO_COME:
        return None
    if plays_itself(rules) and deal.size > 1:
        return None
    table = table_of(seen, deal, seat)
    some = _worlds(table, seed)
    pack, stock = table.frame.all, len(table.kernel.cards) - deal.players * deal.size
    odds = chances(deal.players, max(0, stock - (deal.turn_up is not None)), 0, bidding=True)
    worths = [
        [worth(table.frame, hand, pack & ~hand, odds) for hand in world.hands]
        for world in some.worlds
    ]
    short = (deal.size - sum(map(sum, worths)) / len(worths)) / deal.players
    fair = short + sum(one[seat] for one in worths) / len(worths)
    near = sorted(seen.legal_bids, key=lambda bid: (bid not in kept, abs(bid - fair), bid))
    tried: dict[tuple[int, int], tuple[Sequence[int | None], Sequence[int]]] = {}

    def ends(bid: int, at: int) -> tuple[Sequence[int | None], Sequence[int]]:
        if (bid, at) not in tried:
            bids = _bids(deal, seat, bid, [one + short for one in worths[at]])
            tried[bid, at] = bids, _played(table, some.worlds[at], bids)
        return tried[bid, at]

    return Weighing(table, sorted(near[:_BIDS]), some, ends)


def _bids(deal: DealView, seat: Seat, mine: int, worths: Sequence[float]) -> list[int | None]:
    """All bids, if this seat bids `mine` and those behind about what their hands are worth."""
    rules = deal.rules
    bids: list[int | None] = [*deal.bids]
    bids[seat] = mine
    for place, one in enumerate(deal.bidders):
        if bids[one] is None:
            others = [bids[other] for other in deal.bidders if other != one]
            may = legal_bids(
                deal.size,
                [bids[other] or 0 for other in deal.bidders[:place]],
                last=None not in others,
                hook=rules.hook,
                others=sum(bid or 0 for bid in others),
                hook_above=rules.hook_above,
                zero_limit=rules.zero_limit,
                least=rules.bid_min,
            )
            bids[one] = min(may, key=lambda bid: abs(bid - worths[one]))
    return bids


def _played(table: SeenTable, world: World, bids: Sequence[int | None]) -> list[int]:
    """The tricks each seat takes in a world with some bids, from the opening lead."""
    deal = table.deal
    odds = table_odds(table, [bid for bid in bids if bid is not None])
    dealt = deal.rules.lead, deal.dealer, deal.players
    leader = int(first_leader(*dealt, deal.bidders, bids))
    trick = 0, LEAD, leader, 0
    here = Position(table.kernel, world.hands, deal.way, leader, deal.players, trick, True)
    return play_out(here, table.frame, odds, needs(deal, bids, deal.taken), table.unplayed)
