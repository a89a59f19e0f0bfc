"""The number of a seat, as the codes of letters hold it."""

from __future__ import annotations

from engine import Seat
from pbem.table.model import Table

SEATS = 16
"""More than any table has, so that game and seat make one number for a seat's token."""

_GAMES = 2**40
"""More than there will be games, so that the times its codes were renewed fit in, too."""


def seat_number(table: Table, seat: Seat) -> int:
    """What the token of a seat holds."""
    return table.players[seat].renewed * _GAMES + table.id * SEATS + seat


def seat_in(number: int) -> tuple[int, int, Seat]:
    """How often codes were renewed when this token was made, its game, and its seat."""
    renewed, place = divmod(number, _GAMES)
    game, seat = divmod(place, SEATS)
    return renewed, game, Seat(seat)
