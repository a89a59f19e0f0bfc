"""The games that can be joined."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine import Rules
from pbem.domain.vocabulary import Unmet
from pbem.letters.page import Notice, Trait


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that can be joined: `free` of the `room` seats of its table, by `until` if that is
    set. Of a hundred answers of whoever joins, `reliable` must have come in time.
    """

    name: str
    organiser: str
    preset: str
    rules: Rules
    sizes: tuple[int, ...]
    room: int
    free: int
    answer_in: int
    reliable: int
    hints: bool
    until: datetime | None
    tap: str


@dataclass(frozen=True, slots=True)
class NoSeat:
    """Why there is no seat in the game `wanted`, as a word of `_games.txt`; `n` of a hundred
    answers of the reader came in time, and `m` must have.
    """

    why: Unmet
    wanted: str
    n: int = 0
    m: int = 0


@dataclass(frozen=True, slots=True)
class OpenGames(Notice, traits=Trait.AT_THE_DOOR):
    """The games that can be joined, and why one cannot that the reader wanted."""

    zone: str
    games: tuple[OpenGame, ...]
    no_seat: NoSeat | None
