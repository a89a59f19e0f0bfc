"""What an empty sheet has rows for."""

from __future__ import annotations

from engine import Preset, Rules

_ROWS = 24
"""So many rows has an empty sheet of a game that ends with a target."""


def deals_to_fill(rules: Rules, players: int) -> tuple[int, ...]:
    """The cards of each deal on an empty sheet; PlayersError if so many cannot play."""
    sizes = rules.sizes(players)
    if rules.deal_count(players) is not None:
        return sizes
    return tuple(sizes[at % len(sizes)] for at in range(_ROWS))


def titled(preset: Preset) -> str:
    """What stands above an empty sheet."""
    return f"Oh Hell! · {preset.name.replace('_', ' ')}"
