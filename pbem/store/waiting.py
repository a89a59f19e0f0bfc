"""Which of the mails that wait are thought through next."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any

from sqlalchemy import ColumnElement, Integer, bindparam, exists, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from pbem.store.inbound import Inbound, Processing, inbound_of
from pbem.store.rows import rows_of
from pbem.store.tables.mails import InboundRow

PAUSES = (
    timedelta(0),
    timedelta(seconds=10),
    timedelta(minutes=1),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(days=1),
)
"""How long a mail rests whose thinking a kill cut short once, twice and so on."""

_LOOKED_AT = 500
"""So many mails from the first on are looked at for others that can be thought through with it."""

_MOST_BYTES = 1_000_000
"""Of mails that are thought through together: a door may have to wait for them."""


def _waits(mail: Any) -> ColumnElement[bool]:
    return col(mail.state) == Processing.NEW.value


def _cut_short(mail: Any) -> ColumnElement[bool]:
    return col(mail.deaths) > 0


def _held(mail: Any) -> ColumnElement[bool]:
    """Whether an earlier mail about the same game rests."""
    before = aliased(InboundRow)
    return exists().where(
        _waits(before),
        _cut_short(before),
        col(before.id) < col(mail.id),
        col(before.lane) == col(mail.lane),
    )


def _behind(mail: Any) -> ColumnElement[bool]:
    """Whether an earlier mail that may be about the same game is about to be processed."""
    before = aliased(InboundRow)
    return exists().where(
        _waits(before),
        ~_cut_short(before),
        ~_held(before),
        col(before.id) < col(mail.id),
        or_(
            col(before.lane).is_(None),
            col(mail.lane).is_(None),
            col(before.lane) == col(mail.lane),
        ),
    )


_FREE = (
    select(InboundRow)
    .where(_waits(InboundRow))
    .order_by(col(InboundRow.id))
    .with_for_update(skip_locked=True, of=InboundRow)
)
_IN_ORDER = _FREE.where(~_held(InboundRow), ~_behind(InboundRow))
_FIRST = (
    select(col(InboundRow.id))
    .where(_waits(InboundRow), ~_held(InboundRow), ~_behind(InboundRow))
    .order_by(col(InboundRow.id))
    .limit(1)
    .scalar_subquery()
)
_NEAR = _IN_ORDER.where(col(InboundRow.id) < _FIRST + _LOOKED_AT).limit(
    bindparam("most", type_=Integer)
)
_NEXT = _IN_ORDER.where(~_cut_short(InboundRow)).limit(1)
_RESTING = _IN_ORDER.where(_cut_short(InboundRow))
_ONE = _FREE.where(col(InboundRow.id) == bindparam("number"))


def next_inbound(session: Session, now: datetime, most: int = 1) -> list[Inbound]:
    """The mails to think through in this transaction, in the order in which they came.

    The first of those that wait, and up to so many, each about another game: mails about a game
    wait for each other. So does every other mail for one of which it is not known what it is
    about. Where there are several servers, they are kept from the others until the commit.
    Last, alone and after a pause, come those that were being thought through when a server was
    killed. Until then later mails about the same game wait, and no others.
    """
    found = rows_of(session, _NEAR, {"most": most})
    fresh = [row for row in found if not row.deaths]
    if found and not fresh:
        resting = [row for row in rows_of(session, _RESTING) if _again(row) <= now]
        fresh = [*rows_of(session, _NEXT), *resting][:1]
    size = accumulate(len(row.raw) for row in fresh)
    return [
        inbound_of(row)
        for number, (row, so_far) in enumerate(zip(fresh, size, strict=True))
        if number == 0 or so_far <= _MOST_BYTES
    ]


def this_inbound(session: Session, number: int) -> list[Inbound]:
    """A mail that waits, for this transaction; none if another server has it or has done it."""
    return [inbound_of(row) for row in rows_of(session, _ONE, {"number": number})]


def cut_short(session: Session, numbers: Collection[int], now: datetime) -> list[int]:
    """Count that a kill cut short the thinking about some mails; those of them that still wait."""
    if not numbers:
        return []
    rows = session.scalars(_FREE.where(col(InboundRow.id).in_(numbers))).all()
    for row in rows:
        row.deaths, row.died_at = row.deaths + 1, now
    return [row.id for row in rows]


def _again(row: InboundRow) -> datetime:
    """When a mail whose thinking was cut short is tried again."""
    assert row.died_at is not None
    return row.died_at + PAUSES[min(row.deaths, len(PAUSES)) - 1]
