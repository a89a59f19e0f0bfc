"""What a seat's looks back at the deals of a game come to: its bids, its habits, what it decided.

All is counted from what `engine.coach` found; nothing here looks at hidden cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb, sqrt
from typing import NamedTuple

from engine.bidding import BidMode
from engine.cards import SUITS, Seat
from engine.coach import BidReview, CardReview, DealReview
from engine.view import DealView

_BY_CHANCE = 0.05
"""A habit is what chance brings so seldom, were both ways as likely: six of six, eight of nine."""

_TIMES_AS_OFTEN = 2
"""Elsewhere it is so much rarer, or it is a habit everywhere."""

_FEW_CARDS, _SHORT = 3, 1
_A_SUIT_CAN_BE_SHORT = 4
"""A hand of so many cards is short in a suit if it holds one of it, or none."""


class Where(StrEnum):
    """In which of the choices of a kind a habit shows."""

    BIDS = "bids"
    SHORT_SUIT = "short suit"
    MUCH_TRUMP = "much trump"
    NO_TRUMP = "no trump"
    FEW_CARDS = "few cards"
    BIDS_LAST = "bids last"
    LEADS = "leads"
    FOLLOWS = "follows"


@dataclass(frozen=True, slots=True)
class Habit:
    """Choices that were wrong the same way: `times` too high, or too low, and `other` the other
    way, of so many in all.
    """

    where: Where
    high: bool
    times: int
    other: int
    of: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A bid or a card, and in which deal."""

    deal: int
    choice: BidReview | CardReview


@dataclass(frozen=True, slots=True)
class DealCost:
    """What the choices of a deal cost in points, added up."""

    deal: int
    points: float


@dataclass(frozen=True, slots=True)
class GameReview:
    """Some deals of a game from one seat.

    Of `bids` that were weighed `made` were kept; `expected` is how many are kept in the mean once
    they are bid, `error` by how much that differs from game to game. `by_bids` and `by_cards` are
    the points lost. `best` is the choice that brought most more than the steady player's, `worst`
    what cost most; None where none surely did. `dearest` are the deals that cost most, first that.
    """

    deals: tuple[int, ...]
    bids: int
    made: int
    expected: float
    error: float
    by_bids: float
    by_cards: float
    habits: tuple[Habit, ...]
    best: Decision | None
    worst: Decision | None
    dearest: tuple[DealCost, ...]

    @property
    def weightiest(self) -> Decision | None:
        """The one that decided most, for better or for worse."""
        either = [one for one in (self.worst, self.best) if one]
        return max(either, key=lambda one: max(_cost(one), _gain(one)), default=None)


class LookedBack(NamedTuple):
    """A look back at a deal, beside the deal as it is known once it is over."""

    review: DealReview
    deal: DealView


def review_game(some: Sequence[LookedBack], seat: Seat) -> GameReview:
    """What the looks back at some deals come to for the seat they were made for."""
    bids = [(one.review.bid, one.deal) for one in some if one.review.bid]
    keeps = [bid.judged.made.keep for bid, _ in bids]
    decisions = [Decision(deal.number, choice) for deal, _ in some for choice in _choices(deal)]
    costs = [
        DealCost(n, sum(_cost(one) for one in decisions if one.deal == n))
        for n in (review.number for review, _ in some)
    ]
    return GameReview(
        deals=tuple(review.number for review, _ in some),
        bids=len(bids),
        made=sum(deal.taken[seat] == bid.bid for bid, deal in bids),
        expected=sum(keeps),
        error=sqrt(sum(keep * (1 - keep) for keep in keeps)),
        by_bids=sum(bid.judged.cost for bid, _ in bids),
        by_cards=sum(card.judged.cost for review, _ in some for card in review.cards),
        habits=(*_of_bids(some, seat), *_of_cards(some)),
        best=_most(decisions, _gain),
        worst=_most(decisions, _cost),
        dearest=tuple(sorted((c for c in costs if c.points > 0), key=lambda c: -c.points)),
    )


def _choices(review: DealReview) -> list[BidReview | CardReview]:
    return [*([review.bid] if review.bid else []), *review.cards]


def _cost(one: Decision) -> float:
    return one.choice.judged.cost


def _gain(one: Decision) -> float:
    return one.choice.judged.gain


