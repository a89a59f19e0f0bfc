"""How well a computer plays: a word that games keep, without the players themselves."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How well a computer plays.

    Easy makes a person's mistakes, and a third of its bids. Steady throws no dice: it takes over
    for people, and chooses for the silent. Strong tries what the hidden cards may be.
    """

    EASY = "easy"
    STEADY = "steady"
    STRONG = "strong"
