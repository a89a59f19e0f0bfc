"""What lies in the inbox: how much waits, and what became of the last mails."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from pbem.domain.outcomes import Outcomes, game_of, restored
from pbem.store.inbound import Processing
from pbem.store.tables.games import GameRow
from pbem.store.tables.mails import InboundRow


@dataclass(frozen=True, slots=True)
class InboxMail:
    """A mail that came in, with what became of it; while it waits, of the last time it failed.

    `unanswered` says why an answer was held back, if one was.
    """

    id: int
    received_at: datetime
    mail_from: str
    raw: bytes
    state: Processing
    deaths: int
    outcomes: Outcomes
    unanswered: str | None
    game: str | None


def recent_inbound(
    session: Session, most: int, state: Processing | None = None, *, player: int | None = None
) -> list[InboxMail]:
    """The mails that came last, newest first; of those in a state, or of those of a player."""
    query = (
        select(InboundRow, col(GameRow.name))
        .outerjoin(GameRow, col(GameRow.id) == col(InboundRow.game_id))
        .order_by(col(InboundRow.id).desc())
        .limit(most)
    )
    if state is not None:
        query = query.where(col(InboundRow.state) == state.value)
    if player is not None:
        query = query.where(col(InboundRow.player_id) == player)
    return [
        InboxMail(
            row.id,
            row.received_at,
            row.mail_from,
            row.raw,
            Processing(row.state),
            row.deaths,
            restored(row.outcomes),
            row.unanswered,
            game,
        )
        for row, game in session.execute(query)
    ]


def elsewhere(session: Session, mail: InboxMail) -> dict[int | None, str]:
    """The names of the tables that a mail spoke to, beside the one that it is about."""
    games = {game for game, _ in mail.outcomes if game != game_of(mail.outcomes)}
    named = select(col(GameRow.id), col(GameRow.name)).where(col(GameRow.id).in_(games))
    return {row.id: row.name for row in session.execute(named)} if games else {}


def inbound_counts(session: Session) -> dict[str, int]:
    """How many mails are in each state."""
    query = select(col(InboundRow.state), func.count()).group_by(col(InboundRow.state))
    return {row[0]: row[1] for row in session.execute(query)}


def oldest_waiting(session: Session) -> datetime | None:
    """When the oldest mail came that is not processed yet; None if none waits."""
    waits = col(InboundRow.state) == Processing.NEW.value
    return session.scalar(select(func.min(col(InboundRow.received_at))).where(waits))


def newest(session: Session) -> int:
    """The number of the mail that came last, 0 before the first."""
    return session.scalar(select(func.max(col(InboundRow.id)))) or 0


def raw_after(session: Session, number: int) -> list[bytes]:
    """The bytes of the mails that came after that one, oldest first."""
    query = select(col(InboundRow.raw)).where(col(InboundRow.id) > number)
    return list(session.scalars(query.order_by(col(InboundRow.id))))
