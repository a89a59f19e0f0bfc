"""What organisers did, and what a whole table is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, or_, select
from sqlmodel import Session, col

from engine import Seat
from pbem.domain.command_outcomes import CommandKind
from pbem.domain.vocabulary import ToAll
from pbem.store.mutes import MUTED
from pbem.store.outbox import NEWS, TELLING
from pbem.store.rows import add_row, any_row, change_row, is_one_of, rows_of
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import PlayerRow
from pbem.store.tables.server import ActRow, AnnouncementRow
from pbem.store.undoing import Changed


@dataclass(frozen=True, slots=True)
class Act:
    """One thing an organiser did; `who` is empty at the command line.

    `undo` is the order that takes it back, or else `changed` tells what to put back.
    """

    at: datetime
    who: str
    line: str
    what: str
    name: str
    done: bool
    id: int = 0
    undo: str = ""
    changed: Changed = field(default_factory=dict)
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Announced:
    """What a table is told: the words of its organiser, or as talk those of the player `other`.

    Where a seat is meant, the player `words` plays in the place of `other`; where the game has gone
    back, or a player is dropped, `words` is the reason. Of talk, `by` is the player's number.
    """

    what: ToAll
    words: str
    other: str = ""
    by: int | None = None


@dataclass(frozen=True, slots=True)
class TalkSaid:
    """What the player of number `by` has said to a table, and when."""

    at: datetime
    name: str
    words: str
    by: int | None


ALL_TOLD = -1
"""Stands for the newest mail before words that everybody at their table has been told."""

_LAST_NEWS = (
    select(func.max(col(OutboxRow.id)))
    .outerjoin(QuestionRow, col(QuestionRow.id) == col(OutboxRow.question_id))
    .where(*TELLING, is_one_of(OutboxRow.kind, (*NEWS, "game_news", "take_seat")))
    .scalar_subquery()
)
ANNOUNCED = (
    select(AnnouncementRow)
    .where(
        col(AnnouncementRow.game_id) == bindparam("game"),
        col(AnnouncementRow.words) != "",
        ~MUTED,
        col(AnnouncementRow.after) > ALL_TOLD,
        or_(_LAST_NEWS.is_(None), col(AnnouncementRow.after) >= _LAST_NEWS),
    )
    .order_by(col(AnnouncementRow.id))
)
"""What a `game` was told since the last news of a `seat`, without whom its `player` has muted."""


def note_act(session: Session, game: int | None, player: int | None, act: Act) -> int:
    """Write down what an organiser did; its number."""
    return add_row(
        session,
        ActRow,
        game_id=game,
        player_id=player,
        line=act.line,
        what=act.what,
        name=act.name,
        done=act.done,
        at=act.at,
        undo=act.undo,
        changed=dict(act.changed),
    ).id


def set_undone(session: Session, number: int, now: datetime) -> None:
    """Write down that something was taken back."""
    change_row(session, ActRow, number, undone_at=now)


def acts(session: Session, game: int) -> list[Act]:
    """What was done to a game, oldest first."""
    query = (
        select(ActRow, col(PlayerRow.name))
        .outerjoin(PlayerRow, col(PlayerRow.id) == col(ActRow.player_id))
        .where(col(ActRow.game_id) == game)
        .order_by(col(ActRow.id))
    )
    return [
        Act(
            *(row.at, who or "", row.line, row.what, row.name, row.done, row.id),
            *(row.undo, row.changed, row.undone_at is not None),
        )
        for row, who in session.execute(query)
    ]


def done_since(session: Session, game: int, what: CommandKind, since: datetime) -> bool:
    """Whether something was done to a game after a time."""
    return any_row(
        session,
        col(ActRow.game_id) == game,
        col(ActRow.done),
        col(ActRow.what) == what.value,
        col(ActRow.at) >= since,
    )


def announce(session: Session, game: int, said: Announced, now: datetime) -> int:
    """Tell a table something with its next mails; its number."""
    newest = select(func.max(col(OutboxRow.id))).where(col(OutboxRow.game_id) == game)
    return add_row(
        session,
        AnnouncementRow,
        game_id=game,
        what=said.what.value,
        words=said.words,
        other=said.other,
        player_id=said.by,
        after=session.scalar(newest) or 0,
        at=now,
    ).id


def talk_since(session: Session, game: int, since: datetime) -> list[TalkSaid]:
    """What players have said to a table since some time and not taken back, oldest first."""
    query = (
        select(AnnouncementRow)
        .where(
            col(AnnouncementRow.game_id) == game,
            col(AnnouncementRow.what) == ToAll.TALK.value,
            col(AnnouncementRow.words) != "",
            col(AnnouncementRow.at) > since,
        )
        .order_by(col(AnnouncementRow.id))
    )
    return [TalkSaid(one.at, one.other, one.words, one.player_id) for one in session.scalars(query)]


def announcement(session: Session, number: int) -> tuple[int, Announced] | None:
    """The game that is told something, and what; None if it is taken back."""
    row = session.get(AnnouncementRow, number)
    return (row.game_id, _said(row)) if row is not None and row.words else None


def unsay(session: Session, number: int) -> None:
    """Take back what a table is told, from whoever has not been told yet."""
    change_row(session, AnnouncementRow, number, words="")


def announced(session: Session, game: int, seat: Seat, player: int) -> tuple[Announced, ...]:
    """What the table was told since this seat's last news, oldest first, as its player wants it."""
    rows = rows_of(session, ANNOUNCED, {"game": game, "seat": seat, "player": player})
    return tuple(map(_said, rows))


def _said(row: Any) -> Announced:
    return Announced(ToAll(row.what), row.words, row.other, row.player_id)
