"""What the games of tests are set up with, where nothing else is said."""

from __future__ import annotations

from typing import Any

from engine import Preset, find_preset
from pbem.domain.setup import GameSetup


def set_up(named: Preset | None = None, *, hold: int = 0, **more: Any) -> GameSetup:
    """Two days to answer, and nothing is held back; by the usual rules unless others are named."""
    preset = named or find_preset("ohhell_pagat")
    return GameSetup(preset.name, preset.rules, hold=hold, **more)
