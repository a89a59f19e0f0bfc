"""Tables of seasons and club nights; their games name them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Column, LargeBinary
from sqlmodel import Field

from pbem.store.tables.row import NumberedRow, TableRow


class LeagueRow(NumberedRow, table=True):
    """A season; its games name it. `told` is the last round of which all know how it ended.

    The tables of a club night are `drawn`, with exactly `size` at each where that is to be
    `exact`. Before its first draw, at `entry_until` at the latest, all who have entered are in
    drafts of round 0.
    """

    name: str
    key: str = Field(unique=True)
    size: int
    rounds: int
    movers: int
    told: int = 0
    drawn: bool = False
    exact: bool = False
    entry_until: datetime | None = Field(default=None, index=True)
    created_at: datetime


class DrawRow(TableRow, table=True):
    """The draw of a round: a secret whose fingerprint all know before it.

    Once it is drawn the numbers of the players who were there, in the order they entered; of those
    at each table, in that of the seats; and of those who rest.
    """

    league_id: int = Field(foreign_key="league.id", primary_key=True)
    round: int = Field(primary_key=True)
    secret: bytes = Field(sa_column=Column(LargeBinary, nullable=False), repr=False)
    fingerprint: str
    entered: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    tables: list[list[int]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    rests: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
