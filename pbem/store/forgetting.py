"""Forgetting a person: the games stay, without who it was."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, or_, select, update
from sqlmodel import Session, col

from pbem.store.outbox import WAITING
from pbem.store.tables import (
    AbsenceRow,
    AliasRow,
    HeldRow,
    InboundRow,
    MoveRow,
    OutboxRow,
    PlayerRow,
    SignupRow,
)

NOWHERE = "forgotten.invalid"
"""The domain of nobody (RFC 2606): no mail is ever sent there."""


def nobody(player: int) -> tuple[str, str]:
    """The name and the address of somebody who is forgotten."""
    return f"Former player {player}", f"{player}@{NOWHERE}"


def forget(session: Session, player: int, now: datetime) -> None:
    """Take a player's name, addresses and mails out of the database.

    Cards and scores stay, because they are the other players' too. A last mail that waits to leave
    still has its address; `drop_forgotten` takes that too when it has left.
    """
    known = select(col(PlayerRow.address)).where(col(PlayerRow.id) == player)
    session.execute(delete(SignupRow).where(col(SignupRow.address).in_(known)))
    name, address = nobody(player)
    named = {
        "name": name,
        "address": address,
        "letters": None,
        "rank_first": None,
        "stopped_at": now,
        "forgotten_at": now,
    }
    session.execute(update(PlayerRow).where(col(PlayerRow.id) == player).values(**named))
    for rows in (AliasRow, AbsenceRow, MoveRow):
        session.execute(delete(rows).where(col(rows.player_id) == player))
    held = select(col(HeldRow.inbound_id)).where(col(HeldRow.player_id) == player)
    session.execute(
        update(InboundRow)
        .where(or_(col(InboundRow.player_id) == player, col(InboundRow.id).in_(held)))
        .values(raw=b"", mail_from="")
    )
    session.execute(delete(HeldRow).where(col(HeldRow.player_id) == player))
    drop_forgotten(session)
    session.expire_all()


def drop_forgotten(session: Session) -> None:
    """Empty the mails of forgotten players that have left or never will, and those they sent."""
    gone = select(col(PlayerRow.id)).where(col(PlayerRow.forgotten_at).is_not(None))
    session.execute(
        update(InboundRow)
        .where(col(InboundRow.player_id).in_(gone), func.length(col(InboundRow.raw)) > 0)
        .values(raw=b"", mail_from="")
    )
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.player_id).in_(gone), col(OutboxRow.state).not_in(WAITING))
        .where(col(OutboxRow.rcpt) != "")
        .values(raw=b"", rcpt="", error=None)
    )
