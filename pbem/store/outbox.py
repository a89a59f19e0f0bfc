"""Mails on their way out: written with the turn that caused them, sent afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import and_, bindparam, func, or_, select, update
from sqlmodel import Session, col

from engine import Seat
from pbem.store.tables import OutboxRow, QuestionRow, SeatRow


class Sending(StrEnum):
    """Where a mail on its way out stands."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    SUPERSEDED = "superseded"
    FAILED = "failed"


WAITING = (Sending.QUEUED.value, Sending.SENDING.value)
NEWS = ("game_start", "your_bid", "your_play", "deal_over")
"""The kinds of mails that tell what has happened since the last one; most of them ask, too."""

TABLES = "your_tables"
"""The kind of the mail that asks at several tables."""

SHOWN = (
    *(*NEWS, TABLES, "status", "deal_log"),
    *("chart", "refused", "which_card", "got_it", "not_yet", "take_seat"),
)
"""The kinds of mails that show the table."""


TELLING = (
    col(OutboxRow.game_id) == bindparam("game"),
    col(OutboxRow.seat) == bindparam("seat"),
    or_(
        col(OutboxRow.state) == Sending.SENT.value,
        and_(col(OutboxRow.state).in_(WAITING), col(QuestionRow.closed).is_(None)),
    ),
)
"""The mails of a seat that have told something, or still will."""

_TOLD = select(
    select(func.max(col(OutboxRow.seq)))
    .outerjoin(QuestionRow, col(QuestionRow.id) == col(OutboxRow.question_id))
    .where(*TELLING, col(OutboxRow.kind).in_(NEWS), col(OutboxRow.id) != bindparam("but"))
    .scalar_subquery(),
    select(col(SeatRow.told))
    .where(col(SeatRow.game_id) == bindparam("game"), col(SeatRow.seat) == bindparam("seat"))
    .scalar_subquery(),
)


