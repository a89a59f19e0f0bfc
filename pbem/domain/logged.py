"""Entries of a game's log, with who brought each about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import Entry, Seat


class Actor(StrEnum):
    """Who brought an event about."""

    PLAYER = "player"
    KEEPER = "keeper"
    """A computer that plays steadily, so that anybody can check what it chose."""

    COMPUTER = "computer"
    """One that plays at another level."""

    PLAN = "plan"
    SERVER = "server"
    DEADLINE = "deadline"


BY_COMPUTER = frozenset({Actor.KEEPER, Actor.COMPUTER})
"""Who has thought about a move that no person made."""


@dataclass(frozen=True, slots=True)
class Logged:
    """One entry of a game's log. `turn` is the `seq` of the first entry of the same turn."""

    seq: int
    turn: int
    actor: Actor
    seat: Seat | None
    entry: Entry
