"""Whose words an organiser keeps from a table, and until when."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col

from pbem.store.rows import delete_rows
from pbem.store.tables.games import SilenceRow


def silent_until(session: Session, game: int, player: int, now: datetime) -> datetime | None:
    """Until when what a player says is not passed on in a game; None if it is."""
    row = session.get(SilenceRow, (game, player))
    return row.until if row is not None and row.until > now else None


def set_silent(session: Session, game: int, player: int, until: datetime | None) -> None:
    """Pass on what a player says in a game only after a moment, or at once."""
    if until is None:
        delete_rows(
            session,
            SilenceRow,
            col(SilenceRow.game_id) == game,
            col(SilenceRow.player_id) == player,
        )
    else:
        session.merge(SilenceRow(game_id=game, player_id=player, until=until))
    session.flush()
    session.expire_all()
