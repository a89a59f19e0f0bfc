"""Tables of people, their addresses, and what they were asked about themselves."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Column
from sqlmodel import Field

from pbem.orders.keywords import DIGEST_DAY, DIGEST_HOUR
from pbem.store.tables.row import NumberedRow, TableRow


class PlayerRow(NumberedRow, table=True):
    """A person with an address; `letters` and `rank_first` are how cards are written.

    `renewed` counts how often the codes that name no question were made worthless; `mailing` is
    what the player has said about mails, `digest` is how often, on which
    day and at which hour an organiser is told how all games stand. Since `agreed_at` it is known
    that whoever reads the address wants our mail.
    """

    name: str
    address: str = Field(unique=True)
    language: str
    zone: str
    letters: str | None = None
    rank_first: bool | None = None
    reminders: int = 1
    agreed_at: datetime | None = None
    stopped_at: datetime | None = None
    forgotten_at: datetime | None = None
    renewed: int = 0
    mailing: dict[str, str] = Field(
        default_factory=dict, sa_column=Column(JSON, nullable=False, server_default="{}")
    )
    digest: str = f"weekly {DIGEST_DAY} {DIGEST_HOUR}"
    digest_due: datetime | None = Field(default=None, index=True)
    created_at: datetime


class AliasRow(TableRow, table=True):
    """Another address a player answers from; we never write to it."""

    address: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    created_at: datetime


class ClockRow(TableRow, table=True):
    """What a player's mails say of the clock there, in minutes from UTC.

    So many in a row say the same, from the day `first` to the moment `last`; `proposed_in` is the
    letter that has proposed a zone, `decided` tells that the player has set one.
    """

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    minutes: int | None = None
    mails: int = 0
    first: date | None = None
    last: datetime | None = None
    proposed_in: str | None = None
    decided: bool = False


class HeldRow(NumberedRow, table=True):
    """A mail whose player is asked at the registered address whether it is his."""

    player_id: int = Field(foreign_key="player.id", index=True)
    game_id: int = Field(foreign_key="game.id")
    seat: int
    question_id: int | None = Field(default=None, foreign_key="question.id")
    inbound_id: int = Field(foreign_key="inbound.id")
    address: str
    asked_at: datetime
    closed: str | None = None


class AddressChangeRow(NumberedRow, table=True):
    """A player's change of address: confirmed from the new one, objectable from the old one."""

    __tablename__ = "move"
    player_id: int = Field(foreign_key="player.id", index=True)
    game_id: int = Field(foreign_key="game.id")
    old: str
    new: str = Field(index=True)
    asked_at: datetime
    changed_at: datetime | None = None
    closed: str | None = None


class AskedBackRow(NumberedRow, table=True):
    """An order that its player is asked about before it is done, in a letter of some game or none.

    `what` is a word of `pbem.domain.code_powers`, `detail` the new address, if it names one.
    """

    player_id: int = Field(foreign_key="player.id", index=True)
    game_id: int | None = Field(default=None, foreign_key="game.id")
    what: str
    detail: str
    asked_at: datetime
    closed: str | None = None


class SignupRow(NumberedRow, table=True):
    """Somebody who wants to be a player, and has been asked whether the address is his.

    `wish` is the open game in which a seat is wanted, or with `watches` the game to be watched;
    empty if there is none.
    """

    address: str = Field(index=True)
    name: str
    language: str
    asked_at: datetime
    closed: str | None = None
    wish: str = ""
    watches: bool = False


class AbsenceRow(NumberedRow, table=True):
    """Days a player is away from every table, both ends included."""

    player_id: int = Field(foreign_key="player.id", index=True)
    first: date
    last: date
    booked_at: datetime


class MuteRow(TableRow, table=True):
    """Somebody whose words are left out of a player's letters."""

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    muted_id: int = Field(primary_key=True, foreign_key="player.id")
    muted_at: datetime


class BlockRow(TableRow, table=True):
    """An address, or a domain behind its @, that the operator has shut out, and the words why."""

    pattern: str = Field(primary_key=True)
    words: str
    blocked_at: datetime


class ScoreSheetRow(NumberedRow, table=True):
    """An evening at a table with real cards: who keeps its scores, and what was written down.

    `deals` are lists of bids and of tricks, by `names`; nobody keeps it by mail where `player_id`
    is None. It was `ended_at` some time before its last deal, and `over_at` the first it was over.
    It counts for a league, if any is named.
    """

    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    name: str
    key: str = Field(index=True)
    preset: str
    rules: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    names: list[str] = Field(sa_column=Column(JSON, nullable=False))
    deals: list[Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime
    ended_at: datetime | None = None
    over_at: datetime | None = None
    league_id: int | None = Field(default=None, index=True)


class ScoreSeatRow(NumberedRow, table=True):
    """A person at such an evening, by the keeper's words; since `confirmed_at` by her own, too.

    The sheet was sent there at `told_at`.
    """

    sheet_id: int = Field(foreign_key="score_sheet.id", index=True)
    seat: int
    player_id: int = Field(foreign_key="player.id", index=True)
    told_at: datetime | None = None
    confirmed_at: datetime | None = None
