"""A whole game as JSON that any copy of this server goes on with: all cards, secrets, addresses."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.results.shown import CannotExport

FORMAT = "a game of Oh Hell! by mail, with all cards"
VERSION = 1
"""Goes up when an older server would misread what a newer one writes."""


@dataclass(frozen=True, slots=True)
class MovedGame:
    """A game from a file, as the tables of another server gave it, and when."""

    game: dict[str, Any]
    at: datetime


def json_of(game: dict[str, Any], at: datetime) -> bytes:
    """The file of a whole game."""
    head = {"format": FORMAT, "version": VERSION, "at": at.isoformat(), "sha256": _digest(game)}
    return json.dumps(head | {"game": game}, ensure_ascii=False, indent=1).encode() + b"\n"


def moved(written: bytes, name: str) -> MovedGame:
    """The game in a file; CannotExport with the reason if it is another file, or not whole."""
    try:
        told = json.loads(written)
    except (ValueError, RecursionError):
        raise CannotExport(f"{name} is damaged, or no game that was exported as .json") from None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise CannotExport(f"{name} is no game that was exported as .json")
    if told.get("version") != VERSION:
        raise CannotExport(
            f"{name} is of version {told.get('version')}; this server reads version {VERSION}"
        )
    try:
        game, at = told["game"], datetime.fromisoformat(told["at"])
    except (KeyError, TypeError, ValueError):
        raise CannotExport(f"{name} is damaged") from None
    if not isinstance(game, dict) or _digest(game) != told.get("sha256"):
        raise CannotExport(f"{name} is damaged, or was changed after it was written")
    return MovedGame(game, at)


def _digest(game: dict[str, Any]) -> str:
    """The SHA-256 of a game in its one shortest form, against damage on the way."""
    exact = json.dumps(game, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(exact.encode()).hexdigest()
