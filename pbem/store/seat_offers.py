"""Seats that somebody is asked to take, in the place of who sits there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlmodel import Session, col

from pbem.store.rows import add_row, any_row, change_row, change_rows, read_row
from pbem.store.tables.games import SeatOfferRow


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat of `holder` that `newcomer` is asked to take; both are numbers of players.

    With `moved` they are the same person at two addresses, with `dropped` the holder has no say.
    `said_at` is when the newcomer said yes, `from_deal` the deal that he begins with, once the
    seat is his; `closed` says how it ended. Who came along with a game from another server, which
    stood there so `as_of`, is both holder and newcomer.
    """

    id: int
    game: int
    holder: int
    newcomer: int
    moved: bool
    dropped: bool
    asked_at: datetime
    said_at: datetime | None
    from_deal: int | None
    as_of: datetime | None
    closed: str | None


def offer_seat(
    session: Session,
    *,
    game: int,
    holder: int,
    newcomer: int,
    moved: bool,
    dropped: bool,
    now: datetime,
    as_of: datetime | None = None,
) -> SeatOffer:
    """Write down that somebody is asked to take a seat, and nobody else any more."""
    open_ = (col(SeatOfferRow.game_id) == game, col(SeatOfferRow.holder_id) == holder)
    change_rows(session, SeatOfferRow, *open_, col(SeatOfferRow.closed).is_(None), closed="other")
    return _offer(
        add_row(
            session,
            SeatOfferRow,
            game_id=game,
            holder_id=holder,
            newcomer_id=newcomer,
            moved=moved,
            dropped=dropped,
            asked_at=now,
            as_of=as_of,
        )
    )


def seat_offer(session: Session, number: int) -> SeatOffer | None:
    """The offer with this number, or None."""
    return read_row(session, SeatOfferRow, number, _offer)


def open_offers(session: Session, game: int | None = None) -> list[SeatOffer]:
    """The offers that have not ended, of a game or of all, oldest first."""
    query = select(SeatOfferRow).where(col(SeatOfferRow.closed).is_(None))
    if game is not None:
        query = query.where(col(SeatOfferRow.game_id) == game)
    return [_offer(row) for row in session.scalars(query.order_by(col(SeatOfferRow.id)))]


def asked_since(session: Session, game: int, newcomer: int, since: datetime) -> bool:
    """Whether somebody was asked to take a seat in a game since some time."""
    return any_row(
        session,
        col(SeatOfferRow.game_id) == game,
        col(SeatOfferRow.newcomer_id) == newcomer,
        col(SeatOfferRow.asked_at) > since,
    )


def is_given(session: Session, game: int, holder: int) -> bool:
    """Whether a seat is another's already, who only waits for the next deal."""
    return any(
        one.holder == holder and one.from_deal is not None for one in open_offers(session, game)
    )


def change(session: Session, number: int, **values: object) -> SeatOffer:
    """Write down how an offer goes on or ends; the offer after that."""
    change_row(session, SeatOfferRow, number, **values)
    return _offer(session.get_one(SeatOfferRow, number))


def _offer(row: SeatOfferRow) -> SeatOffer:
    return SeatOffer(
        row.id,
        row.game_id,
        row.holder_id,
        row.newcomer_id,
        row.moved,
        row.dropped,
        row.asked_at,
        row.said_at,
        row.from_deal,
        row.as_of,
        row.closed,
    )
