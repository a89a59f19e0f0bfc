"""Who wants to organise a game in the place of somebody silent, who agrees, and who was heard."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.outcomes import Automatic, restored
from pbem.store.rows import add_row, change_row, first_row, read_row
from pbem.store.tables.games import AdoptionRow
from pbem.store.tables.mails import InboundRow

_NEWEST = 50
"""So many mails are looked at for one that a person wrote."""


@dataclass(frozen=True, slots=True)
class Adoption:
    """The wish of who sits at `seat` to organise a game, which may be so from `due_at` on; `closed`
    says how it ended.
    """

    id: int
    game: int
    seat: Seat
    agreed: frozenset[Seat]
    refused: frozenset[Seat]
    asked_at: datetime
    due_at: datetime
    closed: str | None


def ask(session: Session, game: int, seat: Seat, now: datetime, due_at: datetime) -> Adoption:
    """Write a wish down; who has it agrees."""
    return _adoption(
        add_row(
            session,
            AdoptionRow,
            game_id=game,
            seat=seat,
            agreed=[seat],
            refused=[],
            asked_at=now,
            due_at=due_at,
        )
    )


def adoption(session: Session, number: int) -> Adoption | None:
    """The wish with this number, or None."""
    return read_row(session, AdoptionRow, number, _adoption)


def last_of(session: Session, game: int) -> Adoption | None:
    """The newest wish for a game, or None."""
    query = (
        select(AdoptionRow)
        .where(col(AdoptionRow.game_id) == game)
        .order_by(col(AdoptionRow.id).desc())
        .limit(1)
    )
    return first_row(session, query, _adoption)


def still_open(session: Session) -> list[Adoption]:
    """The wishes that are neither fulfilled nor ended, oldest first."""
    query = select(AdoptionRow).where(col(AdoptionRow.closed).is_(None))
    return [_adoption(row) for row in session.scalars(query.order_by(col(AdoptionRow.id)))]


def say(session: Session, number: int, seat: Seat, *, yes: bool) -> Adoption:
    """Write down what a seat says; its last word counts."""
    row = session.get_one(AdoptionRow, number)
    row.agreed = sorted({*row.agreed, seat} if yes else {*row.agreed} - {seat})
    row.refused = sorted({*row.refused} - {seat} if yes else {*row.refused, seat})
    session.flush()
    return _adoption(row)


def end(session: Session, number: int, how: str) -> None:
    """Say how a wish ended."""
    change_row(session, AdoptionRow, number, closed=how)


def heard_from(session: Session, player: int, since: datetime) -> bool:
    """Whether a player has written since then; what a mail program answers by itself is nothing."""
    query = (
        select(col(InboundRow.outcomes))
        .where(
            col(InboundRow.player_id) == player,
            col(InboundRow.received_at) > since,
            col(InboundRow.outcomes).is_not(None),
        )
        .order_by(col(InboundRow.id).desc())
        .limit(_NEWEST)
    )
    return any(
        not isinstance(became, Automatic)
        for stored in session.scalars(query)
        for _, became in restored(stored)
    )


def _adoption(row: AdoptionRow) -> Adoption:
    return Adoption(
        row.id,
        row.game_id,
        Seat(row.seat),
        frozenset(map(Seat, row.agreed)),
        frozenset(map(Seat, row.refused)),
        row.asked_at,
        row.due_at,
        row.closed,
    )
