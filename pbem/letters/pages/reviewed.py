"""The letter that looks back at a game: bids made, habits, the best and the worst decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from engine.coach import BidReview
from engine.game_review import DealCost, Decision, GameReview, Habit
from engine.luck import Luck
from pbem.letters.afterwards import in_whole
from pbem.letters.page import Page, Trait
from pbem.letters.pages.coached import Laid
from pbem.letters.reader import Reader

_MOST_DEALS = 3
"""So many deals are named that cost most."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A choice beside another one: a bid if `trick` is 0, else a card.

    `better` tells that it brought more than the other, which the steady computer would have chosen;
    else the other was the best, and would have brought more. `points` is how many in the mean.
    """

    deal: int
    trick: int
    bid: int | None
    other_bid: int | None
    card: Laid | None
    other_card: Laid | None
    better: bool
    points: float

    @classmethod
    def weightiest(cls, told: GameReview) -> Self | None:
        """The one that brought most or cost most of a game; None if there is none."""
        one = told.weightiest
        return cls.of(one, better=one is told.best) if one else None

    @classmethod
    def of(cls, one: Decision, *, better: bool) -> Self:
        """As it was found."""
        choice = one.choice
        points = round(choice.judged.gain if better else choice.judged.cost, 1)
        if isinstance(choice, BidReview):
            other = choice.steady if better else choice.best
            return cls(one.deal, 0, choice.bid, other, None, None, better, points)
        card, call = (
            (choice.steady, choice.steady_call) if better else (choice.best, choice.best_call)
        )
        mine, its = Laid(choice.card, choice.call), Laid(card, call) if card else None
        return cls(one.deal, choice.trick, None, None, mine, its, better, points)


@dataclass(frozen=True, slots=True)
class LuckLine:
    """How many points a player's cards brought above the mean of the table, with the error."""

    name: str
    you: bool
    points: float
    error: float


@dataclass(frozen=True, slots=True)
class Reviewed(Page, traits=Trait.SHOWS):
    """How a reader bid and chose in some deals of a game.

    Of `bids` that were weighed `made` were kept, where `expected` are in the mean, give or take
    `error`. `by_bids` and `by_cards` are the points that better ones would have brought.
    """

    deals: int
    bids: int
    made: int
    expected: float
    error: float
    by_bids: float
    by_cards: float
    habits: tuple[Habit, ...]
    best: Decided | None
    worst: Decided | None
    dearest: tuple[DealCost, ...]
    luck: tuple[LuckLine, ...] = ()

    @classmethod
    def of(cls, reader: Reader, told: GameReview, luck: Luck | None = None) -> Self:
        """What was found, for the reader whose game it was."""
        return cls(
            frame=reader.frame,
            deals=len(told.deals),
            bids=told.bids,
            made=told.made,
            expected=round(told.expected, 1),
            error=round(told.error, 1),
            by_bids=round(told.by_bids, 1),
            by_cards=round(told.by_cards, 1),
            habits=told.habits,
            best=Decided.of(told.best, better=True) if told.best else None,
            worst=Decided.of(told.worst, better=False) if told.worst else None,
            dearest=tuple(
                DealCost(one.deal, round(one.points, 1)) for one in told.dearest[:_MOST_DEALS]
            ),
            luck=_luck(reader, luck) if luck else (),
        )


def _luck(reader: Reader, luck: Luck) -> tuple[LuckLine, ...]:
    """A line for each player, in tenths of points that come to nothing together."""
    tenths = in_whole([10 * points for points in luck.worth], 0)
    return tuple(
        LuckLine(name, seat == reader.seat, tenths[seat] / 10, round(luck.error[seat], 1))
        for seat, name in enumerate(reader.names)
    )
