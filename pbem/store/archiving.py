"""What a finished game leaves to its file in the archive: which games may, and which rows go.

Its seats stay, what was said to its table and what organisers did, which hold names; of its mails
and questions nobody's name or address is in the file, so that it need not change when somebody is
forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, false, func, or_, select, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.model import Closed, Stage
from pbem.mail.codes import Purpose
from pbem.orders.keywords import Ask
from pbem.store.audit_log import ALL_TOLD
from pbem.store.codes import void
from pbem.store.inbound import Processing
from pbem.store.outbox import NEWS, WAITING, Sending, told
from pbem.store.plain_rows import OF_A_GAME, Plain, fields_of, kept_fields, plain_rows
from pbem.store.rows import add_row, delete_rows, rows_of
from pbem.store.tables.games import (
    DealReviewRow,
    GameReviewRow,
    GameRow,
    HintRow,
    RoleRow,
    SeatRow,
    WatcherRow,
)
from pbem.store.tables.log import ArchivedRow, QuestionRow
from pbem.store.tables.mails import InboundRow, OutboxRow
from pbem.store.tables.people import HeldRow
from pbem.store.tables.server import AnnouncementRow

_AT_ONCE = 1000
"""So many games are looked at in one transaction."""

_SENT = ("player_id", "seat", "kind", "seq", "state", "created_at", "done_at")
_GOT = ("player_id", "received_at", "state", "outcomes", "unanswered")
_NEWS = (*NEWS, "game_news", "take_seat")


@dataclass(frozen=True, slots=True)
class LeftToFile:
    """What a game leaves to its file, and the numbers of the rows among it that have one."""

    rows: Plain
    questions: tuple[int, ...]
    sent: tuple[int, ...]
    got: tuple[int, ...]


def may_leave(session: Session, ended: datetime, past: int) -> tuple[list[int], int | None]:
    """Of the next finished games after a number those that may go to the archive, and after which
    number to look on; None at the end.

    All tables of a match have `ended` before then; of none is anything asked, sent or worked out
    any more, and the bytes of the mails have been dropped.
    """
    over = col(GameRow.stage) == Stage.OVER.value
    some = select(col(GameRow.id)).where(over, col(GameRow.id) > past)
    numbers = list(session.scalars(some.order_by(col(GameRow.id)).limit(_AT_ONCE)))
    if not numbers:
        return [], None
    last, here = numbers[-1], col(GameRow.id)
    other = aliased(GameRow)
    late = or_(col(other.stage) != Stage.OVER.value, col(other.ended_at) >= ended)
    bars: list[ColumnElement[bool]] = [
        exists().where(col(ArchivedRow.game_id) == here),
        exists().where(col(other.match_id) == col(GameRow.match_id), late),
        exists().where(col(QuestionRow.game_id) == here, col(QuestionRow.closed).is_(None)),
        exists().where(
            col(OutboxRow.game_id) == here,
            or_(col(OutboxRow.state).in_(WAITING), func.length(col(OutboxRow.raw)) > 0),
        ),
        exists().where(
            col(InboundRow.state) == Processing.NEW.value,
            or_(col(InboundRow.game_id) == here, col(InboundRow.lane) == here),
        ),
        exists().where(col(InboundRow.game_id) == here, func.length(col(InboundRow.raw)) > 0),
        exists().where(col(DealReviewRow.game_id) == here, col(DealReviewRow.found).is_(None)),
        exists().where(col(GameReviewRow.game_id) == here),
        exists().where(col(HintRow.game_id) == here),
    ]
    query = select(here).where(
        here > past, here <= last, over, ~col(GameRow.trial), col(GameRow.ended_at) < ended
    )
    return list(session.scalars(query.where(*(~bar for bar in bars)).order_by(here))), last


def leaving(session: Session, game: int) -> LeftToFile:
    """What a game would leave to its file now."""
    questions = _rows(session, QuestionRow, game, _referred_to(QuestionRow, game))
    sent = _rows(session, OutboxRow, game, false())
    got = _rows(session, InboundRow, game, _referred_to(InboundRow, game))
    people = _people(session, game)
    sent, got = ([one for one in some if one.player_id in people] for some in (sent, got))
    return LeftToFile(
        {
            **{name: plain_rows(session, table, game) for name, table in OF_A_GAME.items()},
            "questions": [fields_of(one, *kept_fields(QuestionRow)) for one in questions],
            "sent": [fields_of(one, *_SENT) for one in sent],
            "got": [fields_of(one, *_GOT) for one in got],
        },
        *(tuple(one.id for one in some) for some in (questions, sent, got)),
    )


def leave(
    session: Session,
    game: int,
    left: LeftToFile,
    file: tuple[str, str, int],
    result: Plain,
    now: datetime,
) -> None:
    """Take out of the database what a game has left to a file: its name, digest and bytes."""
    name, digest, size = file
    add_row(
        session,
        ArchivedRow,
        game_id=game,
        file=name,
        digest=digest,
        bytes=size,
        result=result,
        at=now,
    )
    _keep_with_seats(session, game, left.rows["questions"])
    _say_no_more(session, game)
    void(session, Purpose.QUESTION, _numbers(QuestionRow, left.questions))
    void(session, Purpose.BOUNCE, _numbers(OutboxRow, left.sent))
    stays = update(OutboxRow).where(col(OutboxRow.game_id) == game)
    for refers, gone in (("question_id", left.questions), ("inbound_id", left.got)):
        column = col(getattr(OutboxRow, refers))
        session.execute(stays.where(column.in_(gone)).values({refers: None}))
    delete_rows(session, OutboxRow, col(OutboxRow.id).in_(left.sent))
    delete_rows(session, InboundRow, col(InboundRow.id).in_(left.got))
    delete_rows(session, QuestionRow, col(QuestionRow.id).in_(left.questions))
    kinds: list[Any] = list(OF_A_GAME.values())
    for table in kinds:
        delete_rows(session, table, table.game_id == game)
    session.expire_all()


def _keep_with_seats(session: Session, game: int, questions: Collection[Plain]) -> None:
    """Keep with the seats how many bids and cards came in time, how many did not, and how much of
    the game was told there.
    """
    counts = Counter(
        (one["seat"], one["closed"]) for one in questions if one["ask"] != Ask.INVITATION.value
    )
    for seat in session.scalars(select(SeatRow).where(col(SeatRow.game_id) == game)):
        seat.answered += counts[seat.seat, Closed.ANSWERED.value]
        seat.missed += counts[seat.seat, Closed.MISSED.value]
        seat.told = told(session, game, Seat(seat.seat))
    session.flush()


def _rows(session: Session, table: type[Any], game: int, but: ColumnElement[bool]) -> list[Any]:
    """The rows of a game that may go: none of them the newest of all, whose number would be given
    once more.
    """
    newest = select(func.max(table.id)).scalar_subquery()
    query = select(table).where(table.game_id == game, table.id < newest, ~but)
    return list(rows_of(session, query.order_by(table.id)))


def _say_no_more(session: Session, game: int) -> None:
    """Tell no table again what all who sit there were told, though those letters are gone."""
    news = (
        select(func.max(col(OutboxRow.id)))
        .where(col(OutboxRow.game_id) == game, col(OutboxRow.seat) >= 0)
        .where(col(OutboxRow.kind).in_(_NEWS), col(OutboxRow.state) == Sending.SENT.value)
        .group_by(col(OutboxRow.seat))
    )
    newest = session.scalars(news).all()
    if newest:
        said = (col(AnnouncementRow.game_id) == game, col(AnnouncementRow.after) < min(newest))
        session.execute(update(AnnouncementRow).where(*said).values(after=ALL_TOLD))


def _referred_to(table: type[Any], game: int) -> ColumnElement[bool]:
    """Whether a row outside of a game refers to one of its questions or mails."""
    elsewhere = col(OutboxRow.game_id).is_distinct_from(game)
    if table is QuestionRow:
        return or_(
            exists().where(col(OutboxRow.question_id) == table.id, elsewhere),
            exists().where(col(HintRow.question_id) == table.id),
        )
    return or_(
        exists().where(col(OutboxRow.inbound_id) == table.id, elsewhere),
        exists().where(col(HeldRow.inbound_id) == table.id),
    )


def _people(session: Session, game: int) -> set[int]:
    """Who has to do with a game, and so finds it again: players, organisers, watchers."""
    run = select(col(GameRow.organiser_id)).where(col(GameRow.id) == game)
    others = (
        select(col(table.player_id)).where(col(table.game_id) == game)
        for table in (SeatRow, RoleRow, WatcherRow)
    )
    return set(session.scalars(run.union(*others)))


def _numbers(table: type[Any], numbers: Collection[int]) -> Select[int | None]:
    return select(table.id).where(table.id.in_(numbers))
