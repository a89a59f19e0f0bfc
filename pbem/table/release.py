"""How much of a turn others may know yet: each move is held back as long as an answer would be."""

from __future__ import annotations

from collections.abc import Sequence

from engine import BidChanged, BidLaid, BidMade, CardPlayed, Entry, Seat, TrumpNamed
from pbem.table.model import Actor, Logged

_MOVES = (BidMade, BidChanged, BidLaid, TrumpNamed, CardPlayed)


def holds(turn: Sequence[tuple[Actor, Entry]]) -> int:
    """How many holds pass before a turn is known to all: one for each move.

    What the server did at a deadline has waited long enough; what followed of itself is held as if
    it had been answered at once, so that no time tells what was forced.
    """
    moves = [actor for actor, entry in turn if isinstance(entry, _MOVES)]
    return len(moves) - (bool(turn) and turn[0][0] is Actor.DEADLINE)


def known(turn: Sequence[Logged], passed: int, seat: Seat | None) -> int:
    """How many entries of a turn a seat may know when so many holds have passed.

    A player knows the own move as soon as all moves before it are known.
    """
    open_to_all = passed + (bool(turn) and turn[0].actor is Actor.DEADLINE)
    moves = 0
    for at, logged in enumerate(turn):
        if not isinstance(logged.entry, _MOVES):
            continue
        if moves >= open_to_all and logged.seat != seat:
            return at
        moves += 1
    return len(turn)
