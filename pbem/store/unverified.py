"""Mails that wait until their player says whose they are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col

from engine import Seat
from pbem.store.rows import add_row, any_row, change_row, read_row
from pbem.store.tables.people import HeldRow


@dataclass(frozen=True, slots=True)
class HeldMail:
    """A mail that was not acted on, and from where it came; `closed` says what its player said."""

    id: int
    player: int
    game: int
    seat: Seat
    question: int | None
    inbound: int
    address: str
    closed: str | None


def hold(
    session: Session,
    *,
    player: int,
    game: int,
    seat: Seat,
    question: int | None,
    inbound: int,
    address: str,
    now: datetime,
) -> int:
    """Write down a mail that its player is asked about; its number."""
    return add_row(
        session,
        HeldRow,
        player_id=player,
        game_id=game,
        seat=seat,
        question_id=question,
        inbound_id=inbound,
        address=address,
        asked_at=now,
    ).id


def held(session: Session, number: int) -> HeldMail | None:
    """The held mail with this number, or None."""
    return read_row(session, HeldRow, number, _held)


def _held(row: HeldRow) -> HeldMail:
    return HeldMail(
        row.id,
        row.player_id,
        row.game_id,
        Seat(row.seat),
        row.question_id,
        row.inbound_id,
        row.address,
        row.closed,
    )


def asked_since(session: Session, player: int, address: str | None, since: datetime) -> bool:
    """Whether a player was asked about mails from an address, or from any, after some time."""
    where = [col(HeldRow.player_id) == player, col(HeldRow.asked_at) > since]
    if address is not None:
        where.append(col(HeldRow.address) == address)
    return any_row(session, *where)


def close_held(session: Session, number: int, how: str) -> None:
    """Write down what a player said to the question whether a mail is his."""
    change_row(session, HeldRow, number, closed=how)
