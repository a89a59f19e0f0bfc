"""How often organisers are told how their games stand, and when next."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import not_, select, update
from sqlmodel import Session, col

from pbem.store.rows import change_row
from pbem.store.tables.people import PlayerRow

_TO_BE_FIXED = datetime(1970, 1, 1, tzinfo=UTC)
"""For somebody who organises a game now: the time comes up at once, and is fixed then."""


def set_digest(session: Session, player: int, written: str, due: datetime | None) -> None:
    """How often somebody is told, as words, and when next."""
    change_row(session, PlayerRow, player, digest=written, digest_due=due)


def organises(session: Session, player: int) -> None:
    """Somebody organises a game from now on, and is told unless that is not wanted."""
    session.execute(
        update(PlayerRow)
        .where(
            col(PlayerRow.id) == player,
            col(PlayerRow.digest_due).is_(None),
            not_(col(PlayerRow.digest).startswith("off")),
        )
        .values(digest_due=_TO_BE_FIXED)
    )


def next_digest(session: Session, now: datetime) -> tuple[int, str, bool] | None:
    """The organiser whose turn it is first: number, how often, and whether a letter is due, or only
    its time is not fixed yet; None if nobody's turn it is.
    """
    query = (
        select(PlayerRow)
        .where(col(PlayerRow.digest_due) <= now)
        .order_by(col(PlayerRow.digest_due), col(PlayerRow.id))
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    row = session.scalars(query).first()
    if row is None or row.digest_due is None:
        return None
    return row.id, row.digest, row.digest_due > _TO_BE_FIXED
