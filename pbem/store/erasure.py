"""Forgetting a person: the games stay, without who it was."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import func, or_, select, update
from sqlmodel import Session, col

from pbem.domain.model import Player
from pbem.mail.codes import Purpose
from pbem.store.codes import void
from pbem.store.inbound import Processing
from pbem.store.outbox import WAITING, Sending
from pbem.store.rows import change_row, change_rows, delete_rows
from pbem.store.tables.games import RoleRow, SilenceRow, WatcherRow
from pbem.store.tables.mails import BounceRow, BounceToldRow, InboundRow, OutboxRow
from pbem.store.tables.people import (
    AbsenceRow,
    AddressChangeRow,
    AliasRow,
    AskedBackRow,
    ClockRow,
    HeldRow,
    MuteRow,
    PlayerRow,
    ScoreSeatRow,
    ScoreSheetRow,
    SignupRow,
)
from pbem.store.tables.server import ActRow, AnnouncementRow

_BATCH = 50

_CODED: dict[Purpose, Any] = {
    Purpose.CONFIRM_ADDRESS: AddressChangeRow,
    Purpose.OBJECT_ADDRESS: AddressChangeRow,
    Purpose.WAS_THAT_YOU: HeldRow,
    Purpose.WATCH: WatcherRow,
    Purpose.SCORES: ScoreSheetRow,
}
"""The rows of a player that codes are about."""

_GONE = select(col(PlayerRow.id)).where(col(PlayerRow.forgotten_at).is_not(None))
"""Those who are forgotten."""

NOWHERE = "forgotten.invalid"
"""The domain of nobody (RFC 2606): no mail is ever sent there."""


def nobody(player: int) -> tuple[str, str]:
    """The name and the address of somebody who is forgotten."""
    return f"Former player {player}", f"{player}@{NOWHERE}"


def former_number(player: Player) -> str | None:
    """The number behind "Former player" in the name of who is forgotten; None of anybody else."""
    return player.name.split()[-1] if player.address.endswith(f"@{NOWHERE}") else None


def forget(session: Session, player: int, now: datetime) -> None:
    """Take a player's name, addresses and mails out of the database.

    Cards and scores stay, because they are the other players' too. A last mail that waits to leave
    still has its address; `drop_forgotten` takes that too when it has left.
    """
    known = _addresses(session, player)
    sheets = select(col(ScoreSheetRow.id)).where(col(ScoreSheetRow.player_id) == player)
    seats = select(col(ScoreSeatRow.id)).where(
        or_(col(ScoreSeatRow.player_id) == player, col(ScoreSeatRow.sheet_id).in_(sheets))
    )
    signups = select(col(SignupRow.id)).where(col(SignupRow.address).in_(known))
    void(session, Purpose.REGISTER, signups)
    void(session, Purpose.AT_TABLE, seats)
    for purpose, table in _CODED.items():
        void(session, purpose, select(col(table.id)).where(col(table.player_id) == player))
    delete_rows(session, SignupRow, col(SignupRow.address).in_(known))
    name, address = nobody(player)
    row = session.get(PlayerRow, player)
    if row is not None:
        _forget_orders(session, row, known)
    _leave_evenings(session, player, name)
    delete_rows(session, ScoreSeatRow, col(ScoreSeatRow.id).in_(seats))
    change_row(
        session,
        PlayerRow,
        player,
        name=name,
        address=address,
        language="en",
        zone="UTC",
        letters=None,
        rank_first=None,
        reminders=0,
        mailing={},
        digest_due=None,
        agreed_at=None,
        stopped_at=now,
        forgotten_at=now,
    )
    delete_rows(session, MuteRow, col(MuteRow.muted_id) == player)
    for rows in (
        *(AliasRow, AbsenceRow, ClockRow, AddressChangeRow),
        *(RoleRow, MuteRow, SilenceRow, WatcherRow, ScoreSheetRow),
    ):
        delete_rows(session, rows, col(rows.player_id) == player)
    asked = col(AskedBackRow.player_id) == player
    change_rows(session, AskedBackRow, asked, detail="", closed="forgotten")
    held = select(col(HeldRow.inbound_id)).where(col(HeldRow.player_id) == player)
    session.execute(
        update(InboundRow)
        .where(or_(col(InboundRow.player_id) == player, col(InboundRow.id).in_(held)))
        .values(raw=b"", mail_from="")
    )
    delete_rows(session, HeldRow, col(HeldRow.player_id) == player)
    for bounced in (BounceRow, BounceToldRow):
        delete_rows(session, bounced, col(bounced.address).in_(known))
    _forget_mails(session, known)
    drop_forgotten(session)
    session.expire_all()


def _addresses(session: Session, player: int) -> list[str]:
    """Every address that is a player's, or was and is nobody else's now, as far as it is known."""
    ours = (
        select(col(PlayerRow.address)).where(col(PlayerRow.id) == player),
        select(col(AliasRow.address)).where(col(AliasRow.player_id) == player),
        select(col(OutboxRow.rcpt)).where(col(OutboxRow.player_id) == player),
    )
    found = {address.casefold() for query in ours for address in session.scalars(query)}
    others = (
        select(col(PlayerRow.address)).where(col(PlayerRow.id) != player),
        select(col(AliasRow.address)).where(col(AliasRow.player_id) != player),
    )
    now_theirs = {address for query in others for address in session.scalars(query)}
    return sorted(found - now_theirs - {""})


def _leave_evenings(session: Session, player: int, name: str) -> None:
    """Call somebody by another name in the sheets of the evenings she has said to have been at."""
    there = (
        select(ScoreSheetRow, col(ScoreSeatRow.seat))
        .join(ScoreSeatRow, col(ScoreSeatRow.sheet_id) == col(ScoreSheetRow.id))
        .where(col(ScoreSeatRow.player_id) == player, col(ScoreSeatRow.confirmed_at).is_not(None))
    )
    for sheet, seat in session.execute(there):
        sheet.names = [name if at == seat else one for at, one in enumerate(sheet.names)]
    session.flush()


def _forget_mails(session: Session, known: list[str]) -> None:
    """Empty the mails that nobody's number stands at: those done with in which an address stands,
    and those that left for one.
    """
    strange = select(InboundRow).where(
        col(InboundRow.player_id).is_(None),
        col(InboundRow.state) == Processing.DONE.value,
        or_(func.length(col(InboundRow.raw)) > 0, col(InboundRow.mail_from) != ""),
    )
    addresses = [address.encode() for address in known]
    for mail in session.scalars(strange).yield_per(_BATCH):
        if mail.mail_from.casefold() in known or any(a in mail.raw.lower() for a in addresses):
            mail.raw, mail.mail_from = b"", ""
    session.flush()
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.player_id).is_(None), col(OutboxRow.rcpt).in_(known))
        .where(col(OutboxRow.state).not_in(WAITING))
        .values(raw=b"", rcpt="", error=None)
    )


def _forget_orders(session: Session, row: PlayerRow, known: list[str]) -> None:
    """Empty what an organiser wrote, or was answered, with a player's name or address in it."""
    about = [
        words.icontains(word, autoescape=True)
        for words in (col(ActRow.line), col(ActRow.name), col(ActRow.undo))
        for word in (row.name, *known)
    ]
    acts = update(ActRow).where(or_(col(ActRow.player_id) == row.id, *about))
    session.execute(acts.values(line="", name="", undo=""))
    said = [
        words.icontains(row.name, autoescape=True)
        for words in (col(AnnouncementRow.words), col(AnnouncementRow.other))
    ]
    told = update(AnnouncementRow).where(or_(col(AnnouncementRow.player_id) == row.id, *said))
    session.execute(told.values(words="", other=""))


def drop_forgotten(session: Session) -> None:
    """Empty the mails of forgotten players that have left or never will, and those they sent."""
    session.execute(
        update(InboundRow)
        .where(col(InboundRow.player_id).in_(_GONE), func.length(col(InboundRow.raw)) > 0)
        .values(raw=b"", mail_from="")
    )
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.player_id).in_(_GONE), col(OutboxRow.state).not_in(WAITING))
        .where(col(OutboxRow.rcpt) != "")
        .values(raw=b"", rcpt="", error=None)
    )


def drop_farewell(session: Session, number: int) -> None:
    """Empty a letter that has left, if it was to somebody who is forgotten."""
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.id) == number, col(OutboxRow.player_id).in_(_GONE))
        .values(raw=b"", rcpt="")
    )


def keep_back(session: Session, player: int, now: datetime) -> None:
    """Let no mail to a player leave any more."""
    change_rows(
        session,
        OutboxRow,
        col(OutboxRow.player_id) == player,
        col(OutboxRow.state).in_(WAITING),
        state=Sending.SUPERSEDED.value,
        done_at=now,
    )
