"""Games for oneself: which are open, how many there were, and wiping what is over."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Select, select
from sqlmodel import Session, col

from pbem.domain.model import Closed, Stage
from pbem.domain.setup import TEST_PRESET
from pbem.store.rows import change_row, change_rows, count_rows, delete_rows
from pbem.store.tables.games import (
    DealLuckRow,
    DealReviewRow,
    GameReviewRow,
    GameRow,
    HintRow,
    SeatRow,
)
from pbem.store.tables.log import EventRow, PlanRow, PolicyRow, QuestionRow, SecretRow, WordRow
from pbem.store.tables.server import AnnouncementRow

_WITH_CARDS = (
    *(EventRow, SecretRow, WordRow, PlanRow, PolicyRow, AnnouncementRow),
    *(DealLuckRow, DealReviewRow, GameReviewRow, HintRow),
)


def open_trial(session: Session, player: int, *, tests: bool) -> int | None:
    """The number of the trial of one kind that a player is in the middle of, or None."""
    query = _trials_of(player, tests=tests).where(col(GameRow.stage) == Stage.PLAYING.value)
    return session.scalars(query).first()


def trials_since(session: Session, player: int, since: datetime, *, tests: bool) -> int:
    """How many trials of one kind a player has begun since then."""
    query = _trials_of(player, tests=tests).where(col(GameRow.created_at) > since)
    return len(session.scalars(query).all())


def trial_name(session: Session, word: str) -> str:
    """A name with a word that no game has."""
    number = count_rows(session, col(GameRow.trial)) + 1
    while session.scalar(
        select(col(GameRow.id)).where(col(GameRow.key) == f"{word.lower()} {number}")
    ):
        number += 1
    return f"{word} {number}"


def end_trial(session: Session, game: int, now: datetime) -> None:
    """End a trial in silence: nothing is asked any more."""
    open_ = (col(QuestionRow.game_id) == game, col(QuestionRow.closed).is_(None))
    change_rows(session, QuestionRow, *open_, closed=Closed.VOID.value, closed_at=now)
    change_row(session, GameRow, game, stage=Stage.CANCELLED.value, ended_at=now)


def wipe_trials(session: Session, before: datetime) -> int:
    """Take the cards and secrets of trials away that ended before then; of how many.

    Their numbers stay, so that no code of theirs ever names another game.
    """
    over = select(col(GameRow.id)).where(
        col(GameRow.trial),
        col(GameRow.stage).in_((Stage.OVER.value, Stage.CANCELLED.value)),
        col(GameRow.ended_at) < before,
        col(GameRow.closed_at).is_(None),
    )
    games = list(session.scalars(over))
    for row in _WITH_CARDS:
        delete_rows(session, row, col(row.game_id).in_(games))
    change_rows(
        session,
        GameRow,
        col(GameRow.id).in_(games),
        stage=Stage.CANCELLED.value,
        started_at=None,
        closed_at=before,
    )
    return len(games)


def _trials_of(player: int, *, tests: bool) -> Select[int | None]:
    return (
        select(col(GameRow.id))
        .join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
        .where(col(SeatRow.player_id) == player, col(GameRow.trial))
        .where((col(GameRow.preset) == TEST_PRESET) == tests)
    )
