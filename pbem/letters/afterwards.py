"""What can be told of a game once it is over: luck, and the trick that turned it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from engine import DealView, Seat, View
from engine.players import worths
from pbem.letters.badges import Badge
from pbem.letters.deals import TrickLine
from pbem.letters.news import trick_line


@dataclass(frozen=True, slots=True)
class Turned:
    """The trick with which `name` could no longer make a bid, in the deal that cost most.

    With `only` it is the only bid that `name` missed.
    """

    trick: TrickLine
    name: str
    bid: int
    winner: str
    only: bool


@dataclass(frozen=True, slots=True)
class Luck:
    """About how many tricks a player's hands were worth in all, and how many were taken."""

    name: str
    you: bool
    worth: int
    taken: int


def luck(view: View, names: Sequence[str]) -> tuple[Luck, ...]:
    """What each player's hands were worth, and what was taken with them.

    All hands together are worth all tricks: who bids to be safe values them a little lower.
    """
    taken = [sum(deal.taken[seat] for deal in view.past) for seat in range(view.players)]
    worth = worths(view)
    scale = sum(taken) / max(sum(worth), 0.01)
    whole = in_whole([one * scale for one in worth], sum(taken))
    return tuple(
        Luck(name, seat == view.seat, whole[seat], taken[seat]) for seat, name in enumerate(names)
    )


def in_whole(parts: Sequence[float], total: int) -> list[int]:
    """Parts in whole numbers that come to the total: those cut off most get what is left.

    >>> in_whole([2.6, 0.7, 1.6, 1.1], 6)
    [3, 1, 1, 1]
    """
    cut = [floor(part) for part in parts]
    most_first = sorted(range(len(parts)), key=lambda at: cut[at] - parts[at])
    for at in most_first[: total - sum(cut)]:
        cut[at] += 1
    return cut


def turned(view: View, badges: Sequence[Badge]) -> Turned | None:
    """The trick that cost the second most, seen from the winner; None if there is no such trick, or
    if the winner would have been ahead without it.

    Of the deals in which the second missed a bid it is the one in which the winner gained most, and
    in that the first trick after which the bid could not be made any more.
    """
    if len(view.winners or ()) != 1:
        return None
    [first] = view.winners or ()
    others = [Seat(seat) for seat in range(view.players) if seat != first]
    second = max(others, key=lambda seat: (view.totals[seat], -seat))
    missed = [deal for deal in view.past if _missed_at(deal, second)]
    needed = max(1, view.totals[first] - view.totals[second])
    lost = [deal for deal in missed if _gain(deal, first, second) >= needed]
    if not lost:
        return None
    deal = max(lost, key=lambda one: (_gain(one, first, second), -one.number))
    number, bid = _missed_at(deal, second), deal.bids[second]
    assert bid is not None
    trick, only = trick_line(deal, number, badges), len(missed) == 1
    return Turned(trick, badges[second].name, bid, badges[first].name, only)


def _gain(deal: DealView, first: Seat, second: Seat) -> int:
    """How many points more one seat got in a deal than another."""
    points, bonus = deal.points or (), deal.bonus or (0,) * deal.players
    return points[first] + bonus[first] - points[second] - bonus[second]


def _missed_at(deal: DealView, seat: Seat) -> int:
    """The trick after which a seat could not make its bid any more; 0 if there is none."""
    bid, taken = deal.bids[seat], 0
    if bid is None:
        return 0
    for number, trick in enumerate(deal.tricks, 1):
        taken += trick.taker == seat
        if not bid - (deal.size - number) <= taken <= bid:
            return number
    return 0
