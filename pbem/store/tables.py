"""The tables, one class a table. Rows only: they never leave this folder."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, LargeBinary, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel


class PlayerRow(SQLModel, table=True):
    """A person with an address; `letters` and `rank_first` are how cards are written.

    `renewed` counts how often the codes that name no question were made worthless; `mailing` is
    what the player has said about mails, `digest` is how often, on which
    day and at which hour an organiser is told how all games stand. Since `agreed_at` it is known
    that whoever reads the address wants our mail.
    """

    __tablename__ = "player"
    id: int | None = Field(default=None, primary_key=True)
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
    digest: str = "weekly 0 8"
    digest_due: datetime | None = Field(default=None, index=True)
    created_at: datetime


class AliasRow(SQLModel, table=True):
    """Another address a player answers from; we never write to it."""

    __tablename__ = "alias"
    address: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    created_at: datetime


class ClockRow(SQLModel, table=True):
    """What a player's mails say of the clock there, in minutes from UTC.

    So many in a row say the same, from the day `first` to the moment `last`; `proposed_in` is the
    letter that has proposed a zone, `decided` tells that the player has set one.
    """

    __tablename__ = "clock"
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    minutes: int | None = None
    mails: int = 0
    first: date | None = None
    last: datetime | None = None
    proposed_in: str | None = None
    decided: bool = False


class HeldRow(SQLModel, table=True):
    """A mail whose player is asked at the registered address whether it is his."""

    __tablename__ = "held"
    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    game_id: int = Field(foreign_key="game.id")
    seat: int
    question_id: int | None = Field(default=None, foreign_key="question.id")
    inbound_id: int = Field(foreign_key="inbound.id")
    address: str
    asked_at: datetime
    closed: str | None = None


class MoveRow(SQLModel, table=True):
    """A player's change of address: confirmed from the new one, objectable from the old one."""

    __tablename__ = "move"
    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    game_id: int = Field(foreign_key="game.id")
    old: str
    new: str = Field(index=True)
    asked_at: datetime
    changed_at: datetime | None = None
    closed: str | None = None


class AskedBackRow(SQLModel, table=True):
    """An order that its player is asked about before it is done, in a letter of some game or none.

    `what` is a word of `pbem.table.powers`, `detail` the new address that it names, if it does.
    """

    __tablename__ = "asked_back"
    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    game_id: int | None = Field(default=None, foreign_key="game.id")
    what: str
    detail: str
    asked_at: datetime
    closed: str | None = None


class SignupRow(SQLModel, table=True):
    """Somebody who wants to be a player, and has been asked whether the address is his.

    `wish` is the open game in which a seat is wanted, empty if there is none.
    """

    __tablename__ = "signup"
    id: int | None = Field(default=None, primary_key=True)
    address: str = Field(index=True)
    name: str
    language: str
    asked_at: datetime
    closed: str | None = None
    wish: str = ""


class GameRow(SQLModel, table=True):
    """A game as its organiser set it up; `key` is the name without case, so that it is unique.

    With `follows` the hold follows the table: it is short while all answer at once.
    Of a hundred answers of whoever joins it, `reliable` must have come in time. The tables of a
    match play the same deals: they share the number of its first table, and the name by which
    their packs are shuffled; at `compared_at` all players of the match were told how it ended.
    """

    __tablename__ = "game"
    id: int | None = Field(default=None, primary_key=True)
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


class LeagueRow(SQLModel, table=True):
    """A season; its games name it. `told` is the last round of which all know how it ended."""

    __tablename__ = "league"
    id: int | None = Field(default=None, primary_key=True)
    name: str
    key: str = Field(unique=True)
    size: int
    rounds: int
    movers: int
    told: int = 0
    created_at: datetime


class OfferRow(SQLModel, table=True):
    """A game that strangers may join until some moment, for a table of `room` players."""

    __tablename__ = "offer"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    room: int
    until: datetime | None = Field(default=None, index=True)


class SeatRow(SQLModel, table=True):
    """Who sits where, what the invitation was answered with, and since when a computer plays.

    `told` is how much of the log the player knew when the game came from another server; at
    `result_at` the result of a deal is told, unless a question has told it before.
    """

    __tablename__ = "seat"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seat: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    said: str
    kept_since: datetime | None = None
    left_at: datetime | None = None
    dropped_at: datetime | None = None
    told: int = 0
    result_at: datetime | None = Field(default=None, index=True)
    spare_used: int = 0


