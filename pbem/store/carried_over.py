"""Who has gone from a server: read from a database file before a copy takes its place."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text
from sqlmodel import Session

from engine import Seat

Known = tuple[int, str]
"""A row by its number and when it was made, as stored: numbers are given out anew after a copy."""

_PEOPLE = "SELECT id, created_at FROM player WHERE {} IS NOT NULL"
_SEATS = """
    SELECT game.id, game.created_at, seat.seat, player.id, player.created_at
    FROM seat JOIN game ON game.id = seat.game_id JOIN player ON player.id = seat.player_id
    WHERE seat.left_at IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class Gone:
    """Who is forgotten, who gets no more mail, and which seats were left for good, by game, place
    and player. `sure` tells that the whole file could be read.
    """

    forgotten: frozenset[Known] = frozenset()
    stopped: frozenset[Known] = frozenset()
    left: frozenset[tuple[Known, Seat, Known]] = frozenset()
    sure: bool = True


def gone_from(file: Path) -> Gone:
    """Who has gone, by a database file that may be damaged, or not there at all."""
    if not file.is_file():
        return Gone(sure=False)
    found = Gone(sure=False)
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30)) as db:
            forgotten, stopped = (
                frozenset((number, made) for number, made in db.execute(_PEOPLE.format(since)))
                for since in ("forgotten_at", "stopped_at")
            )
            left = frozenset(
                ((game, made), Seat(seat), (player, since))
                for game, made, seat, player, since in db.execute(_SEATS)
            )
            found = Gone(forgotten, stopped - forgotten, left, sure=False)
            [(verdict,)] = db.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error:
        return found
    return Gone(found.forgotten, found.stopped, found.left, sure=verdict == "ok")


def still_there(session: Session, people: frozenset[Known], since: str) -> list[int]:
    """Who of some people is known in a copy, with nothing there in the column `since`."""
    query = text(f"SELECT id, created_at FROM player WHERE {since} IS NULL ORDER BY id")
    return [number for number, made in session.execute(query) if (number, made) in people]


def still_seated(
    session: Session, left: frozenset[tuple[Known, Seat, Known]]
) -> list[tuple[int, Seat]]:
    """Which of some seats have the same player in a copy, who has not left there; by game."""
    query = text(_SEATS.replace("IS NOT NULL", "IS NULL") + " ORDER BY game.id, seat.seat")
    return [
        (game, Seat(seat))
        for game, made, seat, player, since in session.execute(query)
        if ((game, made), Seat(seat), (player, since)) in left
    ]
