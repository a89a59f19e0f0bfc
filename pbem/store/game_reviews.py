"""Games that seats want looked back at, until they are told; of each deal the look back is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from engine import Seat
from pbem.store.deal_reviews import ReviewWanted, want
from pbem.store.rows import at_seat, delete_rows, first_row, insert_row
from pbem.store.tables.games import DealLuckRow, DealReviewRow, GameReviewRow


@dataclass(frozen=True, slots=True)
class GameReviewWanted:
    """A game to be looked back at from a seat, for the `nth` order of a mail."""

    game: int
    seat: Seat
    inbound: int
    nth: int


def want_game(session: Session, wanted: GameReviewWanted) -> None:
    """Have the deals of a game looked back at; nothing changes if that is wanted already."""
    if session.get(GameReviewRow, (wanted.game, wanted.seat)) is None:
        insert_row(
            session,
            GameReviewRow,
            game_id=wanted.game,
            seat=wanted.seat,
            inbound=wanted.inbound,
            nth=wanted.nth,
        )


def next_game_wanted(session: Session) -> GameReviewWanted | None:
    """The next game to look back at; None if none waits."""
    query = select(GameReviewRow).order_by(col(GameReviewRow.inbound))
    return first_row(
        session,
        query,
        lambda row: GameReviewWanted(row.game_id, Seat(row.seat), row.inbound, row.nth),
    )


def game_told(session: Session, wanted: GameReviewWanted) -> None:
    """Want it no more."""
    delete_rows(session, GameReviewRow, at_seat(GameReviewRow, wanted.game, wanted.seat))


def found_in(session: Session, game: int) -> dict[tuple[int, int], dict[str, Any]]:
    """What was worked out of the deals of a game, by the entry one ended with and the seat."""
    query = select(DealReviewRow).where(
        col(DealReviewRow.game_id) == game, col(DealReviewRow.found).is_not(None)
    )
    return {(row.ended, row.seat): row.found or {} for row in session.scalars(query)}


def keep_found_for_game(
    session: Session, wanted: GameReviewWanted, deal: int, ended: int, found: dict[str, Any]
) -> None:
    """Keep what was worked out of one of its deals, unless that is wanted or known already."""
    of_deal = ReviewWanted(wanted.game, ended, wanted.seat, deal, wanted.inbound, wanted.nth)
    want(session, of_deal, found)


def lucks_in(session: Session, game: int) -> dict[int, dict[str, Any]]:
    """What the cards of a game's deals were worth, by the entry that one ended with."""
    query = select(DealLuckRow).where(col(DealLuckRow.game_id) == game)
    return {row.ended: row.found for row in session.scalars(query)}


def keep_luck(session: Session, game: int, ended: int, found: dict[str, Any]) -> None:
    """Keep what the cards of a deal were worth, unless that is known already."""
    if session.get(DealLuckRow, (game, ended)) is None:
        insert_row(session, DealLuckRow, game_id=game, ended=ended, found=found)
