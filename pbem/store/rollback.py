"""What organisers want played again, and who has agreed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col

from engine import Seat
from pbem.domain.model import Closed
from pbem.store.outbox import Sending
from pbem.store.rows import add_row, change_row, change_rows, delete_rows, read_row
from pbem.store.tables.games import RollBackRow
from pbem.store.tables.log import PlanRow, QuestionRow
from pbem.store.tables.mails import OutboxRow


@dataclass(frozen=True, slots=True)
class RollBackWish:
    """A wish to play again from entry `to` of a log on: from a trick, or a `whole` deal.

    `waits_for` are the seats that have not agreed yet; `closed` says how it ended.
    """

    id: int
    game: int
    whole: bool
    number: int
    to: int
    because: str
    waits_for: tuple[Seat, ...]
    closed: str | None


def ask(
    session: Session,
    game: int,
    *,
    whole: bool,
    number: int,
    to: int,
    because: str,
    needed: Sequence[Seat],
    now: datetime,
) -> RollBackWish:
    """Write down a wish, in the place of any other for the same game."""
    open_ = (col(RollBackRow.game_id) == game, col(RollBackRow.closed).is_(None))
    change_rows(session, RollBackRow, *open_, closed="replaced")
    return _roll_back(
        add_row(
            session,
            RollBackRow,
            game_id=game,
            whole=whole,
            number=number,
            to=to,
            because=because,
            needed=list(needed),
            agreed=[],
            asked_at=now,
        )
    )


def roll_back(session: Session, number: int) -> RollBackWish | None:
    """The wish with this number, or None."""
    return read_row(session, RollBackRow, number, _roll_back)


def agree(session: Session, number: int, seat: Seat) -> RollBackWish:
    """Write down that a seat agrees; the wish after that."""
    row = session.get_one(RollBackRow, number)
    row.agreed = sorted({*row.agreed, seat})
    session.flush()
    return _roll_back(row)


def end(session: Session, number: int, how: str) -> None:
    """Say how a wish ended."""
    change_row(session, RollBackRow, number, closed=how)


def forget_since(session: Session, game: int, deal: int, to: int, now: datetime) -> None:
    """Make void what was asked, kept and is still to be sent because of later entries of a log."""
    closed = col(QuestionRow.closed)
    change_rows(
        session,
        QuestionRow,
        col(QuestionRow.game_id) == game,
        col(QuestionRow.seq) > to,
        closed.is_(None) | (closed == Closed.ANSWERED.value),
        closed=Closed.VOID.value,
        closed_at=now,
    )
    change_rows(
        session,
        OutboxRow,
        col(OutboxRow.game_id) == game,
        col(OutboxRow.turn) >= to,
        col(OutboxRow.state) == Sending.QUEUED.value,
        state=Sending.SUPERSEDED.value,
        done_at=now,
    )
    delete_rows(session, PlanRow, col(PlanRow.game_id) == game, col(PlanRow.deal) == deal)
    session.expire_all()


def _roll_back(row: RollBackRow) -> RollBackWish:
    waits = tuple(Seat(seat) for seat in row.needed if seat not in row.agreed)
    return RollBackWish(
        row.id, row.game_id, row.whole, row.number, row.to, row.because, waits, row.closed
    )
