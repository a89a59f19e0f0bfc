"""Questions and their deadlines, in and out of their table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, bindparam, func, not_, or_, select, update
from sqlmodel import Session, col

from engine import Card, Seat
from pbem.orders.context import Doubt
from pbem.orders.model import Ask
from pbem.store.tables import (
    BounceRow,
    GameRow,
    InboundRow,
    OutboxRow,
    PlayerRow,
    QuestionRow,
    SeatRow,
)
from pbem.table.model import Closed, Question

_MOST_MISSES = 10

_OPEN = select(QuestionRow).where(
    col(QuestionRow.game_id) == bindparam("game"), col(QuestionRow.closed).is_(None)
)
_CLOSE = (
    update(QuestionRow)
    .where(col(QuestionRow.id) == bindparam("number"))
    .values(closed=bindparam("how"), closed_at=bindparam("now"), answer=bindparam("said"))
    .execution_options(synchronize_session=False)
)


def ask(
    session: Session,
    *,
    game: int,
    seat: Seat,
    what: Ask,
    deal: int,
    trick: int,
    seq: int,
    now: datetime,
    due_at: datetime | None,
    remind_at: datetime | None = None,
) -> Question:
    """Write down a new open question."""
    row = QuestionRow(
        game_id=game,
        seat=seat,
        ask=what,
        deal=deal,
        trick=trick,
        seq=seq,
        asked_at=now,
        due_at=due_at,
        remind_at=remind_at,
    )
    session.add(row)
    session.flush()
    return _question(row)


def question(session: Session, number: int) -> Question | None:
    """The question with this number, or None."""
    row = session.get(QuestionRow, number)
    return _question(row) if row else None


def still_open(session: Session, asked: Question) -> bool:
    """Whether a question has been neither closed nor given more time since it was read."""
    row = session.get_one(QuestionRow, asked.id)
    return row.closed is None and row.due_at == asked.due_at


def open_questions(session: Session, game: int) -> list[Question]:
    """What is being asked in a game now."""
    return [_question(row) for row in session.scalars(_OPEN, {"game": game})]


def open_to(session: Session, player: int) -> list[Question]:
    """What a player is being asked now, in all games."""
    query = (
        select(QuestionRow)
        .join(
            SeatRow,
            and_(
                col(SeatRow.game_id) == col(QuestionRow.game_id),
                col(SeatRow.seat) == col(QuestionRow.seat),
            ),
        )
        .where(col(SeatRow.player_id) == player, col(QuestionRow.closed).is_(None))
        .order_by(col(QuestionRow.id))
    )
    return [_question(row) for row in session.scalars(query)]


def has_left(session: Session, number: int) -> bool:
    """Whether a mail that asks a question has left, or is just leaving."""
    query = select(func.count()).where(
        col(OutboxRow.question_id) == number, col(OutboxRow.state).in_(("sending", "sent"))
    )
    return bool(session.scalar(query))


def next_due(session: Session, now: datetime) -> Question | None:
    """The open question whose deadline passed first, or None if all have time.

    Nobody has missed a question that is still in our outbox, nor one who gets no mail because it
    comes back, nor anybody in a game that is paused, or for which a mail waits to be processed.
    """
    about = select(col(OutboxRow.id)).where(col(OutboxRow.question_id) == col(QuestionRow.id))
    waits = about.where(col(OutboxRow.state).in_(("queued", "sending"))).exists()
    left = about.where(col(OutboxRow.state) == "sent").exists()
    query = (
        select(QuestionRow)
        .where(col(QuestionRow.closed).is_(None), col(QuestionRow.due_at) <= now)
        .where(or_(not_(waits), left))
        .where(not_(_unreachable()), not_(_paused()), not_(_unheard()))
        .order_by(col(QuestionRow.due_at), col(QuestionRow.id))
        .limit(1)
    )
    row = session.scalars(query).first()
    return _question(row) if row else None


def _unreachable() -> ColumnElement[bool]:
    """Whether nothing is sent to the player of a question."""
    return (
        select(col(SeatRow.player_id))
        .join(PlayerRow, col(PlayerRow.id) == col(SeatRow.player_id))
        .join(BounceRow, col(BounceRow.address) == col(PlayerRow.address))
        .where(
            col(SeatRow.game_id) == col(QuestionRow.game_id),
            col(SeatRow.seat) == col(QuestionRow.seat),
            col(BounceRow.stopped_at).is_not(None),
        )
        .exists()
    )


def _paused() -> ColumnElement[bool]:
    """Whether the game of a question is paused."""
    return (
        select(col(GameRow.id))
        .where(col(GameRow.id) == col(QuestionRow.game_id), col(GameRow.paused_at).is_not(None))
        .exists()
    )


def _unheard() -> ColumnElement[bool]:
    """Whether a mail waits that may be about the game of a question."""
    lane = col(InboundRow.lane)
    return (
        select(col(InboundRow.id))
        .where(col(InboundRow.state) == "new")
        .where(or_(lane.is_(None), lane == col(QuestionRow.game_id)))
        .exists()
    )


def all_open(session: Session) -> list[Question]:
    """Every open question that has a deadline, in all games but those that are paused."""
    where = (col(QuestionRow.closed).is_(None), col(QuestionRow.due_at).is_not(None))
    query = select(QuestionRow).where(*where, not_(_paused()))
    return [_question(row) for row in session.scalars(query)]


def oldest_open(session: Session, most: int) -> list[Question]:
    """The questions that have been open longest, at most so many, oldest first."""
    query = select(QuestionRow).where(col(QuestionRow.closed).is_(None))
    query = query.order_by(col(QuestionRow.asked_at), col(QuestionRow.id)).limit(most)
    return [_question(row) for row in session.scalars(query)]


def open_counts(session: Session, now: datetime) -> tuple[int, int]:
    """How many questions are open, and how many of those are overdue."""
    query = select(func.count()).where(col(QuestionRow.closed).is_(None))
    late = query.where(col(QuestionRow.due_at) <= now)
    return session.scalar(query) or 0, session.scalar(late) or 0


def set_due(
    session: Session, number: int, due: datetime, remind_at: datetime | None = None
) -> None:
    """Move the deadline of a question, and its reminder with it."""
    values = {"due_at": due, "remind_at": remind_at}
    session.execute(update(QuestionRow).where(col(QuestionRow.id) == number).values(**values))
    session.expire_all()


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
    where = (col(SeatRow.game_id) == asked.game, col(SeatRow.seat) == asked.seat)
    more = {"spare_used": col(SeatRow.spare_used) + hours}
    session.execute(update(SeatRow).where(*where).values(more))
    session.expire_all()


def next_reminder(session: Session, now: datetime) -> Question | None:
    """The open question whose reminder is due first, with that reminder crossed off; or None."""
    query = (
        select(QuestionRow)
        .where(col(QuestionRow.closed).is_(None), col(QuestionRow.remind_at) <= now)
        .where(not_(_unreachable()), not_(_paused()))
        .order_by(col(QuestionRow.remind_at), col(QuestionRow.id))
        .limit(1)
    )
    row = session.scalars(query).first()
    if row is None:
        return None
    row.remind_at = None
    session.flush()
    return _question(row)


def remind_no_sooner(session: Session, numbers: Sequence[int], at: datetime) -> None:
    """Leave out the reminders of some questions that would come before a time."""
    session.execute(
        update(QuestionRow)
        .where(col(QuestionRow.id).in_(numbers), col(QuestionRow.remind_at) < at)
        .values(remind_at=None)
    )
    session.expire_all()


def misses(session: Session, game: int, seat: Seat) -> int:
    """How many deadlines in a row a seat has missed, up to now."""
    query = (
        select(col(QuestionRow.closed))
        .where(
            col(QuestionRow.game_id) == game,
            col(QuestionRow.seat) == seat,
            col(QuestionRow.closed).in_((Closed.ANSWERED.value, Closed.MISSED.value)),
        )
        .order_by(col(QuestionRow.id).desc())
        .limit(_MOST_MISSES)
    )
    closed = list(session.scalars(query))
    return next((at for at, how in enumerate(closed) if how != Closed.MISSED), len(closed))


def close(
    session: Session, number: int, how: Closed, now: datetime, answer: str | None = None
) -> None:
    """End a question; what it was answered with is kept."""
    values = {"number": number, "how": how.value, "now": now, "said": answer}
    session.execute(_CLOSE, values)
    session.expire_all()


def void_last(session: Session, game: int, seat: Seat, now: datetime) -> None:
    """The last question a seat has answered is void: its answer was taken back."""
    query = (
        select(QuestionRow)
        .where(col(QuestionRow.game_id) == game, col(QuestionRow.seat) == seat)
        .where(col(QuestionRow.closed) == Closed.ANSWERED.value)
        .order_by(col(QuestionRow.id).desc())
        .limit(1)
    )
    row = session.scalars(query).first()
    if row is not None and row.id is not None:
        close(session, row.id, Closed.VOID, now)


def set_doubt(session: Session, number: int, doubt: Doubt) -> None:
    """Write down what was asked back about an answer to a question."""
    told = {"text": doubt.text, "cards": [str(card) for card in doubt.cards]}
    session.execute(update(QuestionRow).where(col(QuestionRow.id) == number).values(doubt=told))
    session.expire_all()


def answer_times(session: Session, game: int, most: int) -> list[timedelta]:
    """How long the players of a game took for their last answers, newest first."""
    query = (
        select(col(QuestionRow.asked_at), col(QuestionRow.closed_at))
        .where(
            col(QuestionRow.game_id) == game,
            col(QuestionRow.closed) == Closed.ANSWERED.value,
            col(QuestionRow.closed_at).is_not(None),
            col(QuestionRow.ask) != Ask.INVITATION.value,
        )
        .order_by(col(QuestionRow.id).desc())
        .limit(most)
    )
    return [closed - asked for asked, closed in session.execute(query)]


def on_time(session: Session, games: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Of each player at some tables, how many bids and cards came in time, and how many did not."""
    counts: dict[int, list[int]] = {}
    query = (
        select(col(SeatRow.player_id), col(QuestionRow.closed), func.count())
        .join(
            SeatRow,
            and_(
                col(SeatRow.game_id) == col(QuestionRow.game_id),
                col(SeatRow.seat) == col(QuestionRow.seat),
            ),
        )
        .where(
            col(QuestionRow.game_id).in_(games),
            col(QuestionRow.game_id).not_in(select(col(GameRow.id)).where(col(GameRow.trial))),
            col(QuestionRow.closed).in_((Closed.ANSWERED.value, Closed.MISSED.value)),
            col(QuestionRow.ask) != Ask.INVITATION.value,
        )
        .group_by(col(SeatRow.player_id), col(QuestionRow.closed))
    )
    for player, closed, count in session.execute(query):
        counts.setdefault(player, [0, 0])[closed == Closed.MISSED] += count
    return {player: (answered, missed) for player, (answered, missed) in counts.items()}


