"""Games that strangers may join: how many players they are for, and until when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import or_, select
from sqlmodel import Session, col

from pbem.domain.model import Reply, Stage, Table
from pbem.store.rows import change_row
from pbem.store.tables.games import GameRow, OfferRow

_WAITING = (
    select(col(OfferRow.game_id))
    .join(GameRow, col(GameRow.id) == col(OfferRow.game_id))
    .where(col(GameRow.stage) == Stage.INVITING.value, col(OfferRow.room) > 0)
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A table for `room` players that may be joined until some moment, or until it begins."""

    room: int
    until: datetime | None

    def free(self, table: Table) -> int:
        """How many seats nobody has; who has said no has none."""
        return max(0, self.room - sum(said is not Reply.NO for said in table.said))

    def over(self, now: datetime) -> bool:
        """Whether its time is up."""
        return self.until is not None and self.until <= now


def offer(session: Session, game: int) -> Offer | None:
    """How a game may be joined; None if it may not."""
    row = session.get(OfferRow, game)
    return Offer(row.room, row.until) if row and row.room else None


def set_offer(session: Session, game: int, open_: Offer) -> None:
    """Let a game be joined."""
    session.merge(OfferRow(game_id=game, room=open_.room, until=open_.until))
    session.flush()


def withdraw(session: Session, game: int) -> None:
    """Let a game be joined no more; that it could be is still known."""
    change_row(session, OfferRow, game, room=0)


def ever_offered(session: Session) -> dict[str, int]:
    """The games that may be joined, or could be at some time: their numbers by their names."""
    query = select(col(GameRow.name), col(OfferRow.game_id)).join(
        GameRow, col(GameRow.id) == col(OfferRow.game_id)
    )
    return {row[0]: row[1] for row in session.execute(query)}


def offered(session: Session, now: datetime) -> list[int]:
    """The games that may be joined now, the newest first; perhaps none of their seats is free."""
    query = _WAITING.where(or_(col(OfferRow.until).is_(None), col(OfferRow.until) > now)).order_by(
        col(OfferRow.game_id).desc()
    )
    return list(session.scalars(query))


def next_over(session: Session, now: datetime) -> int | None:
    """The game whose time to be joined was up first; None if none is."""
    query = _WAITING.where(col(OfferRow.until) <= now).order_by(col(OfferRow.until)).limit(1)
    return session.scalars(query).first()