_NAMED = col(OutboxRow.message_id).in_(bindparam("named", expanding=True))
_TWO = (
    select(col(OutboxRow.id).label("id"), _NAMED.label("sure"))
    .where(col(OutboxRow.game_id) == bindparam("game"), col(OutboxRow.seat) == bindparam("seat"))
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


@dataclass(frozen=True, slots=True)
class Written:
    """A finished mail to queue; `seq` is the length of the log it tells, `turn` what caused it.

    `inbound` is the mail that it answers, if it answers one; `player` is None for somebody who is
    no player yet; `gathered` tells that it leaves together with others.
    """

    message_id: str
    kind: str
    player: int | None
    game: int | None
    seat: Seat | None
    question: int | None
    seq: int
    turn: int | None
    rcpt: str
    raw: bytes
    due_at: datetime
    inbound: int | None = None
    gathered: bool = False


def queue(session: Session, mail: Written, now: datetime) -> None:
    """Put a finished mail into the outbox."""
    session.add(
        OutboxRow(
            message_id=mail.message_id,
            kind=mail.kind,
            player_id=mail.player,
            game_id=mail.game,
            seat=mail.seat,
            question_id=mail.question,
            seq=mail.seq,
            turn=mail.turn,
            inbound_id=mail.inbound,
            rcpt=mail.rcpt,
            raw=mail.raw,
            state=Sending.QUEUED,
            due_at=mail.due_at,
            created_at=now,
            within=0 if mail.gathered else None,
        )
    )


def told(session: Session, game: int, seat: Seat, *, but: int | None = None) -> int:
    """The length of the log that this seat's mails have told of, whether sent or still to send.

    A mail that will not leave, because what it asks is answered, has told nothing; nor has the one
    with the number `but`. What was told by another server, from which the game came, counts too.
    """
    values = {"game": game, "seat": seat, "but": but or 0}
    here, before = session.execute(_TOLD, values).one()
    return max(here or 0, before or 0)


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


@dataclass(frozen=True, slots=True)
class Later:
    """A mail that has not been tried yet: its number, game and seat, and when it leaves."""

    id: int
    game: int
    seat: Seat
    kind: str
    due_at: datetime


def not_tried(session: Session, player: int) -> list[Later]:
    """The mails of a player's games that still wait for their time, oldest first."""
    query = (
        select(OutboxRow)
        .where(
            col(OutboxRow.player_id) == player,
            col(OutboxRow.state) == Sending.QUEUED.value,
            col(OutboxRow.inbound_id).is_(None),
            col(OutboxRow.game_id).is_not(None),
            col(OutboxRow.seat).is_not(None),
            col(OutboxRow.error).is_(None),
        )
        .order_by(col(OutboxRow.id))
    )
    return [
        Later(row.id or 0, row.game_id or 0, Seat(row.seat or 0), row.kind, row.due_at)
        for row in session.scalars(query)
    ]


def put_off(session: Session, number: int, until: datetime, *, gathered: bool) -> None:
    """Let a mail that was not tried yet leave at another time, by itself or with others."""
    values = {"due_at": until, "within": 0 if gathered else None}
    session.execute(update(OutboxRow).where(col(OutboxRow.id) == number).values(**values))
    session.expire_all()


def told_others(session: Session, game: int, seat: Seat, turn: int) -> bool:
    """Whether a mail that tells of a turn, or of more, has left for another seat than this one."""
    query = select(func.count()).where(
        col(OutboxRow.game_id) == game,
        col(OutboxRow.seat) != seat,
        col(OutboxRow.kind).in_(SHOWN),
        col(OutboxRow.seq) > turn,
        col(OutboxRow.state).not_in((Sending.QUEUED.value, Sending.SUPERSEDED.value)),
    )
    return bool(session.scalar(query))


def asked_in(session: Session, question: int) -> int | None:
    """The mail a question was asked in, if that has left."""
    query = select(func.min(col(OutboxRow.id))).where(
        col(OutboxRow.question_id) == question,
        col(OutboxRow.kind).in_(NEWS),
        col(OutboxRow.state) == Sending.SENT.value,
    )
    return session.scalar(query)


def turn_seen(session: Session, game: int, turn: int) -> bool:
    """Whether a mail that tells of a turn has left for anybody."""
    query = select(func.count()).where(
        col(OutboxRow.game_id) == game,
        col(OutboxRow.turn) == turn,
        col(OutboxRow.state).not_in((Sending.QUEUED.value, Sending.SUPERSEDED.value)),
    )
    return bool(session.scalar(query))


def wrote_since(session: Session, game: int, seat: Seat, kind: str, since: datetime) -> bool:
    """Whether a seat was written a mail of some kind since then."""
    query = select(func.count()).where(
        col(OutboxRow.game_id) == game,
        col(OutboxRow.seat) == seat,
        col(OutboxRow.kind) == kind,
        col(OutboxRow.created_at) >= since,
    )
    return bool(session.scalar(query))


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
    rows = session.execute(_QUOTABLE, values).all()
    return [raw for _, raw in (rows[:1] if rows and rows[0].sure else rows) if raw]


@dataclass(frozen=True, slots=True)
class Asking:
    """A mail that asks a question: its number, what it is, and its Message-ID."""

    id: int
    kind: str
    message_id: str


def asking(session: Session, question: int) -> Asking | None:
    """The newest mail that asks a question, or None."""
    query = (
        select(OutboxRow)
        .where(col(OutboxRow.question_id) == question)
        .where(col(OutboxRow.kind).in_((*NEWS, "invitation")))
        .order_by(col(OutboxRow.id).desc())
        .limit(1)
    )
    row = session.scalars(query).first()
    return Asking(row.id or 0, row.kind, row.message_id) if row else None


def named(session: Session, message_ids: Sequence[str]) -> list[bytes]:
    """The mails with these Message-IDs as they were sent, in that order."""
    query = select(col(OutboxRow.message_id), col(OutboxRow.raw)).where(
        col(OutboxRow.message_id).in_(message_ids)
    )
    found: dict[str, bytes] = {row[0]: row[1] for row in session.execute(query)}
    return [found[message_id] for message_id in message_ids if message_id in found]


def supersede(
    session: Session,
    game: int,
    now: datetime,
    *,
    turn: int | None = None,
    question: int | None = None,
) -> None:
    """Keep queued mails of a turn, or of a question, from leaving."""
    which = (
        col(OutboxRow.turn) == turn if turn is not None else col(OutboxRow.question_id) == question
    )
    session.execute(
        update(OutboxRow)
        .where(col(OutboxRow.game_id) == game, which)
        .where(col(OutboxRow.state) == Sending.QUEUED.value)
        .values(state=Sending.SUPERSEDED.value, done_at=now)
    )
