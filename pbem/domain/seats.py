"""The number of a seat, as the table of codes holds it."""

from __future__ import annotations

from engine import Seat
from pbem.domain.model import Table

SEATS = 16
"""More than any table has, so that game and seat make one number for a seat."""

GAMES = 2**40
"""More than there will be games, so that the times its codes were renewed fit in, too."""


def seat_number(table: Table, seat: Seat) -> int:
    """What the code of a seat is about."""
    return table.players[seat].renewed * GAMES + table.id * SEATS + seat


def seat_in(number: int) -> tuple[int, int, Seat]:
    """How often codes were renewed when this code was made, its game, and its seat."""
    renewed, place = divmod(number, GAMES)
    game, seat = divmod(place, SEATS)
    return renewed, game, Seat(seat)
