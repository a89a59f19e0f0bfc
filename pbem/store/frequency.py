"""How often we have written: to a player, to a seat, in a kind of mail."""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import datetime

from sqlalchemy import ColumnElement, Integer, bindparam, func, or_, select
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.model import Closed
from pbem.store.outbox import TABLES, WAITING, Sending
from pbem.store.questions import ITS_SEAT
from pbem.store.rows import is_one_of, value_of
from pbem.store.tables.games import SeatRow
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import OutboxRow

_ANSWERED = (
    select(func.max(col(QuestionRow.closed_at)))
    .where(
        col(QuestionRow.game_id) == bindparam("game"),
        col(QuestionRow.seat) == bindparam("seat"),
        col(QuestionRow.closed) == Closed.ANSWERED.value,
    )
    .scalar_subquery()
)
_LEAVES = func.coalesce(col(OutboxRow.done_at), col(OutboxRow.due_at))
_UNASKED = select(func.count()).where(
    col(OutboxRow.game_id) == bindparam("game"),
    col(OutboxRow.player_id) == bindparam("player"),
    col(OutboxRow.seat).is_not_distinct_from(bindparam("seat", type_=Integer())),
    col(OutboxRow.id) != bindparam("but"),
    col(OutboxRow.inbound_id).is_(None),
    is_one_of(OutboxRow.state, (*WAITING, Sending.SENT.value)),
    or_(col(OutboxRow.within).is_(None), col(OutboxRow.within) == 0),
    bindparam("first", type_=_LEAVES.type) <= _LEAVES,
    bindparam("end", type_=_LEAVES.type) > _LEAVES,
    or_(_ANSWERED.is_(None), _LEAVES > _ANSWERED),
)


def answers_after(
    session: Session, times: Sequence[datetime], *, player: int | None, kinds: Set[str]
) -> list[tuple[int, int]]:
    """How many answers were written after each of some times, and how many of some kinds.

    Those of these kinds are counted for one player, if one is given.
    """
    same: list[ColumnElement[bool]] = [col(OutboxRow.kind).in_(sorted(kinds))]
    if player is not None:
        same.append(col(OutboxRow.player_id) == player)
    counts = []
    for since in times:
        after = col(OutboxRow.created_at) > since
        counts += [func.count().filter(after), func.count().filter(after, *same)]
    query = select(*counts).where(
        col(OutboxRow.inbound_id).is_not(None), col(OutboxRow.created_at) > min(times)
    )
    found = list(session.execute(query).one())
    return list(zip(found[::2], found[1::2], strict=True))


def answered_at(
    session: Session, since: datetime, *, player: int, kinds: Set[str]
) -> list[datetime]:
    """When answers of some kinds were written to a player since some time."""
    query = select(col(OutboxRow.created_at)).where(
        col(OutboxRow.inbound_id).is_not(None),
        col(OutboxRow.created_at) > since,
        col(OutboxRow.player_id) == player,
        col(OutboxRow.kind).in_(sorted(kinds)),
    )
    return list(session.scalars(query))


def unasked_between(
    session: Session,
    game: int,
    player: int,
    seat: Seat | None,
    first: datetime,
    end: datetime,
    *,
    but: int | None,
) -> int:
    """How many mails of a game a player gets from `first` to before `end` without asking for them.

    Only those to that seat, or to none, which leave after the last answer it has given; the one
    with the number `but` is not among them.
    """
    to = {"game": game, "player": player, "seat": seat}
    values = {**to, "first": first, "end": end, "but": but or 0}
    return value_of(session, _UNASKED, values) or 0


def asked_again(session: Session, player: int, since: datetime) -> tuple[int, int]:
    """How often a player was sent all that is open, or told that nothing is, because of a mail
    that did not count: since some time, and since the last question that was answered.
    """
    answered = (
        select(func.max(col(QuestionRow.closed_at)))
        .join(SeatRow, ITS_SEAT)
        .where(
            col(SeatRow.player_id) == player,
            col(QuestionRow.closed) == Closed.ANSWERED.value,
        )
        .scalar_subquery()
    )
    written = col(OutboxRow.created_at)
    lately = func.count().filter(written > since)
    unanswered = func.count().filter(or_(answered.is_(None), written > answered))
    query = select(lately, unanswered).where(
        col(OutboxRow.player_id) == player,
        col(OutboxRow.kind).in_((TABLES, "game_news")),
        col(OutboxRow.inbound_id).is_not(None),
    )
    lately_, unanswered_ = session.execute(query).one()
    return lately_, unanswered_
