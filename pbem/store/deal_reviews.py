"""What seats should have done in deals that are over: asked for, worked out once, and kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from engine import Seat
from pbem.store.rows import change_rows, delete_rows, first_row, insert_row
from pbem.store.tables.games import DealReviewRow


@dataclass(frozen=True, slots=True)
class ReviewWanted:
    """A deal to be looked back at from a seat, for the `nth` order of a mail.

    `ended` is the entry of the log that the deal ended with: one played again ends with another.
    """

    game: int
    ended: int
    seat: Seat
    deal: int
    inbound: int
    nth: int


def found_for(session: Session, game: int, ended: int, seat: Seat) -> dict[str, Any] | None:
    """What was worked out, as plain data; None if that is still to be done."""
    row = session.get(DealReviewRow, (game, ended, seat))
    return row.found if row else None


def want(session: Session, wanted: ReviewWanted, found: dict[str, Any] | None = None) -> None:
    """Have a deal looked back at, or keep what was `found`; nothing changes if that is wanted or
    known already.
    """
    if session.get(DealReviewRow, (wanted.game, wanted.ended, wanted.seat)) is None:
        insert_row(
            session,
            DealReviewRow,
            game_id=wanted.game,
            ended=wanted.ended,
            seat=wanted.seat,
            deal=wanted.deal,
            inbound=wanted.inbound,
            nth=wanted.nth,
            found=found,
        )


def next_wanted(session: Session) -> ReviewWanted | None:
    """The next deal to look back at; None if none waits."""
    # What is not worked out is NULL, and not the null of JSON.
    query = select(DealReviewRow).where(col(DealReviewRow.found).is_(None))
    return first_row(session, query.order_by(col(DealReviewRow.inbound)), _wanted)


def keep_found(session: Session, wanted: ReviewWanted, found: dict[str, Any]) -> None:
    """Keep what was worked out."""
    change_rows(session, DealReviewRow, *_row(wanted), found=found)


def give_up(session: Session, wanted: ReviewWanted) -> None:
    """Want it no more; whoever asks again, tries again."""
    delete_rows(session, DealReviewRow, *_row(wanted))


def _wanted(row: DealReviewRow) -> ReviewWanted:
    return ReviewWanted(row.game_id, row.ended, Seat(row.seat), row.deal, row.inbound, row.nth)


def _row(wanted: ReviewWanted) -> tuple[Any, ...]:
    return (
        col(DealReviewRow.game_id) == wanted.game,
        col(DealReviewRow.ended) == wanted.ended,
        col(DealReviewRow.seat) == wanted.seat,
    )
