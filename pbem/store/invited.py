"""Who was invited to a game that has begun without them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlmodel import Session, col

from pbem.domain.model import Stage
from pbem.store.seats import GONE
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.mails import OutboxRow


def too_late(session: Session, player: int, message_ids: Sequence[str]) -> int | None:
    """The game under way that a player was invited to, has no seat in, and was not told of yet.

    One whose letter an answer names by its Message-ID comes first, then the newest.
    """
    seated = select(col(SeatRow.game_id)).where(col(SeatRow.player_id) == player)
    told = select(col(OutboxRow.game_id)).where(
        col(OutboxRow.player_id) == player,
        col(OutboxRow.kind) == "at_no_table",
        col(OutboxRow.game_id).is_not(None),
    )
    query = (
        select(col(OutboxRow.game_id))
        .join(GameRow, col(GameRow.id) == col(OutboxRow.game_id))
        .where(col(OutboxRow.player_id) == player, col(OutboxRow.seat) == GONE)
        .where(col(OutboxRow.kind).in_(("invitation", "noted")))
        .where(col(GameRow.stage) == Stage.PLAYING.value)
        .where(col(GameRow.id).not_in(seated), col(GameRow.id).not_in(told))
        .order_by(col(OutboxRow.message_id).in_(message_ids).desc(), col(OutboxRow.id).desc())
        .limit(1)
    )
    return session.scalar(query)
