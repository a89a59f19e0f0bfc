"""Mails on their way in: stored once, processed once, each with a fate that can be read."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, exists, or_, select, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from pbem.store.claims import alone
from pbem.store.once import Once
from pbem.store.tables import InboundRow

MOST_ATTEMPTS = 3
LEASE = timedelta(seconds=15)
"""How long a mail that one of several servers has taken is left to it, should it be killed."""

_BARE = re.compile(rb"\r\n|\r|\n")

_STORE = Once(InboundRow)

_WAITS = select(col(InboundRow.id)).where(col(InboundRow.state) == "new")
_BEFORE = aliased(InboundRow)
_BEHIND = exists().where(
    col(_BEFORE.state) == "new",
    col(_BEFORE.id) < col(InboundRow.id),
    or_(
        col(_BEFORE.lane).is_(None),
        col(InboundRow.lane).is_(None),
        col(_BEFORE.lane) == col(InboundRow.lane),
    ),
)
_COUNT = (
    update(InboundRow)
    .values(attempts=col(InboundRow.attempts) + 1)
    .returning(InboundRow)
    .execution_options(synchronize_session=False)
)
_NEXT = _COUNT.where(
    col(InboundRow.id) == _WAITS.order_by(col(InboundRow.id)).limit(1).scalar_subquery()
)
_TAKE = _COUNT.values(taken_until=bindparam("until")).where(
    col(InboundRow.id)
    == _WAITS.where(
        or_(col(InboundRow.taken_until).is_(None), col(InboundRow.taken_until) <= bindparam("now")),
        ~_BEHIND,
    )
    .order_by(col(InboundRow.id))
    .limit(1)
    .with_for_update(skip_locked=True, of=InboundRow)
    .scalar_subquery()
)
"""Count one more attempt of the first mail that waits; of several servers one takes it."""


_FINISH = (
    update(InboundRow)
    .where(col(InboundRow.id) == bindparam("number"))
    .values(
        state=bindparam("now_is"),
        fate=bindparam("became"),
        done_at=bindparam("now"),
        game_id=bindparam("game"),
    )
    .execution_options(synchronize_session=False)
)
_SET_PLAYER = (
    update(InboundRow)
    .where(col(InboundRow.id) == bindparam("number"))
    .values(player_id=bindparam("player"))
    .execution_options(synchronize_session=False)
)


@dataclass(frozen=True, slots=True)
class Arrived:
    """A mail at a door. `place` names an IMAP message for good: account, folder, validity, UID."""

    source: str
    recipient: str
    mail_from: str
    raw: bytes
    received_at: datetime
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Inbound:
    """A stored mail, to be processed; `failed` says how it failed last time, if it did."""

    id: int
    source: str
    recipient: str
    mail_from: str
    raw: bytes
    received_at: datetime
    attempts: int
    failed: str | None = None


def accept(session: Session, mail: Arrived, lane: int | None = None) -> bool:
    """Store a mail; False if the same bytes to the same recipient are here already.

    `lane` is the game that it is about, if that is known.

    Line ends do not count: servers on the way write them as they like.
    The unique keys decide, so two doors that take in the same mail at once store it once.
    """
    values = {
        "source": mail.source,
        "place": mail.place,
        "digest": hashlib.sha256(_BARE.sub(b"\r\n", mail.raw)).hexdigest(),
        "recipient": mail.recipient,
        "mail_from": mail.mail_from,
        "raw": mail.raw,
        "received_at": mail.received_at,
        "state": "new",
        "lane": lane,
        "attempts": 0,
    }
    return _STORE.write(session, values)


def next_inbound(session: Session, now: datetime) -> Inbound | None:
    """The mail that came first of those not yet processed, with one more attempt counted.

    The caller commits that count before it looks into the mail, so that a mail which kills the
    process is parked after three attempts instead of being tried for ever.
    Where there are several servers it is taken from the others for a while, and mails about its
    game wait until it is done; so does every other mail if it is not known what it is about.
    """
    if alone(session):
        row = session.scalars(_NEXT).first()
    else:
        row = session.scalars(_TAKE, {"now": now, "until": now + LEASE}).first()
    return _inbound(row) if row is not None else None


def still_ours(session: Session, mail: Inbound) -> bool:
    """Whether no other server has taken a mail, or can until the commit."""
    if alone(session):
        return True
    query = select(col(InboundRow.id)).where(
        col(InboundRow.id) == mail.id,
        col(InboundRow.state) == "new",
        col(InboundRow.attempts) == mail.attempts,
    )
    return session.scalar(query.with_for_update(skip_locked=True)) is not None


def stored(session: Session, number: int) -> Inbound | None:
    """A mail that came in earlier, or None if its bytes are no longer kept."""
    row = session.get(InboundRow, number)
    return _inbound(row) if row is not None and row.raw else None


def _inbound(row: InboundRow) -> Inbound:
    assert row.id is not None
    return Inbound(
        row.id,
        row.source,
        row.recipient,
        row.mail_from,
        row.raw,
        row.received_at,
        row.attempts,
        row.fate,
    )


def note_failure(session: Session, id_: int, why: str) -> None:
    """Say why a mail failed this time; it stays, to be tried again."""
    session.execute(
        update(InboundRow).where(col(InboundRow.id) == id_).values(fate=why, taken_until=None)
    )


def uncount(session: Session, id_: int) -> None:
    """Take back an attempt that failed for no reason of the mail's."""
    session.execute(
        update(InboundRow)
        .where(col(InboundRow.id) == id_)
        .values(attempts=col(InboundRow.attempts) - 1, taken_until=None)
    )


def set_player(session: Session, id_: int, player: int) -> None:
    """Say whose mail it is."""
    session.execute(_SET_PLAYER, {"number": id_, "player": player})


def leave_unanswered(session: Session, id_: int, why: str) -> None:
    """Say why an answer to a mail was held back."""
    session.execute(update(InboundRow).where(col(InboundRow.id) == id_).values(unanswered=why))


def close_inbound(
    session: Session, id_: int, *, fate: str, now: datetime, game: int | None = None
) -> None:
    """Say what became of a mail; it is not looked at again."""
    _finish(session, id_, "done", fate, now, game)


def park_inbound(session: Session, id_: int, *, fate: str, now: datetime) -> None:
    """Set a mail aside that failed every time; its bytes are kept for a person to look at."""
    _finish(session, id_, "parked", fate, now, None)


def _finish(
    session: Session, id_: int, state: str, fate: str, now: datetime, game: int | None
) -> None:
    values = {"number": id_, "now_is": state, "became": fate, "now": now, "game": game}
    session.execute(_FINISH, values)


def again(session: Session, number: int) -> bool:
    """Put a parked mail back, to be processed as if it had just come; False if it is not parked."""
    found = session.execute(
        update(InboundRow)
        .where(col(InboundRow.id) == number, col(InboundRow.state) == "parked")
        .values(state="new", attempts=0, fate=None, done_at=None, taken_until=None)
        .returning(col(InboundRow.id))
    )
    return found.first() is not None
