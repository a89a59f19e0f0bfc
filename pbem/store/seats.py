"""Changes to a game that its organiser makes: who sits where, the rules, and the pace."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.model import Closed, Said
from pbem.store.codes import void_seat
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.log import PlanRow, PolicyRow, QuestionRow, WordRow
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import HeldRow

GONE = -1
"""The seat of what was asked of somebody who is no longer at the table."""


def set_paused(session: Session, game: int, since: datetime | None) -> None:
    """Let nobody be late in a game since some time, or let its deadlines count again."""
    _change(session, game, paused_at=since)


def set_closed(session: Session, game: int, now: datetime) -> None:
    """Put a game away."""
    _change(session, game, closed_at=now)


def free_name(session: Session, game: int) -> None:
    """Let the name of a game that never was be given again."""
    row = session.get(GameRow, game)
    if row is not None:
        _change(session, game, key=f"{row.key} #{game}")


def add_seat(session: Session, game: int, seat: Seat, player: int) -> None:
    """One more player, who has said nothing yet."""
    session.add(SeatRow(game_id=game, seat=seat, player_id=player, said=Said.NOTHING))
    session.flush()


def remove_seat(session: Session, game: int, seat: Seat, now: datetime) -> None:
    """Do without a player before the game: the others move up, and their invitations
    stay good.
    """
    _forget(session, game, seat, now)
    words = (col(WordRow.game_id) == game, col(WordRow.seat) == seat)
    session.execute(delete(WordRow).where(*words))
    where = (col(SeatRow.game_id) == game, col(SeatRow.seat) == seat)
    session.execute(delete(SeatRow).where(*where))
    last = session.scalar(select(func.max(col(SeatRow.seat))).where(col(SeatRow.game_id) == game))
    for number in range(seat + 1, (last or 0) + 1):
        void_seat(session, game, Seat(number))
        for row in (SeatRow, QuestionRow, OutboxRow, HeldRow, WordRow):
            _move(session, row, game, number, number - 1)
    session.expire_all()


def seat_player(session: Session, game: int, seat: Seat, player: int, now: datetime) -> None:
    """Put another player on a seat; nothing that the one before left there is known any more."""
    _forget(session, game, seat, now)
    where = (col(SeatRow.game_id) == game, col(SeatRow.seat) == seat)
    values = {"player_id": player, "said": Said.YES.value, "kept_since": None}
    values |= {"left_at": None, "dropped_at": None}
    session.execute(update(SeatRow).where(*where).values(**values))
    session.execute(delete(PlanRow).where(col(PlanRow.game_id) == game, col(PlanRow.seat) == seat))
    policies = (col(PolicyRow.game_id) == game, col(PolicyRow.seat) == seat)
    session.execute(delete(PolicyRow).where(*policies))
    session.expire_all()


def _forget(session: Session, game: int, seat: Seat, now: datetime) -> None:
    """Make what was asked of and sent to somebody that of nobody at the table."""
    void_seat(session, game, seat)
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.game_id) == game, col(OutboxRow.seat) == seat)
        .where(col(OutboxRow.question_id).is_not(None), col(OutboxRow.state) == "queued")
        .values(state="superseded", done_at=now)
    )
    session.execute(
        update(QuestionRow)
        .where(col(QuestionRow.game_id) == game, col(QuestionRow.seat) == seat)
        .where(col(QuestionRow.closed).is_(None))
        .values(closed=Closed.VOID.value, closed_at=now)
    )
    session.execute(
        update(HeldRow)
        .where(col(HeldRow.game_id) == game, col(HeldRow.seat) == seat)
        .where(col(HeldRow.closed).is_(None))
        .values(closed=Closed.VOID.value)
    )
    for row in (QuestionRow, OutboxRow, HeldRow):
        _move(session, row, game, seat, GONE)


def _move(session: Session, row: Any, game: int, seat: int, to: int) -> None:
    where = (col(row.game_id) == game, col(row.seat) == seat)
    session.execute(update(row).where(*where).values(seat=to))


def _change(session: Session, game: int, **values: Any) -> None:
    session.execute(update(GameRow).where(col(GameRow.id) == game).values(**values))
    session.expire_all()


def set_kept(
    session: Session,
    game: int,
    seat: Seat,
    since: datetime | None,
    *,
    left: bool = False,
    dropped: bool = False,
) -> None:
    """Let a computer play for a seat since some time, or its player again.

    With `left` the player has gone for good, and is not written to about the game; with `dropped`
    he is asked no more before the seat is another's.
    """
    where = (col(SeatRow.game_id) == game, col(SeatRow.seat) == seat)
    values = {
        "kept_since": since,
        "left_at": since if left else None,
        "dropped_at": since if dropped else None,
    }
    session.execute(update(SeatRow).where(*where).values(**values))
    session.expire_all()


def set_said(session: Session, game: int, seats: Iterable[int], said: Said) -> None:
    """Write down what invited players said."""
    where = (col(SeatRow.game_id) == game, col(SeatRow.seat).in_(list(seats)))
    session.execute(update(SeatRow).where(*where).values(said=said.value))
    session.expire_all()
