"""The table of named variants: a row says what differs from the standard game."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import RulesError
from engine.rules import Rules
from engine.scoring import Score


@dataclass(frozen=True, slots=True)
class Preset:
    """One named rule set: its name, other names people use, one line of description, its rules."""

    name: str
    aliases: tuple[str, ...]
    line: str
    rules: Rules


PRESETS: tuple[Preset, ...] = (
    Preset(
        "ohhell_pagat",
        ("Oh Hell!", "Oh Hell", "Oh Shit!", "Elevator", "L'Ascenseur", "Bugger Your Neighbour"),
        "the standard game: down to one card and up again, 10 points for an exact bid",
        Rules(),
    ),
    Preset(
        "blackout",
        ("Blob", "simple scoring"),
        "the standard game, but a missed bid scores nothing",
        Rules(score=Score.SIMPLE),
    ),
)


def preset(name: str) -> Rules:
    """The rules of a preset, found by name or alias whatever the case.

    Raises RulesError, naming the presets there are, when nothing is called that.
    """
    return find_preset(name).rules


def find_preset(name: str) -> Preset:
    """The row of the table for a name or alias; RulesError as `preset`."""
    wanted = name.strip().casefold()
    for row in PRESETS:
        if wanted in {row.name.casefold(), *(alias.casefold() for alias in row.aliases)}:
            return row
    raise RulesError(
        f"no preset is called {name!r}; there are: {', '.join(row.name for row in PRESETS)}"
    )
