"""What the dates of players' mails say of their clocks, and the letter that proposed a zone."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from sqlmodel import Session, col

from pbem.domain.model import Player
from pbem.domain.time_zones import Clock, heard, usual_zone
from pbem.store.outbox import Sending
from pbem.store.rows import any_row, change_row
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import ClockRow

_MINUTE = timedelta(minutes=1)


class ClockColumns(NamedTuple):
    """What is noted of a player's clock, column by column."""

    minutes: int | None
    mails: int
    first: date | None
    last: datetime | None
    proposed_in: str | None
    decided: bool


def hear(session: Session, player: int, offset: timedelta | None, now: datetime) -> None:
    """Note how far a mail's clock is from UTC; nothing once a zone is proposed or set."""
    if offset is None:
        return
    row = session.get(ClockRow, player) or ClockRow(player_id=player)
    if row.decided or row.proposed_in is not None:
        return
    clock = heard(_clock(row), offset, now)
    row.minutes, row.mails = offset // _MINUTE, clock.mails
    row.first, row.last = clock.first, clock.last
    session.add(row)
    session.flush()


def to_propose(session: Session, player: Player, row: ClockColumns) -> str | None:
    """The zone to propose to a player in the next letter, once; None if there is none.

    A letter that never leaves has proposed nothing.
    """
    clock = _clock(row)
    if clock is None or row.decided or _proposed(session, row):
        return None
    return usual_zone(clock, player.language, player.zone)


def propose_in(session: Session, player: int, message_id: str) -> None:
    """Note the letter that proposes a zone."""
    change_row(session, ClockRow, player, proposed_in=message_id)


def decide(session: Session, player: int) -> None:
    """Note that a player has said which clock it is: nothing more is proposed."""
    row = session.get(ClockRow, player) or ClockRow(player_id=player)
    row.decided = True
    session.add(row)
    session.flush()


def _clock(row: ClockRow | ClockColumns) -> Clock | None:
    if row.minutes is None or row.first is None or row.last is None:
        return None
    return Clock(row.minutes * _MINUTE, row.mails, row.first, row.last)


def _proposed(session: Session, row: ClockColumns) -> bool:
    if row.proposed_in is None:
        return False
    return not any_row(
        session,
        col(OutboxRow.message_id) == row.proposed_in,
        col(OutboxRow.state).in_((Sending.SUPERSEDED.value, Sending.FAILED.value)),
    )
