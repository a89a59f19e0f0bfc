"""Mails of ours that an answer may quote, as they were sent."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select
from sqlmodel import Session, col

from engine import Seat
from pbem.store.rows import rows_of
from pbem.store.tables.mails import OutboxRow

_OF_SEAT = (col(OutboxRow.game_id) == bindparam("game"), col(OutboxRow.seat) == bindparam("seat"))
_BY_NAME = col(OutboxRow.message_id).in_(bindparam("named", expanding=True))
_NAMED = col(OutboxRow.id).in_(select(col(OutboxRow.id)).where(_BY_NAME, *_OF_SEAT))
_TWO = (
    select(col(OutboxRow.id).label("id"), _NAMED.label("sure"))
    .where(*_OF_SEAT)
    .order_by(
        _NAMED.desc(),
        col(OutboxRow.question_id).is_not_distinct_from(bindparam("question")).desc(),
        col(OutboxRow.id).desc(),
    )
    .limit(2)
    .subquery()
)
_QUOTABLE = (
    select(_TWO.c.sure, col(OutboxRow.raw))
    .join(_TWO, _TWO.c.id == col(OutboxRow.id))
    .order_by(_TWO.c.sure.desc(), _TWO.c.id.desc())
)
"""The mails to look for in an answer; only their bytes are carried, while all are sorted."""
_RAW = select(col(OutboxRow.message_id), col(OutboxRow.raw)).where(_BY_NAME)


def answered(
    session: Session,
    game: int,
    seat: Seat,
    *,
    question: int | None,
    message_ids: Sequence[str],
) -> list[bytes]:
    """The mails a seat's answer may quote, as they were sent: the one it names, if it names one.

    Otherwise two: those that ask its question come first, then the newest.
    """
    values = {"game": game, "seat": seat, "question": question, "named": list(message_ids)}
    rows = rows_of(session, _QUOTABLE, values)
    return [raw for _, raw in (rows[:1] if rows and rows[0].sure else rows) if raw]


def named(session: Session, message_ids: Sequence[str]) -> list[bytes]:
    """The mails with these Message-IDs as they were sent, in that order."""
    if not message_ids:
        return []
    found = dict(rows_of(session, _RAW, {"named": list(message_ids)}))
    return [found[message_id] for message_id in message_ids if message_id in found]
