"""The tables, one class a table. Rows only: only this room handles them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Column, UniqueConstraint
from sqlmodel import Field

from pbem.store.tables.row import NumberedRow, OfGameRow, TableRow


class GameRow(NumberedRow, table=True):
    """A game as its organiser set it up; `key` is the name without case, so that it is unique.

    With `follows` the hold follows the table: it is short while all answer at once.
    Of a hundred answers of whoever joins it, `reliable` must have come in time. The tables of a
    match play the same deals: they share the number of its first table, and the name by which
    their packs are shuffled; at `compared_at` all players of the match were told how it ended.
    """

    name: str
    key: str = Field(unique=True)
    stage: str = Field(index=True)
    preset: str
    rules: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    organiser_id: int = Field(foreign_key="player.id", index=True)
    answer_in: int
    hold: int
    follows: bool = False
    play_out: bool = False
    trial: bool = False
    weekends: bool = True
    days_off: list[list[str]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    away_days: int = 21
    spare_hours: int = 0
    pause_used: int = 0
    reliable: int = 0
    hints: bool = False
    watchers: str = "no"
    match_id: int | None = Field(default=None, index=True)
    shuffled_as: str | None = None
    compared_at: datetime | None = None
    league_id: int | None = Field(default=None, index=True)
    league_round: int | None = None
    league_level: int | None = None
    paused_at: datetime | None = None
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    closed_at: datetime | None = None


class OfferRow(OfGameRow, table=True):
    """A game that strangers may join until some moment, for a table of `room` players."""

    room: int
    until: datetime | None = Field(default=None, index=True)


class SeatRow(OfGameRow, table=True):
    """Who sits where, what the invitation was answered with, and at which level a computer plays,
    if one does.

    `told` is how much of the log the player knew when the game came from another server; at
    `result_at` the result of a deal is told, unless a question has told it before. Of the questions
    that are in the archive so many bids and cards were `answered` in time, and so many `missed`.
    """

    seat: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    said: str
    level: str | None = None
    left_at: datetime | None = None
    dropped_at: datetime | None = None
    told: int = 0
    result_at: datetime | None = Field(default=None, index=True)
    spare_used: int = 0
    answered: int = 0
    missed: int = 0


class RoleRow(OfGameRow, table=True):
    """What somebody is to a game beside its players: a `Role` of `pbem.domain.model`."""

    player_id: int = Field(foreign_key="player.id", primary_key=True, index=True)
    role: str = Field(primary_key=True)
    since: datetime


class SilenceRow(OfGameRow, table=True):
    """Whose words an organiser keeps from a table, and until when."""

    player_id: int = Field(foreign_key="player.id", primary_key=True)
    until: datetime


class WatcherRow(NumberedRow, table=True):
    """Who is sent each deal of a game without a seat in it, until `ended_at` if that is set.

    Of the log, `known` entries lay open when it began.
    """

    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    game_id: int = Field(foreign_key="game.id")
    player_id: int = Field(foreign_key="player.id", index=True)
    since: datetime
    known: int
    ended_at: datetime | None = None


class SeatOfferRow(NumberedRow, table=True):
    """A seat that somebody is asked to take in the place of who sits there.

    With `moved` both are one person at two addresses; with `dropped` who sits there has no say.
    Who has said yes at `said_at` begins `from_deal`, where that is settled. Who came along with a
    game from another server, where it stood so `as_of`, is asked about his own seat.
    """

    game_id: int = Field(foreign_key="game.id", index=True)
    holder_id: int = Field(foreign_key="player.id")
    newcomer_id: int = Field(foreign_key="player.id")
    moved: bool
    dropped: bool
    asked_at: datetime
    said_at: datetime | None = None
    from_deal: int | None = None
    as_of: datetime | None = None
    closed: str | None = Field(default=None, index=True)


class AdoptionRow(NumberedRow, table=True):
    """Who sits at `seat` wants to organise the game, which is so from `due_at` on, if enough agree
    and whoever organises it has not written until then.
    """

    game_id: int = Field(foreign_key="game.id", index=True)
    seat: int
    agreed: list[int] = Field(sa_column=Column(JSON, nullable=False))
    refused: list[int] = Field(sa_column=Column(JSON, nullable=False))
    asked_at: datetime
    due_at: datetime
    closed: str | None = Field(default=None, index=True)


class RollBackRow(NumberedRow, table=True):
    """What an organiser wants played again, from which entry of the log on, and who must agree."""

    game_id: int = Field(foreign_key="game.id", index=True)
    whole: bool
    number: int
    to: int
    because: str
    needed: list[int] = Field(sa_column=Column(JSON, nullable=False))
    agreed: list[int] = Field(sa_column=Column(JSON, nullable=False))
    asked_at: datetime
    closed: str | None = None


class RematchRow(OfGameRow, table=True):
    """Who wants to play an ended game again, by seat: `yes` or `no`; `next_id` is the new game."""

    said: dict[str, str] = Field(sa_column=Column(JSON, nullable=False))
    asked_at: datetime
    next_id: int | None = Field(default=None, foreign_key="game.id")


class DealReviewRow(OfGameRow, table=True):
    """What a seat should have done in a deal, which ended with an entry of the log.

    `found` is None as long as it is not worked out for the `nth` order of a mail, if one waits.
    """

    ended: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    deal: int
    inbound: int
    nth: int
    found: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))


class DealLuckRow(OfGameRow, table=True):
    """What the cards of a deal were worth, which ended with an entry of the log."""

    ended: int = Field(primary_key=True)
    found: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


class HintRow(TableRow, table=True):
    """A hint that is wanted for a question, for the `nth` order of a mail, until it is told."""

    question_id: int = Field(foreign_key="question.id", primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    inbound: int
    nth: int


class GameReviewRow(OfGameRow, table=True):
    """A game that a seat wants looked back at, for the `nth` order of a mail, until it is told."""

    seat: int = Field(primary_key=True)
    inbound: int
    nth: int


class PauseWishRow(NumberedRow, table=True):
    """A pause that a player proposes, from a day on or once all agree, and which seats agree."""

    game_id: int = Field(foreign_key="game.id", index=True)
    seat: int
    first: date | None = None
    days: int
    agreed: list[int] = Field(sa_column=Column(JSON, nullable=False))
    asked_at: datetime
    closed: str | None = None
