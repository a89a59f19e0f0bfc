"""How often we have written: to a player, to a seat, in a kind of mail."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, or_, select
from sqlmodel import Session, col

from engine import Seat
from pbem.store.outbox import WAITING, Sending
from pbem.store.tables import OutboxRow


def answers_since(
    session: Session, since: datetime, *, player: int | None = None, kind: str | None = None
) -> int:
    """How many answers were written since some time; to one player, or of one kind."""
    query = select(func.count()).where(
        col(OutboxRow.inbound_id).is_not(None), col(OutboxRow.created_at) > since
    )
    if player is not None:
        query = query.where(col(OutboxRow.player_id) == player)
    if kind is not None:
        query = query.where(col(OutboxRow.kind) == kind)
    return session.scalar(query) or 0


def answers_after(
    session: Session, times: Sequence[datetime], *, player: int | None, kind: str
) -> list[tuple[int, int]]:
    """How many answers were written after each of some times, and how many of one kind.

    Those of that kind are counted for one player, if one is given.
    """
    same = [col(OutboxRow.kind) == kind]
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


def unasked_between(
    session: Session, game: int, seat: Seat, first: datetime, end: datetime, *, but: int | None
) -> int:
    """How many mails of a game a seat gets from `first` to before `end` without asking for them.

    Those that only say that an answer has come are among them; the one with the number `but` is
    not.
    """
    query = select(func.count()).where(
        col(OutboxRow.game_id) == game,
        col(OutboxRow.seat) == seat,
        or_(col(OutboxRow.inbound_id).is_(None), col(OutboxRow.kind) == "got_it"),
        col(OutboxRow.state).in_((*WAITING, Sending.SENT.value)),
        or_(col(OutboxRow.within).is_(None), col(OutboxRow.within) == 0),
        col(OutboxRow.due_at) >= first,
        col(OutboxRow.due_at) < end,
    )
    if but is not None:
        query = query.where(col(OutboxRow.id) != but)
    return session.scalar(query) or 0


def wrote_since(session: Session, game: int, seat: Seat, kind: str, since: datetime) -> bool:
    """Whether a seat was written a mail of some kind since then."""
    query = select(func.count()).where(
        col(OutboxRow.game_id) == game,
        col(OutboxRow.seat) == seat,
        col(OutboxRow.kind) == kind,
        col(OutboxRow.created_at) >= since,
    )
    return bool(session.scalar(query))
