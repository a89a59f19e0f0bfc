"""Addresses from which mails came back, and the mails that did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.bounce_score import TOLD_FOR, BounceScore, scored, too_many
from pbem.domain.model import Stage
from pbem.store.rows import change_row, count_rows, delete_rows, first_row, read_row
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.mails import BounceRow, BounceToldRow, OutboxRow


@dataclass(frozen=True, slots=True)
class BouncedMail:
    """A mail of ours that came back: to whom, about which game and seat, what it has counted."""

    id: int
    rcpt: str
    game: int | None
    seat: Seat | None
    counted: int


@dataclass(frozen=True, slots=True)
class Bouncing:
    """An address from which mails come back. `stopped_at` is None while mails still go there."""

    address: str
    score: BounceScore
    why: str
    stopped_at: datetime | None


def sent_mail(session: Session, number: int) -> BouncedMail | None:
    """The mail of ours with this number, or None."""
    return read_row(session, OutboxRow, number, _sent)


def sent_as(session: Session, message_ids: Sequence[str]) -> BouncedMail | None:
    """The first mail of ours with one of these Message-IDs, or None."""
    query = select(OutboxRow).where(col(OutboxRow.message_id).in_(message_ids))
    return first_row(session, query, _sent)


def bouncing(session: Session, address: str) -> Bouncing | None:
    """What has come back from an address, or None if nothing has."""
    return read_row(session, BounceRow, address, _bouncing)


def all_bouncing(session: Session) -> list[Bouncing]:
    """Every address from which mails came back, by name."""
    return [_bouncing(row) for row in session.scalars(select(BounceRow).order_by("address"))]


def count_bounce(
    session: Session, address: str, points: int, why: str, now: datetime, *, stop: bool = False
) -> bool:
    """Count a bounce; True if nothing more is sent to the address from now on.

    With `stop` nothing more is sent there however few points it has.
    """
    row = session.get(BounceRow, address)
    before = BounceScore(row.points, row.since, row.at) if row else None
    score = scored(before, points, now)
    if row is None:
        row = BounceRow(address=address, points=0, since=now, at=now, why=why)
        session.add(row)
    row.points, row.since, row.at = score.points, score.since, score.at
    row.why = why or row.why
    stops = row.stopped_at is None and (stop or too_many(score))
    if stops:
        row.stopped_at = now
    session.flush()
    return stops


def set_counted(session: Session, number: int, points: int) -> None:
    """Write down what a mail's coming back has counted."""
    change_row(session, OutboxRow, number, bounced=points)


def set_complained(session: Session, number: int) -> None:
    """Write down that the reader of a mail has complained about it."""
    change_row(session, OutboxRow, number, complained=True)


def try_again(session: Session, address: str, game: int) -> None:
    """Send to an address again as the organiser of a game asks: nothing counts against it, and of
    its next stop that organiser is told.
    """
    change_row(session, BounceRow, address, points=0, stopped_at=None)
    delete_rows(
        session,
        BounceToldRow,
        col(BounceToldRow.address) == address,
        col(BounceToldRow.game_id) == game,
    )


def to_tell(session: Session, address: str, game: int, now: datetime) -> bool:
    """Whether the organiser of a game is to be told now that mail to an address comes back: once,
    until mail gets through, or she asks us to write again, or a day is over.
    """
    row = session.get(BounceToldRow, (address, game))
    if row is not None and now - row.at < TOLD_FOR:
        return False
    session.merge(BounceToldRow(address=address, game_id=game, at=now))
    return True


def forget_bounces(session: Session, address: str) -> bool:
    """Send to an address again, as mail gets through; False if nothing was counted."""
    delete_rows(session, BounceToldRow, col(BounceToldRow.address) == address)
    found = session.execute(
        delete(BounceRow).where(col(BounceRow.address) == address).returning(col(BounceRow.address))
    )
    return found.first() is not None


def seats_of(session: Session, player: int) -> list[tuple[int, Seat]]:
    """The games under way in which a player sits, and where."""
    query = (
        select(col(SeatRow.game_id), col(SeatRow.seat))
        .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
        .where(col(SeatRow.player_id) == player)
        .where(col(GameRow.stage).in_((Stage.INVITING.value, Stage.PLAYING.value)))
        .where(~col(GameRow.trial))
        .order_by(col(SeatRow.game_id))
    )
    return [(game, Seat(seat)) for game, seat in session.execute(query)]


def told_before(session: Session, game: int) -> int:
    """How many letters have told of a game that mail to a player comes back."""
    return count_rows(
        session, col(OutboxRow.game_id) == game, col(OutboxRow.kind) == "mail_comes_back"
    )


def _sent(row: OutboxRow) -> BouncedMail:
    seat = None if row.seat is None else Seat(row.seat)
    return BouncedMail(row.id, row.rcpt, row.game_id, seat, row.bounced)


def _bouncing(row: BounceRow) -> Bouncing:
    return Bouncing(
        row.address, BounceScore(row.points, row.since, row.at), row.why, row.stopped_at
    )
