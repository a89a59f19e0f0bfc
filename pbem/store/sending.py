"""The outbox on its way out: mails claimed, marked, put back, listed, and tried anew."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Integer, and_, bindparam, case, exists, or_, select, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from pbem.domain.preferences import Mailing, after_quiet
from pbem.logs import log
from pbem.store.blocks import covered
from pbem.store.erasure import drop_farewell
from pbem.store.gathering import mark_within
from pbem.store.outbox import NEWS, TABLES, WAITING, Sending
from pbem.store.rows import change_row, execute, is_one_of, rows_of, value_of
from pbem.store.tables.games import GameRow
from pbem.store.tables.log import PlanRow, QuestionRow
from pbem.store.tables.mails import BounceRow, OutboxRow
from pbem.store.tables.people import PlayerRow

_OPERATOR = "operator_day"
_ASKING = (TABLES, _OPERATOR)
_RESULTS = ("deal_over", "match_over")
"""The kinds of letters that leave first, besides questions, and next, where not all can."""

UNREACHABLE = select(col(BounceRow.address)).where(col(BounceRow.stopped_at).is_not(None))
"""The addresses that nothing is sent to."""

_NEWER = aliased(OutboxRow)
_OUTDATED = exists().where(
    col(OutboxRow.kind) == "status",
    is_one_of(_NEWER.kind, (*NEWS, "status", "digest")),
    col(_NEWER.game_id) == col(OutboxRow.game_id),
    col(_NEWER.seat) == col(OutboxRow.seat),
    col(_NEWER.id) > col(OutboxRow.id),
    or_(
        col(_NEWER.state) == Sending.SENT.value,
        and_(is_one_of(_NEWER.state, WAITING), col(_NEWER.due_at) <= bindparam("now")),
    ),
)
_KEPT = exists().where(
    col(PlanRow.game_id) == col(OutboxRow.game_id), col(PlanRow.due_at) <= bindparam("now")
)
_SHUT_OUT = covered(col(OutboxRow.rcpt))
_RANK = case(
    (or_(col(OutboxRow.question_id).is_not(None), is_one_of(OutboxRow.kind, _ASKING)), 0),
    (is_one_of(OutboxRow.kind, _RESULTS), 1),
    else_=2,
)
_DUE = (
    select(
        col(OutboxRow.id),
        col(OutboxRow.message_id),
        col(OutboxRow.rcpt),
        col(OutboxRow.raw),
        col(OutboxRow.attempts),
        col(OutboxRow.due_at),
        col(OutboxRow.question_id),
        col(OutboxRow.state),
        col(OutboxRow.kind),
        or_(col(QuestionRow.closed).is_not(None), _OUTDATED, _SHUT_OUT).label("stale"),
        col(QuestionRow.asked_at),
        col(QuestionRow.due_at).label("answer_by"),
        col(GameRow.answer_in),
        col(PlayerRow.zone),
        col(PlayerRow.mailing),
        or_(col(OutboxRow.inbound_id).is_not(None), col(GameRow.trial)).label("wished"),
    )
    .outerjoin(QuestionRow, col(QuestionRow.id) == col(OutboxRow.question_id))
    .outerjoin(GameRow, col(GameRow.id) == col(OutboxRow.game_id))
    .outerjoin(PlayerRow, col(PlayerRow.id) == col(OutboxRow.player_id))
    .where(is_one_of(OutboxRow.state, WAITING), col(OutboxRow.due_at) <= bindparam("now"), ~_KEPT)
    .where(col(OutboxRow.within).is_(None))
    .where(
        or_(
            col(OutboxRow.rcpt).not_in(UNREACHABLE), col(QuestionRow.closed).is_not(None), _SHUT_OUT
        )
    )
    .limit(bindparam("most", type_=Integer))
    .with_for_update(skip_locked=True, of=OutboxRow)
)
"""The mails to send now, whether each is stale, and the time its question leaves to answer."""

_OLDEST_FIRST = _DUE.order_by(col(OutboxRow.due_at), col(OutboxRow.id))
_FIRST_WHAT_MATTERS = _DUE.order_by(_RANK, col(OutboxRow.due_at), col(OutboxRow.id))
_TO_THE_OPERATOR = _OLDEST_FIRST.where(col(OutboxRow.kind) == _OPERATOR)

_MARK = (
    update(OutboxRow)
    .where(col(OutboxRow.id) == bindparam("number"))
    .values(
        state=bindparam("now_is"),
        done_at=bindparam("now"),
        error=bindparam("said"),
        attempts=col(OutboxRow.attempts) + 1,
    )
    .returning(col(OutboxRow.kind))
)
_TAKE = (
    update(OutboxRow)
    .where(col(OutboxRow.id).in_(bindparam("numbers", expanding=True)))
    .values(state=Sending.SENDING.value, due_at=bindparam("until"), taken_by=bindparam("server"))
)


_FAREWELLS = ("presence", "at_no_table")
"""The kinds of letters of which one may be the last that somebody gets."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A queued mail whose time has come.

    `stale`: it asks what is answered, shows a table that a newer mail shows, or its reader is shut
    out. `doubtful`: it may
    have left already, so it may only leave again as it is. `begins` is since when its reader has
    the whole time of the game to answer, if he has.
    """

    id: int
    message_id: str
    rcpt: str
    raw: bytes
    attempts: int
    due_at: datetime
    question: int | None
    stale: bool
    doubtful: bool
    kind: str = ""
    begins: datetime | None = None


def claim(
    session: Session,
    now: datetime,
    lease: timedelta,
    most: int = 50,
    by: str | None = None,
    *,
    limited: bool = False,
    operator: bool = False,
) -> list[Outgoing]:
    """Take the mails whose time has come, oldest first, for a server if there are several.

    Where it is `limited` how many leave, questions come first, then results, then all else; with
    `operator` only what tells the operator of a matter is taken.
    What nobody has asked for waits for the end of its reader's quiet hours, however late it is.
    Those of a game in which a kept move is due wait for it: perhaps they need not ask any more.
    Those to an address that nothing is sent to wait, unless they are stale. From here on the
    others count as seen. A mail that is claimed and neither marked nor put back before the lease is
    over (the process was killed) comes up again: it may leave twice, but it leaves. What goes with
    another mail is not taken by itself.
    """
    query = _FIRST_WHAT_MATTERS if limited else _OLDEST_FIRST
    query = _TO_THE_OPERATOR if operator else query
    claimed = []
    for row in rows_of(session, query, {"now": now, "most": most}):
        leaves = _after_the_night(row, now)
        if leaves > now:
            change_row(session, OutboxRow, row.id, due_at=leaves)
        else:
            claimed.append(_outgoing(row))
    if claimed:
        numbers = [mail.id for mail in claimed]
        execute(session, _TAKE, {"numbers": numbers, "until": now + lease, "server": by})
        session.expire_all()
    return claimed


def _after_the_night(row: Any, now: datetime) -> datetime:
    waits = row.mailing and not (row.wished or row.stale)
    return after_quiet(now, row.zone, Mailing(row.mailing)) if waits else now


def _outgoing(row: Any) -> Outgoing:
    whole = row.answer_by and row.answer_by - row.asked_at >= timedelta(hours=row.answer_in)
    return Outgoing(
        row.id,
        row.message_id,
        row.rcpt,
        row.raw,
        row.attempts,
        row.due_at,
        row.question_id,
        row.stale,
        row.state == Sending.SENDING.value,
        row.kind,
        row.asked_at if whole else None,
    )


def release(session: Session, now: datetime, by: str | None = None) -> int:
    """Let the mails that a server had claimed come up now; how many. Of any server if it is None,
    for one that knows that it is alone.
    """
    claimed = (col(OutboxRow.state) == Sending.SENDING.value, col(OutboxRow.due_at) > now)
    found = session.execute(
        update(OutboxRow)
        .where(*claimed, *([col(OutboxRow.taken_by) == by] if by else []))
        .values(due_at=now, taken_by=None)
        .returning(col(OutboxRow.id))
    )
    return len(found.all())


def mark(session: Session, number: int, state: Sending, now: datetime, error: str = "") -> None:
    """Write down what became of a mail, and with it of those that go with it."""
    values = {"number": number, "now_is": state.value, "now": now, "said": error or None}
    kind = value_of(session, _MARK, values)
    session.expire_all()
    if kind == TABLES:
        mark_within(session, number, state, now)
    if kind in _FAREWELLS and state is Sending.SENT:
        drop_farewell(session, number)


def mark_handed_on(session: Session, number: int, message_id: str, now: datetime) -> None:
    """Mark a letter that was taken as sent, if it is still claimed under that very Message-ID."""
    same = select(col(OutboxRow.id)).where(
        col(OutboxRow.state) == Sending.SENDING.value,
        col(OutboxRow.id) == number,
        col(OutboxRow.message_id) == message_id,
    )
    if session.scalar(same) is not None:
        mark(session, number, Sending.SENT, now)
        log.warning("killed after a letter was handed on", outbox=number)


def rewrite(session: Session, number: int, message_id: str, raw: bytes, seq: int) -> None:
    """Give a mail that never left other words, and with them another Message-ID; `seq` is the
    length of the log they tell.
    """
    change_row(session, OutboxRow, number, message_id=message_id, raw=raw, seq=seq)
