"""How often organisers are told how their games stand, and when next."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import or_, select, update
from sqlmodel import Session, col

from pbem.store.tables import GameRow, PlayerRow

_LIVE = ("draft", "inviting", "playing")


def set_digest(session: Session, player: int, written: str, due: datetime | None) -> None:
    """How often somebody is told, as words, and when next."""
    values = {"digest": written, "digest_due": due}
    session.execute(update(PlayerRow).where(col(PlayerRow.id) == player).values(**values))
    session.expire_all()


def next_digest(session: Session, now: datetime) -> tuple[int, str, bool] | None:
    """The organiser of a game under way whose turn it is: number, how often, and whether a letter
    is due, or only its time is not fixed yet; None if nobody's turn it is.
    """
    runs = (
        select(col(GameRow.id))
        .where(col(GameRow.organiser_id) == col(PlayerRow.id), col(GameRow.stage).in_(_LIVE))
        .exists()
    )
    never = col(PlayerRow.digest_due).is_(None) & ~col(PlayerRow.digest).startswith("off")
    query = (
        select(PlayerRow)
        .where(or_(col(PlayerRow.digest_due) <= now, never), runs)
        .order_by(col(PlayerRow.id))
        .limit(1)
        .with_for_update(skip_locked=True, of=PlayerRow)
    )
    row = session.scalars(query).first()
    if row is None or row.id is None:
        return None
    return row.id, row.digest, row.digest_due is not None
