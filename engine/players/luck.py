"""What the hands of a game were worth, beside what was taken with them."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Pack, Seat
from engine.players.hands import hand_worth
from engine.players.sight import sight
from engine.state import DealStage, Trick
from engine.view import DealView, View


def worths(view: View) -> tuple[float, ...]:
    """About how many tricks each seat's hands were worth, in all deals that are over.

    Each is judged as before the first bid, by what its holder knew then.
    """
    pack = view.rules.pack_for(view.players)
    deals = [deal_worths(deal, pack) for deal in view.past]
    return tuple(sum(deal[seat] for deal in deals) for seat in range(view.players))


def deal_worths(deal: DealView, pack: Pack) -> tuple[float, ...]:
    """About how many tricks each seat's hand was worth in a deal that is over."""
    nobody = (None,) * deal.players
    fresh = replace(
        deal,
        stage=DealStage.BID,
        bids=nobody,
        premium=None,
        shown=(),
        taken=(0,) * deal.players,
        tricks=(),
        trick=Trick(deal.opening_leader),
        points=None,
        bonus=(),
    )
    seats = [Seat(seat) for seat in range(deal.players)]
    return tuple(hand_worth(sight(seat, fresh, deal.played_by(seat), pack)) for seat in seats)
