"""Forgetting a person: the games stay, without who it was."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, or_, select, update
from sqlmodel import Session, col

from pbem.reading.tokens import Purpose
from pbem.store.codes import void
from pbem.store.outbox import WAITING, Sending
from pbem.store.tables import (
    AbsenceRow,
    ActRow,
    AliasRow,
    AnnouncementRow,
    AskedBackRow,
    ClockRow,
    HeldRow,
    InboundRow,
    MoveRow,
    OrganiserRow,
    OutboxRow,
    PlayerRow,
    SignupRow,
    StandbyRow,
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
    signups = select(col(SignupRow.id)).where(col(SignupRow.address).in_(known))
    moves = select(col(MoveRow.id)).where(col(MoveRow.player_id) == player)
    helds = select(col(HeldRow.id)).where(col(HeldRow.player_id) == player)
    void(session, Purpose.REGISTER, signups)
    void(session, Purpose.CONFIRM_ADDRESS, moves)
    void(session, Purpose.OBJECT_ADDRESS, moves)
    void(session, Purpose.WAS_THAT_YOU, helds)
    session.execute(delete(SignupRow).where(col(SignupRow.address).in_(known)))
    name, address = nobody(player)
    row = session.get(PlayerRow, player)
    if row is not None:
        _forget_orders(session, row)
    named = {
        "name": name,
        "address": address,
        "letters": None,
        "rank_first": None,
        "stopped_at": now,
        "forgotten_at": now,
    }
    session.execute(update(PlayerRow).where(col(PlayerRow.id) == player).values(**named))
    for rows in (AliasRow, AbsenceRow, ClockRow, MoveRow, OrganiserRow, StandbyRow):
        session.execute(delete(rows).where(col(rows.player_id) == player))
    asked = update(AskedBackRow).where(col(AskedBackRow.player_id) == player)
    session.execute(asked.values(detail="", closed="forgotten"))
    held = select(col(HeldRow.inbound_id)).where(col(HeldRow.player_id) == player)
    session.execute(
        update(InboundRow)
        .where(or_(col(InboundRow.player_id) == player, col(InboundRow.id).in_(held)))
        .values(raw=b"", mail_from="")
    )
    session.execute(delete(HeldRow).where(col(HeldRow.player_id) == player))
    drop_forgotten(session)
    session.expire_all()


def _forget_orders(session: Session, row: PlayerRow) -> None:
    """Empty what an organiser wrote with a player's name or address in it."""
    about = [col(ActRow.player_id) == row.id]
    about += [col(ActRow.line).icontains(word, autoescape=True) for word in (row.name, row.address)]
    session.execute(update(ActRow).where(or_(*about)).values(line="", name=""))
    told = [col(AnnouncementRow.words), col(AnnouncementRow.other)]
    named = [each.icontains(row.name, autoescape=True) for each in told]
    session.execute(update(AnnouncementRow).where(or_(*named)).values(words="", other=""))


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


def keep_back(session: Session, player: int, now: datetime) -> None:
    """Let no mail to a player leave any more."""
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.player_id) == player, col(OutboxRow.state).in_(WAITING))
        .values(state=Sending.SUPERSEDED.value, done_at=now)
    )
    session.expire_all()
