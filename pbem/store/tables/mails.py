"""Tables of mails, in and out, and of the codes in them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Column, Index, LargeBinary, Text, UniqueConstraint, text
from sqlmodel import Field

from pbem.store.tables.row import NumberedRow, TableRow


class InboundRow(NumberedRow, table=True):
    """A mail as it came. `source` is the receiver; `place` tells where an IMAP server keeps it.

    `unanswered` says why an answer to it was held back, `player_id` whose mail it is, if known.
    `lane` is the game it is about as far as its codes tell: mails about one game keep their order.
    `attempts` is how often thinking about it has failed, `deaths` how often a kill cut that short,
    last at `died_at`.
    """

    __table_args__ = (
        UniqueConstraint("digest", "recipient", name="inbound_once"),
        Index("inbound_state", "state", "id"),
    )
    source: str
    place: str | None = Field(default=None, unique=True)
    digest: str
    recipient: str
    mail_from: str
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    received_at: datetime
    state: str
    lane: int | None = None
    attempts: int = 0
    deaths: int = 0
    died_at: datetime | None = None
    outcomes: str | None = Field(default=None, sa_column=Column(Text))
    unanswered: str | None = None
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
    done_at: datetime | None = None


class OutboxRow(NumberedRow, table=True):
    """A mail to send, its bytes and Message-ID fixed when it was written. Nobody outside sees its
    `name`, which keeps the same mail from being written twice; mails of old have none.

    `seq` is the length of the log it tells, `turn` the turn that caused it, so that an undo finds
    the mails that must not leave. `inbound_id` is the mail that it answers, if it answers one.
    `bounced` are the points that its coming back has counted, of one that was `complained` about,
    too; `taken_by` is the server that sends
    it just now, `within` the mail that it goes with, 0 while that is not written. The `first`
    letters are those to who had agreed to nothing, `by_id` is whose order such a letter came from;
    nobody's if it was the operator's.
    """

    __table_args__ = (
        Index("outbox_state", "state", "due_at"),
        Index("outbox_name", "name", unique=True),
        Index("outbox_seat", "game_id", "seat", "state", "kind", "seq", "question_id"),
        Index("outbox_player", "player_id", "state"),
        # So on PostgreSQL, too, by the migrations; to say it here would load all of its dialect.
        Index("outbox_answers", "created_at", sqlite_where=text("inbound_id is not null")),
        Index("outbox_first", "created_at", sqlite_where=text("first")),
    )
    message_id: str = Field(unique=True)
    name: str | None = None
    kind: str
    player_id: int | None = Field(default=None, foreign_key="player.id")
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat: int | None = None
    question_id: int | None = Field(default=None, foreign_key="question.id", index=True)
    seq: int = 0
    turn: int | None = None
    inbound_id: int | None = Field(default=None, foreign_key="inbound.id", index=True)
    rcpt: str
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    state: str
    attempts: int = 0
    due_at: datetime
    created_at: datetime
    done_at: datetime | None = None
    error: str | None = Field(default=None, sa_column=Column(Text))
    bounced: int = 0
    complained: bool = False
    taken_by: str | None = None
    within: int | None = Field(default=None, index=True)
    first: bool = False
    by_id: int | None = None


class CodeRow(TableRow, table=True):
    """What a code is about: the random part of the code, a purpose, and the number of a row."""

    __table_args__ = (UniqueConstraint("purpose", "number", name="code_once"),)
    signs: str = Field(primary_key=True, repr=False)
    purpose: str
    number: int = Field(sa_type=BigInteger)


class BounceRow(TableRow, table=True):
    """An address from which mails came back; `stopped_at` is set when nothing more is sent there.

    `why` is what the server there said last.
    """

    address: str = Field(primary_key=True)
    points: int
    since: datetime
    at: datetime
    why: str
    stopped_at: datetime | None = None


class BounceToldRow(TableRow, table=True):
    """The organiser of a game was told at `at` that mail to an address comes back, and nothing
    since that it leaves again.
    """

    address: str = Field(primary_key=True)
    game_id: int = Field(primary_key=True, foreign_key="game.id")
    at: datetime


class MailboxRow(TableRow, table=True):
    """An IMAP folder we poll: mails up to `baseline` were there before us and are left alone."""

    account: str = Field(primary_key=True)
    folder: str = Field(primary_key=True)
    uidvalidity: int = Field(sa_type=BigInteger)
    baseline: int = Field(sa_type=BigInteger)
