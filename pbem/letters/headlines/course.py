"""A finished deal in the course of its game, as everybody at the table knows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import DealView, Seat, View
from engine.players import deal_worths
from pbem.letters.news import totals_after


@dataclass(frozen=True, slots=True)
class Course:
    """The deals up to one and with it, and the totals before the first and after each.

    `count` is how many deals the game has, if that is fixed; `winners` is told once it is over.
    """

    deals: tuple[DealView, ...]
    totals: tuple[tuple[int, ...], ...]
    count: int | None
    winners: tuple[Seat, ...] | None

    @property
    def deal(self) -> DealView:
        """The deal to be told of."""
        return self.deals[-1]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody at the table."""
        return tuple(Seat(seat) for seat in range(self.deal.players))

    @property
    def bids(self) -> dict[Seat, int]:
        """The bids of those who had one to make; some deals are played without."""
        return _chosen(self.deal)

    @property
    def before(self) -> tuple[int, ...]:
        """The totals before it."""
        return self.totals[-2]

    @property
    def after(self) -> tuple[int, ...]:
        """The totals after it."""
        return self.totals[-1]

    @property
    def worth(self) -> tuple[int, ...]:
        """About how many tricks each hand was worth; all come to the tricks there were."""
        deal = self.deal
        worth = deal_worths(deal, deal.rules.pack_for(deal.players))
        return tuple(round(one * deal.size / max(sum(worth), 0.01)) for one in worth)

    def history(self, seat: Seat) -> tuple[bool, ...]:
        """Of each bid of a seat so far whether it was made."""
        return tuple(
            deal.bids[seat] == deal.taken[seat] for deal in self.deals if seat in _chosen(deal)
        )


def courses(view: View) -> Iterator[Course]:
    """Each finished deal of a game, the first one first."""
    totals = [totals_after(view, deals) for deals in range(len(view.past) + 1)]
    for at in range(1, len(view.past) + 1):
        yield Course(
            view.past[:at],
            tuple(totals[: at + 1]),
            view.deal_count,
            view.winners if at == len(view.past) else None,
        )


def lead(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Who has the most points."""
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == max(totals))


def alone(totals: tuple[int, ...]) -> Seat | None:
    """Who has more points than anybody else."""
    found = lead(totals)
    return found[0] if len(found) == 1 else None


def alone_last(totals: tuple[int, ...]) -> Seat | None:
    """Who has fewer points than anybody else."""
    return alone(tuple(-total for total in totals))


def _chosen(deal: DealView) -> dict[Seat, int]:
    bids = ((seat, deal.bids[seat]) for seat in sorted(deal.bidders))
    return {seat: bid for seat, bid in bids if bid is not None}
