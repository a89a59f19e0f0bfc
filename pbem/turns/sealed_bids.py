"""Taking back a sealed bid, though others have bid since."""

from __future__ import annotations

from collections.abc import Sequence

from engine import CardsDealt, Game, Seat, Stage, TakenBack
from pbem.domain.model import Logged
from pbem.turns.decisions import Undone
from pbem.turns.turn import standing_log


def own_sealed_bid(log: Sequence[Logged], game: Game, seat: Seat) -> Undone | None:
    """How to take back a seat's sealed bid while others have still to bid; None if there is none.

    The bids that came after it stand.
    """
    deal = game.deal
    if deal is None or not deal.rules.bid_mode.sealed or deal.stage is not Stage.BID:
        return None
    made = [one for one in standing_log(log) if not isinstance(one.entry, TakenBack)]
    dealt = max(at for at, one in enumerate(made) if isinstance(one.entry, CardsDealt))
    own = [one for one in made[dealt:] if one.seat == seat]
    if not own:
        return None
    later = tuple(one for one in made if one.seq > own[0].seq and one.seat != seat)
    return Undone(TakenBack(own[0].turn), later)
