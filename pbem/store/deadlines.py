"""When open questions are due: deadlines, reminders, and hours in reserve."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Integer, and_, bindparam, exists, not_, or_, select, update
from sqlmodel import Session, col

from pbem.domain.model import Question
from pbem.store.inbound import Processing
from pbem.store.outbox import WAITING, Sending
from pbem.store.questions import ITS_SEAT, question_of
from pbem.store.rows import (
    at_seat,
    change_row,
    change_rows,
    count_rows,
    first_row,
    is_one_of,
    rows_of,
)
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import BounceRow, InboundRow, OutboxRow
from pbem.store.tables.people import PlayerRow
from pbem.turns.turn import SLOW

_UNREACHABLE = (
    select(col(SeatRow.player_id))
    .join(PlayerRow, col(PlayerRow.id) == col(SeatRow.player_id))
    .join(BounceRow, col(BounceRow.address) == col(PlayerRow.address))
    .where(ITS_SEAT, col(BounceRow.stopped_at).is_not(None))
    .exists()
)
"""Whether nothing is sent to the player of a question."""

_PAUSED = exists().where(
    col(GameRow.id) == col(QuestionRow.game_id), col(GameRow.paused_at).is_not(None)
)
"""Whether the game of a question is paused."""

_UNHEARD = exists().where(
    col(InboundRow.state) == Processing.NEW.value,
    or_(
        and_(col(InboundRow.lane).is_(None), col(InboundRow.deaths) == 0),
        col(InboundRow.lane) == col(QuestionRow.game_id),
    ),
)
"""Whether a mail waits that may be about the game of a question.

