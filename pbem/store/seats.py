"""Changes to a game that its organiser makes: who sits where, the rules, and the pace."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from engine import Level, Seat
from pbem.domain.model import Closed, Reply
from pbem.store.codes import void_seat
from pbem.store.games import seat_row
from pbem.store.outbox import Sending
from pbem.store.rows import at_seat, change_row, change_rows, delete_rows
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.log import PlanRow, PolicyRow, QuestionRow, WordRow
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import HeldRow

GONE = -1
"""The seat of what was asked of somebody who is no longer at the table."""


def set_paused(session: Session, game: int, since: datetime | None) -> None:
    """Let nobody be late in a game since some time, or let its deadlines count again."""
    change_row(session, GameRow, game, paused_at=since)


def set_closed(session: Session, game: int, now: datetime) -> None:
    """Put a game away."""
    change_row(session, GameRow, game, closed_at=now)


def free_name(session: Session, game: int) -> None:
    """Let the name of a game that never was be given again."""
    row = session.get(GameRow, game)
    if row is not None:
        change_row(session, GameRow, game, key=f"{row.key} #{game}")


def add_seat(
    session: Session, game: int, seat: Seat, player: int, now: datetime, level: Level | None = None
) -> None:
    """One more player, who has said nothing yet, or a computer of a level."""
    session.add(seat_row(game, seat, player, level, now))
    session.flush()


def remove_seat(session: Session, game: int, seat: Seat, now: datetime) -> None:
    """Do without a player before the game: the others move up, and their invitations
    stay good.
    """
    _forget(session, game, seat, now)
    for row in (WordRow, SeatRow):
        delete_rows(session, row, at_seat(row, game, seat))
    last = session.scalar(select(func.max(col(SeatRow.seat))).where(col(SeatRow.game_id) == game))
    for number in range(seat + 1, (last or 0) + 1):
        void_seat(session, game, Seat(number))
        for table in (SeatRow, QuestionRow, OutboxRow, HeldRow, WordRow):
            change_rows(session, table, at_seat(table, game, number), seat=number - 1)


def seat_player(session: Session, game: int, seat: Seat, player: int, now: datetime) -> None:
    """Put another player on a seat; nothing that the one before left there is known any more."""
    _forget(session, game, seat, now)
    for row in (PlanRow, PolicyRow):
        delete_rows(session, row, at_seat(row, game, seat))
    change_rows(
        session,
        SeatRow,
        at_seat(SeatRow, game, seat),
        player_id=player,
        said=Reply.YES.value,
        level=None,
        left_at=None,
        dropped_at=None,
    )


def _forget(session: Session, game: int, seat: Seat, now: datetime) -> None:
    """Make what was asked of and sent to somebody that of nobody at the table."""
    void_seat(session, game, seat)
    change_rows(
        session,
        OutboxRow,
        at_seat(OutboxRow, game, seat),
        col(OutboxRow.question_id).is_not(None),
        col(OutboxRow.state) == Sending.QUEUED.value,
        state=Sending.SUPERSEDED.value,
        done_at=now,
    )
    asked = (at_seat(QuestionRow, game, seat), col(QuestionRow.closed).is_(None))
    change_rows(session, QuestionRow, *asked, closed=Closed.VOID.value, closed_at=now)
    held = (at_seat(HeldRow, game, seat), col(HeldRow.closed).is_(None))
    change_rows(session, HeldRow, *held, closed=Closed.VOID.value)
    for table in (QuestionRow, OutboxRow, HeldRow):
        change_rows(session, table, at_seat(table, game, seat), seat=GONE)


def set_level(
    session: Session,
    game: int,
    seat: Seat,
    level: Level | None,
    now: datetime,
    *,
    left: bool = False,
    dropped: bool = False,
) -> None:
    """Let a computer play for a seat at a level from now on, or its player again.

    With `left` the player has gone for good, and is not written to about the game; with `dropped`
    he is asked no more before the seat is another's.
    """
    change_rows(
        session,
        SeatRow,
        at_seat(SeatRow, game, seat),
        level=level.value if level else None,
        left_at=now if left else None,
        dropped_at=now if dropped else None,
    )


def set_said(session: Session, game: int, seats: Iterable[int], said: Reply) -> None:
    """Write down what invited players said."""
    change_rows(
        session,
        SeatRow,
        col(SeatRow.game_id) == game,
        col(SeatRow.seat).in_(list(seats)),
        said=said.value,
    )
