"""The strong player."""

from __future__ import annotations

from engine.commands import Choice
from engine.players.steady import choose
from engine.view import View


def choose_strong(view: View, seed: bytes) -> Choice:
    """What this player would choose; ValueError if it is not its turn."""
    return choose(view)
