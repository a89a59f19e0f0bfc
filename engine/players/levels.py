"""Who plays at each level."""

from __future__ import annotations

from collections.abc import Callable

from engine.commands import Choice
from engine.level import Level
from engine.players.easy import choose_easy
from engine.players.steady import choose
from engine.players.strong import choose_strong, searches
from engine.view import View

Computer = Callable[[View, bytes], Choice]
"""Who chooses what a seat is asked, by its view and a seed; ValueError if it is not its turn."""


def takes_long(level: Level, view: View) -> bool:
    """Whether the choice of a seat whose turn it is may take long: a card that is searched for."""
    return level is Level.STRONG and searches(view)


def _steady(view: View, seed: bytes) -> Choice:
    """What the steady player chooses, whatever the seed."""
    return choose(view)


_PLAYERS: dict[Level, Computer] = {
    Level.EASY: choose_easy,
    Level.STEADY: _steady,
    Level.STRONG: choose_strong,
}


def player(level: Level) -> Computer:
    """Who plays at a level.

    The same view and seed always get the same choice; no seed tells anything of hidden cards, so
    any will do, one for a game. A strong choice takes some 20 ms in the mean and at times ten times
    that: make it outside transactions.
    """
    return _PLAYERS[level]