class AbsenceRow(SQLModel, table=True):
    """Days a player is away from every table, both ends included."""

    __tablename__ = "absence"
    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    first: date
    last: date
    booked_at: datetime


class ActRow(SQLModel, table=True):
    """What an organiser did: `line` as written, `what` came of it, to whom; at the command line
    nobody's name is known.

    It is taken back by the order `undo`, or by putting back the facts it has `changed`.
    """

    __tablename__ = "act"
    id: int | None = Field(default=None, primary_key=True)
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


class AnnouncementRow(SQLModel, table=True):
    """What a whole table is told with its next mails: `what` is `words`, `seat` or `talk`.

    `after` is the newest mail of the game that was written before.
    """

    __tablename__ = "announcement"
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    what: str
    words: str
    other: str
    after: int
    at: datetime


class OrganiserRow(SQLModel, table=True):
    """Somebody who may give orders for a game beside the one who organises it."""

    __tablename__ = "organiser"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    player_id: int = Field(foreign_key="player.id", primary_key=True, index=True)


class StandbyRow(SQLModel, table=True):
    """Somebody who is ready to take a seat in a game."""

    __tablename__ = "standby"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    player_id: int = Field(foreign_key="player.id", primary_key=True, index=True)
    since: datetime


class SeatOfferRow(SQLModel, table=True):
    """A seat that somebody is asked to take in the place of who sits there.

    With `moved` both are one person at two addresses; with `dropped` who sits there has no say.
    Who has said yes at `said_at` begins `from_deal`, where that is settled. Who came along with a
    game from another server, where it stood so `as_of`, is asked about his own seat.
    """

    __tablename__ = "seat_offer"
    id: int | None = Field(default=None, primary_key=True)
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


class RollBackRow(SQLModel, table=True):
    """What an organiser wants played again, from which entry of the log on, and who must agree."""

    __tablename__ = "roll_back"
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    whole: bool
    number: int
    to: int
    because: str
    needed: list[int] = Field(sa_column=Column(JSON, nullable=False))
    agreed: list[int] = Field(sa_column=Column(JSON, nullable=False))
    asked_at: datetime
    closed: str | None = None


class RematchRow(SQLModel, table=True):
    """Who wants to play an ended game again, by seat: `yes` or `no`; `next_id` is the new game."""

    __tablename__ = "rematch"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    said: dict[str, str] = Field(sa_column=Column(JSON, nullable=False))
    asked_at: datetime
    next_id: int | None = Field(default=None, foreign_key="game.id")


class PauseWishRow(SQLModel, table=True):
    """A pause that a player proposes, from a day on or once all agree, and which seats agree."""

    __tablename__ = "pause_wish"
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat: int
    first: date | None = None
    days: int
    agreed: list[int] = Field(sa_column=Column(JSON, nullable=False))
    asked_at: datetime
    closed: str | None = None


class EventRow(SQLModel, table=True):
    """One entry of a game's log; the key `(game, seq)` is the lock two writers meet at.

    Others may know of it from `opens_at` on, or from `at` on.
    """

    __tablename__ = "event"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seq: int = Field(primary_key=True)
    turn: int
    actor: str
    seat: int | None = None
    kind: str
    data: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    at: datetime
    opens_at: datetime | None = None


class SecretRow(SQLModel, table=True):
    """The secret that fixes one shuffle; deal 0 is the draw for first dealer.

    `fingerprint` is what its mails announced; a deal older than fingerprints has none.
    """

    __tablename__ = "secret"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    deal: int = Field(primary_key=True)
    secret: bytes = Field(sa_column=Column(LargeBinary, nullable=False), repr=False)
    fingerprint: str | None = None


class WordRow(SQLModel, table=True):
    """A player's word for one shuffle."""

    __tablename__ = "word"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    deal: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    word: str
    at: datetime


class QuestionRow(SQLModel, table=True):
    """One decision asked of one seat, with its deadline, and what was asked back about it.

    So many `spare` hours were added to the deadline it had at first, `spare_from`; it was asked at
    a `live` table, whose players answer at once, and promised its answer a `hold` of some minutes.
    """

    __tablename__ = "question"
    __table_args__ = (Index("question_open", "closed", "due_at"),)
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat: int
    ask: str
    deal: int
    trick: int
    seq: int
    asked_at: datetime
    due_at: datetime | None = None
    remind_at: datetime | None = Field(default=None, index=True)
    closed: str | None = None
    closed_at: datetime | None = None
    answer: str | None = None
    spare_from: datetime | None = None
    spare: int = 0
    live: bool = False
    hold: int | None = None
    doubt: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON, nullable=True))


