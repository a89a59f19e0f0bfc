"""Since which letter the server writes from the address of today, and who has been told."""

from __future__ import annotations

from sqlalchemy import bindparam, exists, func, select
from sqlmodel import Session, col

from pbem.store.outbox import WAITING, Sending
from pbem.store.rows import rows_of
from pbem.store.server import keep_fact, kept_fact
from pbem.store.tables.mails import OutboxRow

_MAILBOX = "mailbox"
"""The fact that tells the address of today, and the number of the last letter from another."""

_HERS = col(OutboxRow.player_id) == bindparam("player")
_NOTED = select(
    exists().where(_HERS, col(OutboxRow.id) <= bindparam("before")).label("earlier"),
    exists()
    .where(
        _HERS,
        col(OutboxRow.id) > bindparam("before"),
        # One that is gathered goes with another.
        col(OutboxRow.within).is_(None),
        col(OutboxRow.state).in_([Sending.SENT.value, *WAITING]),
    )
    .label("since"),
)


def before_the_move(session: Session, mailbox: str, *, moved: bool) -> int:
    """The number of the last letter that did not come from this address, which is remembered; 0 if
    there is none. Where no address is remembered yet it tells of `moved`.
    """
    kept = kept_fact(session, _MAILBOX) or {"address": "" if moved else mailbox, "before": 0}
    if kept["address"] != mailbox:
        # Only then the mails are looked at: nothing else at a start needs them to be whole.
        last = session.scalar(select(func.max(col(OutboxRow.id)))) or 0
        kept = {"address": mailbox, "before": last}
    keep_fact(session, _MAILBOX, kept)
    return int(kept["before"])


def is_to_be_told(session: Session, player: int, before: int) -> bool:
    """Whether somebody got letters from another address, the last of all being this number, and has
    none from the one of today that has left or will.
    """
    [row] = rows_of(session, _NOTED, {"player": player, "before": before})
    return bool(row.earlier) and not row.since
