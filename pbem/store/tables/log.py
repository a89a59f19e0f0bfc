"""Tables of what happens in games: logs, shuffles, questions, plans."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, LargeBinary
from sqlmodel import Field

from pbem.store.tables.row import NumberedRow, OfGameRow


class EventRow(OfGameRow, table=True):
    """One entry of a game's log; the key `(game, seq)` is the lock two writers meet at.

    Others may know of it from `opens_at` on, or from `at` on.
    """

    seq: int = Field(primary_key=True)
    turn: int
    actor: str
    seat: int | None = None
    kind: str
    data: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    at: datetime
    opens_at: datetime | None = None


class SecretRow(OfGameRow, table=True):
    """The secret that fixes one shuffle; deal 0 is the draw for first dealer.

    `fingerprint` is what its mails announced; a deal older than fingerprints has none.
    """

    deal: int = Field(primary_key=True)
    secret: bytes = Field(sa_column=Column(LargeBinary, nullable=False), repr=False)
    fingerprint: str | None = None


class WordRow(OfGameRow, table=True):
    """A player's word for one shuffle."""

    deal: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    word: str
    at: datetime


class QuestionRow(NumberedRow, table=True):
    """One decision asked of one seat, with its deadline, and what was asked back about it.

    So many `spare` hours were added to the deadline it had at first, `spare_from`; it was asked at
    a `live` table, whose players answer at once, and promised its answer a `hold` of some minutes.
    """

    __table_args__ = (
        Index("question_open", "closed", "due_at"),
        Index("question_reminder", "closed", "remind_at"),
    )
    game_id: int = Field(foreign_key="game.id", index=True)
    seat: int
    ask: str
    deal: int
    trick: int
    seq: int
    asked_at: datetime
    due_at: datetime | None = None
    remind_at: datetime | None = None
    closed: str | None = None
    closed_at: datetime | None = None
    answer: str | None = None
    spare_from: datetime | None = None
    spare: int = 0
    live: bool = False
    hold: int | None = None
    doubt: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON, nullable=True))


class PlanRow(NumberedRow, table=True):
    """A change to what a seat has left with the server for one deal; the last of a part stands.

    `what` is empty when nothing stands any more; then `dropped` and `why` may tell what was not
    done. `seq` is how long the log is for whoever may know of it, `turn` the turn that made the
    change, if one did, so that an undo finds it. At `due_at` the turn it waits for has come.
    """

    __table_args__ = (Index("plan_of_deal", "game_id", "deal"),)
    game_id: int = Field(foreign_key="game.id")
    seat: int
    deal: int
    part: str
    what: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    dropped: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    why: str | None = None
    seq: int
    turn: int | None = None
    due_at: datetime | None = Field(default=None, index=True)


class PolicyRow(OfGameRow, table=True):
    """What a seat leaves to the server whenever its bid is made, missed, or needs every trick."""

    seat: int = Field(primary_key=True)
    state: str = Field(primary_key=True)
    policy: str


class ArchivedRow(OfGameRow, table=True):
    """A finished game whose log and questions are in a file of the archive, `bytes` long and with
    that `digest`, since `at`; how it ended is here, so that no file is read for standings.

    The copies that the server makes have the file in `pack`, where they have it.
    """

    file: str
    digest: str
    bytes: int
    result: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    at: datetime
    pack: str | None = Field(default=None, index=True)
