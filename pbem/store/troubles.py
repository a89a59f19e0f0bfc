"""What went wrong in a span of time, as an operator should know it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, select
from sqlmodel import Session, col

from pbem.domain.outcomes import Parked, restored
from pbem.domain.vocabulary import Trouble
from pbem.store.inbound import Processing
from pbem.store.outbox import Sending
from pbem.store.tables.mails import BounceRow, InboundRow, OutboxRow
from pbem.store.tables.people import PlayerRow

MANY = 3
"""Kills at one mail that are no accident any more."""


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that went wrong."""

    at: datetime
    what: Trouble
    number: int = 0
    detail: str = ""


def happened(session: Session, since: datetime, until: datetime) -> list[Happened]:
    """What went wrong after one moment and up to another, the oldest first."""
    found: list[Happened] = []
    aside = select(InboundRow).where(
        col(InboundRow.state).in_((Processing.PARKED.value, Processing.LEFT.value)),
        col(InboundRow.done_at) > since,
        col(InboundRow.done_at) <= until,
    )
    for mail in session.scalars(aside):
        errors = [one.error for _, one in restored(mail.outcomes) if isinstance(one, Parked)]
        found.append(Happened(mail.done_at or until, Trouble(mail.state), mail.id, *errors))
    killed = select(InboundRow).where(_killed(since, until), col(InboundRow.deaths) >= MANY)
    for mail in session.scalars(killed):
        found.append(Happened(mail.died_at or until, Trouble.KILLED, mail.id, str(mail.deaths)))
    failed = select(OutboxRow).where(
        col(OutboxRow.state) == Sending.FAILED.value,
        col(OutboxRow.done_at) > since,
        col(OutboxRow.done_at) <= until,
    )
    for out in session.scalars(failed):
        found.append(Happened(out.done_at or until, Trouble.FAILED, out.id, out.error or ""))
    stopped = (
        select(BounceRow, col(PlayerRow.name))
        .join(PlayerRow, col(PlayerRow.address) == col(BounceRow.address))
        .where(col(BounceRow.stopped_at) > since, col(BounceRow.stopped_at) <= until)
    )
    for bounce, name in session.execute(stopped):
        found.append(Happened(bounce.stopped_at, Trouble.BOUNCES, 0, name))
    to_us = select(InboundRow).where(
        func.lower(col(InboundRow.recipient)).like("postmaster%"),
        col(InboundRow.received_at) > since,
        col(InboundRow.received_at) <= until,
    )
    for mail in session.scalars(to_us):
        found.append(Happened(mail.received_at, Trouble.POSTMASTER, mail.id, mail.mail_from))
    return sorted(found, key=lambda one: one.at)


def just_too_often(session: Session, since: datetime, until: datetime) -> bool:
    """Whether in a span of time the server was killed at a mail just once too often."""
    found = select(col(InboundRow.id)).where(_killed(since, until), col(InboundRow.deaths) == MANY)
    return session.scalar(found.limit(1)) is not None


def _killed(since: datetime, until: datetime) -> ColumnElement[bool]:
    return and_(
        col(InboundRow.state) == Processing.NEW.value,
        col(InboundRow.died_at) > since,
        col(InboundRow.died_at) <= until,
    )