class PlanRow(SQLModel, table=True):
    """A change to what a seat has left with the server for one deal; the last of a part stands.

    `what` is empty when nothing stands any more; then `dropped` and `why` may tell what was not
    done. `seq` is how long the log is for whoever may know of it, `turn` the turn that made the
    change, if one did, so that an undo finds it. At `due_at` the turn it waits for has come.
    """

    __tablename__ = "plan"
    __table_args__ = (Index("plan_of_deal", "game_id", "deal"),)
    id: int | None = Field(default=None, primary_key=True)
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


class PolicyRow(SQLModel, table=True):
    """What a seat leaves to the server whenever its bid is made, missed, or needs every trick."""

    __tablename__ = "policy"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seat: int = Field(primary_key=True)
    state: str = Field(primary_key=True)
    policy: str


class InboundRow(SQLModel, table=True):
    """A mail as it came. `source` is the door; `place` tells where an IMAP server keeps it.

    `unanswered` says why an answer to it was held back, `player_id` whose mail it is, if known.
    `lane` is the game it is about as far as its codes tell: mails about one game keep their order.
    `attempts` is how often thinking about it has failed, `deaths` how often a kill cut that short,
    last at `died_at`.
    """

    __tablename__ = "inbound"
    __table_args__ = (
        UniqueConstraint("digest", "recipient", name="inbound_once"),
        Index("inbound_state", "state", "id"),
    )
    id: int | None = Field(default=None, primary_key=True)
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


class OutboxRow(SQLModel, table=True):
    """A mail to send, its bytes and Message-ID fixed when it was written. Nobody outside sees its
    `name`, which keeps the same mail from being written twice; mails of old have none.

    `seq` is the length of the log it tells, `turn` the turn that caused it, so that an undo finds
    the mails that must not leave. `inbound_id` is the mail that it answers, if it answers one.
    `bounced` are the points that its coming back has counted, `taken_by` is the server that sends
    it just now, `within` the mail that it goes with, 0 while that is not written. The `first`
    letters are those to who had agreed to nothing, `by_id` is whose order such a letter came from;
    nobody's if it was the operator's.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        Index("outbox_state", "state", "due_at"),
        Index("outbox_name", "name", unique=True),
        Index(
            "outbox_answers",
            "created_at",
            sqlite_where=text("inbound_id is not null"),
            postgresql_where=text("inbound_id is not null"),
        ),
        Index(
            "outbox_first",
            "created_at",
            sqlite_where=text("first"),
            postgresql_where=text("first"),
        ),
    )
    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    name: str | None = None
    kind: str
    player_id: int | None = Field(default=None, foreign_key="player.id")
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
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
    taken_by: str | None = None
    within: int | None = Field(default=None, index=True)
    first: bool = False
    by_id: int | None = None


class CodeRow(SQLModel, table=True):
    """What a code is about: the random part of the code, a purpose, and the number of a row."""

    __tablename__ = "code"
    __table_args__ = (UniqueConstraint("purpose", "number", name="code_once"),)
    signs: str = Field(primary_key=True, repr=False)
    purpose: str
    number: int = Field(sa_type=BigInteger)


class BounceRow(SQLModel, table=True):
    """An address from which mails came back; `stopped_at` is set when nothing more is sent there.

    `why` is what the server there said last.
    """

    __tablename__ = "bounce"
    address: str = Field(primary_key=True)
    points: int
    since: datetime
    at: datetime
    why: str
    stopped_at: datetime | None = None


class MailboxRow(SQLModel, table=True):
    """An IMAP folder we poll: mails up to `baseline` were there before us and are left alone."""

    __tablename__ = "mailbox"
    account: str = Field(primary_key=True)
    folder: str = Field(primary_key=True)
    uidvalidity: int = Field(sa_type=BigInteger)
    baseline: int = Field(sa_type=BigInteger)


class ServerRow(SQLModel, table=True):
    """Facts of the server itself, such as the key its tokens are made with."""

    __tablename__ = "server"
    name: str = Field(primary_key=True)
    value: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
