"""How questions have been answered: in time or not, how fast, how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, or_, select
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.model import Closed
from pbem.orders.keywords import Ask
from pbem.store.questions import ITS_SEAT
from pbem.store.rows import is_one_of, rows_of
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.log import QuestionRow

_MOST_MISSES = 10


_LAST = (
    select(col(QuestionRow.closed))
    .where(
        col(QuestionRow.game_id) == bindparam("game"),
        col(QuestionRow.seat) == bindparam("seat"),
        is_one_of(QuestionRow.closed, (Closed.ANSWERED.value, Closed.MISSED.value)),
    )
    .order_by(col(QuestionRow.id).desc())
    .limit(_MOST_MISSES)
)


def misses(session: Session, game: int, seat: Seat) -> int:
    """How many deadlines in a row a seat has missed, up to now."""
    closed = [row.closed for row in rows_of(session, _LAST, {"game": game, "seat": seat})]
    return next((at for at, how in enumerate(closed) if how != Closed.MISSED), len(closed))


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


@dataclass(frozen=True, slots=True)
class Settled:
    """A question about a deal that was answered or missed: in which game, whose, and how long after
    it was asked.
    """

    game: int
    seat: Seat
    missed: bool
    took: timedelta


def settled_since(session: Session, games: Sequence[int], since: datetime) -> list[Settled]:
    """The questions about deals of some games that were answered or missed since a moment."""
    query = (
        select(QuestionRow)
        .where(
            col(QuestionRow.game_id).in_(games),
            col(QuestionRow.closed).in_((Closed.ANSWERED.value, Closed.MISSED.value)),
            col(QuestionRow.closed_at) > since,
            col(QuestionRow.ask) != Ask.INVITATION.value,
        )
        .order_by(col(QuestionRow.closed_at), col(QuestionRow.id))
    )
    return [
        Settled(
            row.game_id,
            Seat(row.seat),
            row.closed == Closed.MISSED.value,
            row.closed_at - row.asked_at,
        )
        for row in session.scalars(query)
        if row.closed_at is not None
    ]


@dataclass(frozen=True, slots=True)
class Timed:
    """An answer: whose, to what, when it came, and how long after it was asked for."""

    seat: Seat
    ask: Ask
    at: datetime
    took: timedelta


def lately(session: Session, game: int, most: int) -> list[Timed]:
    """The last answers of a game, newest first: bids, cards, and yeses to the invitation."""
    query = (
        select(QuestionRow)
        .where(
            col(QuestionRow.game_id) == game,
            col(QuestionRow.closed) == Closed.ANSWERED.value,
            or_(col(QuestionRow.ask) != Ask.INVITATION.value, col(QuestionRow.answer) == "yes"),
        )
        .order_by(col(QuestionRow.closed_at).desc(), col(QuestionRow.id).desc())
        .limit(most)
    )
    return [
        Timed(Seat(row.seat), Ask(row.ask), row.closed_at, row.closed_at - row.asked_at)
        for row in session.scalars(query)
        if row.closed_at is not None
    ]


def on_time(session: Session, games: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Of each player at some tables, how many bids and cards came in time, and how many did not."""
    counts: dict[int, list[int]] = {}
    query = (
        select(col(SeatRow.player_id), col(QuestionRow.closed), func.count())
        .join(SeatRow, ITS_SEAT)
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
    archived = select(col(SeatRow.player_id), col(SeatRow.answered), col(SeatRow.missed)).where(
        col(SeatRow.game_id).in_(games), or_(col(SeatRow.answered) > 0, col(SeatRow.missed) > 0)
    )
    for player, *some in session.execute(archived):
        count = counts.setdefault(player, [0, 0])
        counts[player] = [one + more for one, more in zip(count, some, strict=True)]
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
    archived = select(col(SeatRow.seat), col(SeatRow.answered)).where(
        col(SeatRow.game_id) == game, col(SeatRow.answered) > 0
    )
    counts: Counter[int] = Counter()
    for some in (query, archived):
        for seat, count in session.execute(some):
            counts[seat] += count
    return [counts[seat] for seat in range(players)]


def has_answered_more(session: Session, player: int, than: int) -> bool:
    """Whether a player has answered more bids and cards than so many, at all real tables."""
    query = (
        select(col(QuestionRow.id))
        .join(SeatRow, ITS_SEAT)
        .join(GameRow, col(GameRow.id) == col(QuestionRow.game_id))
        .where(
            col(SeatRow.player_id) == player,
            col(QuestionRow.closed) == Closed.ANSWERED.value,
            col(QuestionRow.ask) != Ask.INVITATION.value,
            ~col(GameRow.trial),
        )
        .limit(than + 1)
    )
    archived = select(func.sum(col(SeatRow.answered))).where(col(SeatRow.player_id) == player)
    return len(session.scalars(query).all()) + (session.scalar(archived) or 0) > than
