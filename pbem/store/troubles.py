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
from pbem.store.rows import any_row, between
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
    aside = select(InboundRow).where(
        col(InboundRow.state).in_((Processing.PARKED.value, Processing.LEFT.value)),
        between(InboundRow.done_at, since, until),
    )
    killed = select(InboundRow).where(_killed(since, until), col(InboundRow.deaths) >= MANY)
    failed = select(OutboxRow).where(
        col(OutboxRow.state) == Sending.FAILED.value, between(OutboxRow.done_at, since, until)
    )
    stopped = (
        select(BounceRow, col(PlayerRow.name))
        .join(PlayerRow, col(PlayerRow.address) == col(BounceRow.address))
        .where(between(BounceRow.stopped_at, since, until))
    )
    to_us = select(InboundRow).where(
        func.lower(col(InboundRow.recipient)).like("postmaster%"),
        between(InboundRow.received_at, since, until),
    )
    found = (
        *(
            Happened(mail.done_at or until, Trouble(mail.state), mail.id, *_errors(mail))
            for mail in session.scalars(aside)
        ),
        *(
            Happened(mail.died_at or until, Trouble.KILLED, mail.id, str(mail.deaths))
            for mail in session.scalars(killed)
        ),
        *(
            Happened(mail.done_at or until, Trouble.FAILED, mail.id, mail.error or "")
            for mail in session.scalars(failed)
        ),
        *(
            Happened(bounce.stopped_at, Trouble.BOUNCES, 0, name)
            for bounce, name in session.execute(stopped)
        ),
        *(
            Happened(mail.received_at, Trouble.POSTMASTER, mail.id, mail.mail_from)
            for mail in session.scalars(to_us)
        ),
    )
    return sorted(found, key=lambda one: one.at)


def _errors(mail: InboundRow) -> list[str]:
    return [one.error for _, one in restored(mail.outcomes) if isinstance(one, Parked)]


def just_too_often(session: Session, since: datetime, until: datetime) -> bool:
    """Whether in a span of time the server was killed at a mail just once too often."""
    return any_row(session, _killed(since, until), col(InboundRow.deaths) == MANY)


def _killed(since: datetime, until: datetime) -> ColumnElement[bool]:
    return and_(
        col(InboundRow.state) == Processing.NEW.value, between(InboundRow.died_at, since, until)
    )
