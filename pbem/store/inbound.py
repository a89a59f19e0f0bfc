"""Mails on their way in: stored once, processed once, with what became of each."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from sqlalchemy import bindparam, update
from sqlmodel import Session, col

from pbem.domain.outcomes import Left, Outcomes, Parked, at, game_of
from pbem.domain.outcomes import stored as stored_as
from pbem.store.insert_once import InsertOnce
from pbem.store.rows import execute
from pbem.store.tables.mails import InboundRow

_STORE, _LEAVE = InsertOnce(InboundRow), InsertOnce(InboundRow)


_FINISH = (
    update(InboundRow)
    .where(col(InboundRow.id) == bindparam("number"))
    .values(
        state=bindparam("now_is"),
        outcomes=bindparam("became"),
        done_at=bindparam("now"),
        game_id=bindparam("game"),
    )
)
_SET_PLAYER = (
    update(InboundRow)
    .where(col(InboundRow.id) == bindparam("number"))
    .values(player_id=bindparam("player"))
)


class Processing(StrEnum):
    """Where a mail on its way in stands; what is left stays in its mailbox."""

    NEW = "new"
    DONE = "done"
    PARKED = "parked"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Arrived:
    """A mail that came. `place` names an IMAP message for good: account, folder, validity, UID."""

    source: str
    recipient: str
    mail_from: str
    raw: bytes
    received_at: datetime
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Inbound(Arrived):
    """A stored mail, to be processed."""

    id: int = field(kw_only=True)


def accept(session: Session, mail: Arrived, lane: int | None = None) -> bool:
    """Store a mail; False if the same bytes to the same recipient are here already.

    `lane` is the game that it is about, if that is known.
    """
    return accept_all(session, [(mail, lane)]) == 1


def accept_all(session: Session, mails: Sequence[tuple[Arrived, int | None]]) -> int:
    """Store mails, each with the game that it is about, if that is known; how many are new.

    Line ends do not count: servers on the way write them as they like.
    The unique keys decide, so two receivers that take in the same mail at once store it once.
    """
    return _STORE.write_all(session, [_new(mail, lane) for mail, lane in mails])


def _new(mail: Arrived, lane: int | None) -> dict[str, object]:
    return {
        "source": mail.source,
        "place": mail.place,
        "digest": _digest(mail.raw),
        "recipient": mail.recipient,
        "mail_from": mail.mail_from,
        "raw": mail.raw,
        "received_at": mail.received_at,
        "state": Processing.NEW.value,
        "lane": lane,
        "attempts": 0,
        "deaths": 0,
    }


def _digest(raw: bytes) -> str:
    """What is the same for the same bytes, however their lines end."""
    bare = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return hashlib.sha256(bare.replace(b"\n", b"\r\n")).hexdigest()


def leave_inbound(session: Session, mail: Arrived, size: int, now: datetime) -> bool:
    """Note that a mail of so many bytes stays where it is; False if that is noted already.

    Of its bytes there are only the headers.
    """
    assert mail.place is not None
    values = {
        **_new(mail, None),
        "digest": hashlib.sha256(mail.place.encode()).hexdigest(),
        "state": Processing.LEFT.value,
        "outcomes": stored_as(at(None, Left(size))),
        "done_at": now,
    }
    return _LEAVE.write(session, values)


def stored(session: Session, number: int) -> Inbound | None:
    """A mail that came in earlier, or None if its bytes are no longer kept."""
    row = session.get(InboundRow, number)
    return inbound_of(row) if row is not None and row.raw else None


def inbound_of(row: InboundRow) -> Inbound:
    """A row as a mail to be processed."""
    return Inbound(
        *(row.source, row.recipient, row.mail_from, row.raw, row.received_at, row.place),
        id=row.id,
    )


def note_failure(session: Session, id_: int, why: Parked) -> int:
    """Say why a mail failed this time; it stays, to be tried again. How often it has failed."""
    failed = (
        update(InboundRow)
        .where(col(InboundRow.id) == id_)
        .values(outcomes=stored_as(at(None, why)), attempts=col(InboundRow.attempts) + 1)
        .returning(col(InboundRow.attempts))
        .execution_options(synchronize_session=False)
    )
    return session.scalars(failed).one()


def set_player(session: Session, id_: int, player: int) -> None:
    """Say whose mail it is."""
    execute(session, _SET_PLAYER, {"number": id_, "player": player})


def leave_unanswered(session: Session, id_: int, why: str) -> None:
    """Say why an answer to a mail was held back."""
    session.execute(update(InboundRow).where(col(InboundRow.id) == id_).values(unanswered=why))


def close_inbound(session: Session, id_: int, outcomes: Outcomes, now: datetime) -> None:
    """Say what became of a mail; it is not looked at again."""
    _finish(session, id_, Processing.DONE, outcomes, now)


def park_inbound(session: Session, id_: int, why: Parked, now: datetime) -> None:
    """Set a mail aside; its bytes are kept for a person to look at."""
    _finish(session, id_, Processing.PARKED, at(None, why), now)


def _finish(
    session: Session, id_: int, state: Processing, outcomes: Outcomes, now: datetime
) -> None:
    values = {
        "number": id_,
        "now_is": state.value,
        "became": stored_as(outcomes),
        "now": now,
        "game": game_of(outcomes),
    }
    execute(session, _FINISH, values)


def again(session: Session, number: int) -> bool:
    """Put a parked mail back, to be processed as if it had just come; False if it is not parked."""
    found = session.execute(
        update(InboundRow)
        .where(col(InboundRow.id) == number, col(InboundRow.state) == Processing.PARKED.value)
        .values(state=Processing.NEW.value, attempts=0, deaths=0)
        .values(died_at=None, outcomes=None, done_at=None)
        .returning(col(InboundRow.id))
    )
    return found.first() is not None