def answers_by_seat(session: Session, game: int, players: int) -> list[int]:
    """How many bids and cards each seat answered itself."""
    query = (
        select(col(QuestionRow.seat), func.count())
        .where(
            col(QuestionRow.game_id) == game,
            col(QuestionRow.closed) == Closed.ANSWERED.value,
            col(QuestionRow.ask) != Ask.INVITATION.value,
        )
        .group_by(col(QuestionRow.seat))
    )
    counts = {row[0]: row[1] for row in session.execute(query)}
    return [counts.get(seat, 0) for seat in range(players)]


def has_answered_more(session: Session, player: int, than: int) -> bool:
    """Whether a player has answered more bids and cards than so many, at all real tables."""
    query = (
        select(col(QuestionRow.id))
        .join(
            SeatRow,
            and_(
                col(SeatRow.game_id) == col(QuestionRow.game_id),
                col(SeatRow.seat) == col(QuestionRow.seat),
            ),
        )
        .join(GameRow, col(GameRow.id) == col(QuestionRow.game_id))
        .where(
            col(SeatRow.player_id) == player,
            col(QuestionRow.closed) == Closed.ANSWERED.value,
            col(QuestionRow.ask) != Ask.INVITATION.value,
            ~col(GameRow.trial),
        )
        .limit(than + 1)
    )
    return len(session.scalars(query).all()) > than


def _question(row: QuestionRow) -> Question:
    assert row.id is not None
    return Question(
        id=row.id,
        game=row.game_id,
        seat=Seat(row.seat),
        ask=Ask(row.ask),
        deal=row.deal,
        trick=row.trick,
        seq=row.seq,
        asked_at=row.asked_at,
        due_at=row.due_at,
        closed=Closed(row.closed) if row.closed else None,
        answer=row.answer,
        doubt=_doubt(row),
        spare=row.spare,
        spare_from=row.spare_from,
    )


def _doubt(row: QuestionRow) -> Doubt | None:
    if row.doubt is None:
        return None
    return Doubt(row.doubt["text"], tuple(map(Card.parse, row.doubt["cards"])))
