"""Who wants to play an ended game again, and which game came of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from engine import Seat
from pbem.store.rows import change_row, read_row
from pbem.store.tables.games import RematchRow


@dataclass(frozen=True, slots=True)
class Rematch:
    """The seats that have said yes and those that have said no; `next` is the new game."""

    yes: frozenset[Seat] = frozenset()
    no: frozenset[Seat] = frozenset()
    next: int | None = None


def rematch(session: Session, game: int) -> Rematch | None:
    """What has been said about playing a game again; None if nobody has asked."""
    return read_row(session, RematchRow, game, _rematch)


def say(session: Session, game: int, seat: Seat, *, yes: bool, now: datetime) -> Rematch:
    """Write down what a seat says, in the place of what it has said before."""
    row = session.get(RematchRow, game) or RematchRow(game_id=game, said={}, asked_at=now)
    row.said = {**row.said, str(seat): "yes" if yes else "no"}
    session.add(row)
    session.flush()
    return _rematch(row)


def set_next(session: Session, game: int, following: int) -> None:
    """Write down which game came of it."""
    change_row(session, RematchRow, game, next_id=following)


def _rematch(row: RematchRow) -> Rematch:
    by = {
        word: frozenset(Seat(int(seat)) for seat, said in row.said.items() if said == word)
        for word in ("yes", "no")
    }
    return Rematch(by["yes"], by["no"], row.next_id)
