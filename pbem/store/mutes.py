"""Whose words a player does not want in any letter."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, select
from sqlmodel import Session, col

from pbem.store.rows import delete_rows
from pbem.store.tables.people import MuteRow, PlayerRow
from pbem.store.tables.server import AnnouncementRow

MUTED: ColumnElement[bool] = (
    select(col(MuteRow.muted_id))
    .where(
        col(MuteRow.player_id) == bindparam("player"),
        col(MuteRow.muted_id) == col(AnnouncementRow.player_id),
    )
    .exists()
)
"""Whether a `player` has muted who said an announcement."""


def mute(session: Session, player: int, other: int, now: datetime) -> None:
    """Leave what another player says out of a player's letters from now on."""
    session.merge(MuteRow(player_id=player, muted_id=other, muted_at=now))
    session.flush()


def unmute(session: Session, player: int, others: Collection[int]) -> None:
    """Let a player read again what some others say."""
    delete_rows(
        session, MuteRow, col(MuteRow.player_id) == player, col(MuteRow.muted_id).in_(others)
    )


def muted(session: Session, player: int) -> list[tuple[int, str]]:
    """Whom a player has muted, by number and name."""
    query = (
        select(col(PlayerRow.id), col(PlayerRow.name))
        .join(MuteRow, col(MuteRow.muted_id) == col(PlayerRow.id))
        .where(col(MuteRow.player_id) == player)
        .order_by(col(PlayerRow.name), col(PlayerRow.id))
    )
    return [(number, name) for number, name in session.execute(query)]
