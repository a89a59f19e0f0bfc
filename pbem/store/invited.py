"""Who was invited: to a game that has begun without them, or so long ago that nobody waits."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import exists, select
from sqlmodel import Session, col

from pbem.domain.computers import HOUSE
from pbem.domain.model import Stage
from pbem.store.seats import GONE
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import PlayerRow


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


def long_silent(session: Session, before: datetime, most: int) -> list[int]:
    """The players who have never agreed to our mail and were last written to before some time.

    Who is still asked somewhere is none of them, nor who has said that he wants no mail: that must
    hold, so his address stays.
    """
    live = (Stage.DRAFT.value, Stage.INVITING.value, Stage.PLAYING.value)
    asked = (
        select(col(SeatRow.game_id))
        .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
        .where(col(SeatRow.player_id) == col(PlayerRow.id))
        .where(col(GameRow.stage).in_(live))
    )
    lately = exists().where(
        col(OutboxRow.player_id) == col(PlayerRow.id), col(OutboxRow.created_at) >= before
    )
    runs = exists().where(col(GameRow.organiser_id) == col(PlayerRow.id))
    query = (
        select(col(PlayerRow.id))
        .where(col(PlayerRow.agreed_at).is_(None), col(PlayerRow.stopped_at).is_(None))
        .where(col(PlayerRow.created_at) < before, ~col(PlayerRow.address).endswith(HOUSE))
        .where(~asked.exists(), ~lately, ~runs)
        .order_by(col(PlayerRow.id))
        .limit(most)
    )
    return list(session.scalars(query))