One that rests because a kill cut it short keeps no other game waiting.
"""

_SLOW = exists().where(ITS_SEAT, is_one_of(SeatRow.level, [level.value for level in SLOW]))
"""Whether a computer is asked that thinks longer than others."""

_ABOUT = select(col(OutboxRow.id)).where(col(OutboxRow.question_id) == col(QuestionRow.id))
_WAITS = _ABOUT.where(is_one_of(OutboxRow.state, WAITING)).exists()
_LEFT = _ABOUT.where(col(OutboxRow.state) == Sending.SENT.value).exists()
_COUNTS = and_(col(QuestionRow.closed).is_(None), not_(_UNREACHABLE), not_(_PAUSED), not_(_UNHEARD))
_NUMBER = col(QuestionRow.id)
_BUT = _NUMBER.not_in(bindparam("but", expanding=True))
_CHOSEN = _NUMBER.in_(bindparam("chosen", expanding=True))
_HAS_PASSED = col(QuestionRow.due_at) <= bindparam("now")
_AT_ONCE = col(QuestionRow.due_at) <= col(QuestionRow.asked_at)
_NEXT_DUE = (
    select(QuestionRow)
    .where(_COUNTS, _HAS_PASSED, or_(not_(_WAITS), _LEFT), _BUT)
    .where(or_(not_(_SLOW), _CHOSEN))
    .order_by(col(QuestionRow.due_at), col(QuestionRow.id))
    .limit(bindparam("most", type_=Integer))
)
_NEXT_CHOSEN = (
    select(QuestionRow)
    .where(_COUNTS, _CHOSEN, _AT_ONCE, _BUT)
    .order_by(col(QuestionRow.due_at), _NUMBER)
    .limit(bindparam("most", type_=Integer))
)
_NEXT_SLOW = (
    select(QuestionRow)
    .where(_COUNTS, or_(_HAS_PASSED, _AT_ONCE), _SLOW, _BUT)
    .order_by(col(QuestionRow.due_at), _NUMBER)
    .limit(1)
)
_NEXT_REMINDER = (
    select(QuestionRow)
    .where(_COUNTS, col(QuestionRow.remind_at) <= bindparam("now"))
    .order_by(col(QuestionRow.remind_at), col(QuestionRow.id))
    .limit(1)
)


def next_due(
    session: Session,
    now: datetime | None,
    most: int,
    but: Collection[int],
    chosen: Collection[int] = (),
) -> tuple[Question, ...]:
    """The open questions whose deadlines passed first, up to so many, each of another game.

    A computer that thinks longer has to have `chosen` first; without `now` only those are given
    that have, and answer at once. Those with the numbers in `but` are left out. Nobody has missed a
    question that is still in our outbox, nor one who gets no mail because it comes back, nor
    anybody in a game that is paused, or for which a mail waits to be processed.
    """
    values = {"now": now, "most": most, "but": list(but), "chosen": list(chosen)}
    first: dict[int, Question] = {}
    for row in rows_of(session, _NEXT_CHOSEN if now is None else _NEXT_DUE, values):
        first.setdefault(row.game_id, question_of(row))
    return tuple(first.values())


def next_slow(session: Session, now: datetime, but: Collection[int]) -> Question | None:
    """The question that a computer which thinks longer was to answer first; None if there is none.

    Those with the numbers in `but` are left out, and for the others holds what does for deadlines.
    """
    return first_row(session, _NEXT_SLOW, question_of, {"now": now, "but": list(but)})


def closed_of(session: Session, some: Collection[int]) -> set[int]:
    """Which of some questions are not open any more."""
    query = select(_NUMBER).where(_NUMBER.in_(list(some)), col(QuestionRow.closed).is_(None))
    return set(some) - set(session.scalars(query)) if some else set()


def next_reminder(session: Session, now: datetime) -> Question | None:
    """The open question whose reminder is due first, with that reminder crossed off; or None."""
    found = first_row(session, _NEXT_REMINDER, question_of, {"now": now})
    if found is not None:
        change_row(session, QuestionRow, found.id, remind_at=None)
    return found


def remind_no_sooner(session: Session, numbers: Sequence[int], at: datetime) -> None:
    """Leave out the reminders of some questions that would come before a time."""
    change_rows(
        session,
        QuestionRow,
        col(QuestionRow.id).in_(numbers),
        col(QuestionRow.remind_at) < at,
        remind_at=None,
    )


def set_due(
    session: Session, number: int, due: datetime, remind_at: datetime | None = None
) -> None:
    """Move the deadline of a question, and its reminder with it."""
    change_row(session, QuestionRow, number, due_at=due, remind_at=remind_at)


def put_off(session: Session, number: int, due: datetime, remind_at: datetime | None) -> None:
    """The same for lost time that is given back: a reminder that has left is not sent again."""
    change_row(session, QuestionRow, number, due_at=due)
    change_rows(
        session,
        QuestionRow,
        col(QuestionRow.id) == number,
        col(QuestionRow.remind_at).is_not(None),
        remind_at=remind_at,
    )


def ask_at(
    session: Session, number: int, at: datetime, due: datetime, remind_at: datetime | None
) -> None:
    """Let the time of a question begin at another moment."""
    change_row(session, QuestionRow, number, asked_at=at, due_at=due, remind_at=remind_at)


def all_open(session: Session) -> list[Question]:
    """Every open question that has a deadline, in all games but those that are paused."""
    query = select(QuestionRow).where(
        col(QuestionRow.closed).is_(None), col(QuestionRow.due_at).is_not(None), not_(_PAUSED)
    )
    return [question_of(row) for row in session.scalars(query)]


def open_counts(session: Session, now: datetime) -> tuple[int, int]:
    """How many questions are open, and how many of those that have left are overdue."""
    open_ = col(QuestionRow.closed).is_(None)
    late = (open_, col(QuestionRow.due_at) <= now, or_(not_(_WAITS), _LEFT))
    return count_rows(session, open_), count_rows(session, *late)


def use_spare(session: Session, asked: Question, hours: int, due: datetime) -> None:
    """Add hours that a player has in reserve to the deadline of a question."""
    session.execute(
        update(QuestionRow)
        .where(col(QuestionRow.id) == asked.id)
        .values(spare=asked.spare + hours, spare_from=asked.spare_from or asked.due_at, due_at=due)
    )
    _count_spare(session, asked, hours)


def give_spare_back(session: Session, asked: Question, now: datetime) -> None:
    """Give back the hours in reserve that a question has not used, begun ones are used."""
    if asked.closed is not None or asked.spare_from is None:
        return
    used = -((asked.spare_from - now) // timedelta(hours=1))
    _count_spare(session, asked, min(asked.spare, max(0, used)) - asked.spare)


def _count_spare(session: Session, asked: Question, hours: int) -> None:
    change_rows(
        session,
        SeatRow,
        at_seat(SeatRow, asked.game, asked.seat),
        spare_used=col(SeatRow.spare_used) + hours,
    )