def _most(some: Iterable[Decision], worth: Callable[[Decision], float]) -> Decision | None:
    """The decision of the most points, of equals the first; None if there is none of any."""
    best = max(some, key=worth, default=None)
    return best if best and worth(best) > 0 else None


def _off(slants: Sequence[int], where: Where) -> Habit | None:
    """The habit that some choices show: 1 of one that was too high, -1 of one too low, else 0."""
    high, low = slants.count(1), slants.count(-1)
    most, least = max(high, low), min(high, low)
    so_few = sum(comb(most + least, times) for times in range(least + 1)) / 2 ** (most + least)
    if 2 * so_few > _BY_CHANCE:
        return None
    return Habit(where, high > low, most, least, len(slants))


def _of_bids(some: Sequence[LookedBack], seat: Seat) -> list[Habit]:
    """In which way bids were wrong: wherever that is so, or else where it is at least twice as
    often so as elsewhere.
    """
    bid = [one for one in some if one.review.bid]
    slants = [_slant(one.review.bid) for one in bid if one.review.bid]
    found: list[tuple[float, Habit]] = []
    for where, holds in _HANDS.items():
        inside = [slant for one, slant in zip(bid, slants, strict=True) if holds(one.deal, seat)]
        outside = [s for one, s in zip(bid, slants, strict=True) if not holds(one.deal, seat)]
        habit = _off(inside, where)
        if habit and outside:
            sign = 1 if habit.high else -1
            rate, elsewhere = (sign * sum(one) / len(one) for one in (inside, outside))
            if rate > _TIMES_AS_OFTEN * elsewhere:
                found.append((rate, habit))
    everywhere = _off(slants, Where.BIDS)
    told = []
    for high in (True, False):
        alike = [(rate, habit) for rate, habit in found if habit.high is high]
        if alike:
            told.append(max(alike, key=lambda one: one[0])[1])
        elif everywhere and everywhere.high is high:
            told.append(everywhere)
    return told


def _slant(bid: BidReview) -> int:
    """1 if a bid was surely too high, -1 if too low."""
    return (bid.bid > bid.best) - (bid.bid < bid.best) if bid.judged.cost > 0 else 0


def _of_cards(some: Sequence[LookedBack]) -> list[Habit]:
    """Whether cards were too high or too low where another of their suit was surely better."""
    cards = [card for one in some for card in one.review.cards]
    led = _off([_height(card) for card in cards if card.led], Where.LEADS)
    followed = _off([_height(card) for card in cards if not card.led], Where.FOLLOWS)
    return [habit for habit in (led, followed) if habit]


def _height(one: CardReview) -> int:
    if one.judged.cost <= 0 or one.card.suit is not one.best.suit or one.call or one.best_call:
        return 0
    return (one.card.rank > one.best.rank) - (one.card.rank < one.best.rank)


def _trumps(deal: DealView, seat: Seat) -> int | None:
    """How many trumps a seat was dealt; None where there is no trump."""
    return sum(card.suit is deal.trump for card in deal.played_by(seat)) if deal.trump else None


def _short_suit(deal: DealView, seat: Seat) -> bool:
    counted = Counter(card.suit for card in deal.played_by(seat))
    shortest = min(counted[suit] for suit in SUITS if suit is not deal.trump)
    return deal.size >= _A_SUIT_CAN_BE_SHORT and shortest <= _SHORT


def _much_trump(deal: DealView, seat: Seat) -> bool:
    """More than a fair share of the hand."""
    return (_trumps(deal, seat) or 0) * len(SUITS) > deal.size


def _no_trump(deal: DealView, seat: Seat) -> bool:
    return _trumps(deal, seat) == 0


def _few_cards(deal: DealView, _seat: Seat) -> bool:
    return deal.size <= _FEW_CARDS


def _bids_last(deal: DealView, seat: Seat) -> bool:
    return deal.rules.bid_mode is BidMode.SEQUENTIAL and deal.bidders[-1] == seat


_HANDS: dict[Where, Callable[[DealView, Seat], bool]] = {
    Where.SHORT_SUIT: _short_suit,
    Where.MUCH_TRUMP: _much_trump,
    Where.NO_TRUMP: _no_trump,
    Where.FEW_CARDS: _few_cards,
    Where.BIDS_LAST: _bids_last,
}
"""What is looked for in the hands that bids were made with."""
