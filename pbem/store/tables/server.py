"""Tables of the server itself, and of what organisers have ordered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, LargeBinary
from sqlmodel import Field

from pbem.store.tables.row import NumberedRow, TableRow


class ActRow(NumberedRow, table=True):
    """What an organiser did: `line` as written, `what` came of it, to whom; at the command line
    nobody's name is known.

    It is taken back by the order `undo`, or by putting back the facts it has `changed`.
    """

    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
    player_id: int | None = Field(default=None, foreign_key="player.id")
    line: str
    what: str
    name: str
    done: bool
    at: datetime
    undo: str = ""
    changed: dict[str, Any] = Field(
        default_factory=dict, sa_column=Column(JSON, nullable=False, server_default="{}")
    )
    undone_at: datetime | None = None


class AnnouncementRow(NumberedRow, table=True):
    """What a whole table is told with its next mails: `what` is a `ToAll` of the domain.

    `after` is the newest mail of the game that was written before, `player_id` who says it as talk.
    """

    game_id: int = Field(foreign_key="game.id", index=True)
    what: str
    words: str
    other: str
    player_id: int | None = Field(default=None, foreign_key="player.id")
    after: int
    at: datetime


class ServerRow(TableRow, table=True):
    """Facts of the server itself, such as the key its tokens are made with."""

    name: str = Field(primary_key=True)
    value: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
