"""The score of a table that plays with real cards, by what its players bid and took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import ending
from engine.bidding import BidMode, legal_bids
from engine.cards import Seat
from engine.deal_end import is_over, streaks
from engine.errors import RulesError
from engine.rules import Rules
from engine.scoring import Bonus, score_deal


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """What was bid and taken in a deal, by seat; `taken` is empty while it is played.

    A bid is None where nobody bids.
    """

    bids: tuple[int | None, ...]
    taken: tuple[int, ...] = ()

    @property
    def made(self) -> tuple[bool, ...]:
        """Whether each made the bid, once the deal is over."""
        return tuple(bid == tricks for bid, tricks in zip(self.bids, self.taken, strict=True))


def must_be_kept(rules: Rules) -> None:
    """RulesError if the points of a deal depend on more than its bids and tricks."""
    if rules.bonus is Bonus.PREMIUM or rules.lock:
        raise RulesError("the points of a deal depend on more than its bids and tricks here")


def bid_for_all(rules: Rules, number: int, players: int) -> tuple[int | None, ...]:
    """The bids of a deal in which nobody has a choice, by seat; empty where they do."""
    match rules.for_deal(number, players).bid_mode:
        case BidMode.ZERO:
            return (0,) * players
        case BidMode.NONE:
            return (None,) * players
        case _:
            return ()


def bids_open(rules: Rules, number: int, others: Sequence[int]) -> tuple[int, ...]:
    """What the last bidder of a deal may bid when the `others` have."""
    own = rules.for_deal(number, len(others) + 1)
    return legal_bids(
        rules.size(number, len(others) + 1),
        others,
        last=True,
        hook=own.hook,
        hook_above=own.hook_above,
        least=own.bid_min,
    )


def points_kept(
    rules: Rules, players: int, deals: Sequence[KeptDeal]
) -> tuple[tuple[int, ...], ...]:
    """The points of each deal that is over, by seat, in the order in which they were played."""
    points, over = [], [deal for deal in deals if deal.taken]
    for number, deal in enumerate(over, 1):
        own = rules.for_deal(number, players)
        size = rules.size(number, players)
        brought = score_deal(own.score, deal.bids, deal.taken, size)
        if own.bonus is Bonus.STREAKS:
            made = [(rules.size(n, players), one.made) for n, one in enumerate(over[:number], 1)]
            more = streaks(rules, players, made)
            brought = tuple(map(sum, zip(brought, more or (0,) * players, strict=True)))
        points.append(tuple(own.times * each for each in brought))
    return tuple(points)


def winners_kept(
    rules: Rules, players: int, deals: Sequence[KeptDeal], points: ending.Points
) -> tuple[Seat, ...]:
    """Who has won, or leads where the rules would have more deals."""
    totals = ending.totals(rules.end, rules.target, points, players)
    if not is_over(rules, players, points, totals):
        return ending.leaders(totals)
    made = [
        [deal.bids[seat] or 0 for deal in deals if deal.taken and deal.made[seat]]
        for seat in range(players)
    ]
    return ending.winners(rules.end, rules.target, rules.tie, totals, made)
