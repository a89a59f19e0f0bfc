"""The end of a server: on which day, how far it has come, and who is to be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Select, exists, func, select, union
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from pbem.domain.computers import HOUSE
from pbem.domain.model import Reply, Role, Stage
from pbem.store.inbound import Processing
from pbem.store.outbox import WAITING, Sending
from pbem.store.rows import any_row, change_rows
from pbem.store.sending import UNREACHABLE
from pbem.store.server import keep_fact, kept_fact
from pbem.store.tables.games import GameRow, RoleRow, SeatRow
from pbem.store.tables.leagues import LeagueRow
from pbem.store.tables.mails import InboundRow, OutboxRow
from pbem.store.tables.people import PlayerRow, ScoreSheetRow

_NAME = "farewell"
_LAST_LETTER = "last_letter"
TELLING = "server_ends"
"""The kind of the letter that tells the day, and all that changes about it."""

WEEK_BEFORE = timedelta(days=7)
"""So long before the end who still plays is told once more."""


class FarewellStage(StrEnum):
    """How far a farewell has come, in its order; one that is taken back is told and forgotten."""

    TOLD = "told"
    TAKEN_BACK = "taken back"
    STOPPING = "stopping"
    WRITING = "writing"
    LEAVING = "leaving"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Farewell:
    """The last `day` of a server, which ends `at` a moment of it, with the operator's `words`.

    It holds since some time. `after` is the highest number of a player who has been looked at in
    the round of letters under way, None between two; the last round began when it was `looked`.
    The last letters were `written` at a moment.
    """

    day: date
    at: datetime
    words: str
    since: datetime
    stage: FarewellStage = FarewellStage.TOLD
    after: int | None = None
    looked: datetime | None = None
    written: datetime | None = None

    @property
    def stands(self) -> bool:
        """Whether nothing new begins."""
        return self.stage is not FarewellStage.TAKEN_BACK

    @property
    def closed(self) -> bool:
        """Whether the last letter has left."""
        return self.stage is FarewellStage.CLOSED


def farewell(session: Session, *, change: bool = False) -> Farewell | None:
    """What is known of the server's end; None if it has none. To `change` it is to lock it."""
    kept = kept_fact(session, _NAME, change=change)
    if kept is None:
        return None
    moments = {
        name: datetime.fromisoformat(kept[name])
        for name in ("at", "since", "looked", "written")
        if kept[name]
    }
    return Farewell(
        **{
            **kept,
            **moments,
            "day": date.fromisoformat(kept["day"]),
            "stage": FarewellStage(kept["stage"]),
        }
    )


def ends_on(session: Session) -> date | None:
    """The day on which the server ends, after which nothing may begin; None if it goes on."""
    known = farewell(session)
    return known.day if known is not None and known.stands else None


def set_farewell(session: Session, known: Farewell | None) -> None:
    """Keep what is known of the server's end; None for a server that goes on."""
    keep_fact(session, _NAME, asdict(known) if known is not None else None)


_ASKED = (Stage.INVITING.value, Stage.PLAYING.value)
_LIVE = (Stage.DRAFT.value, *_ASKED)
_LEAGUES_GAME = aliased(GameRow)
_LAST_ROUND = (
    select(func.max(col(_LEAGUES_GAME.league_round)))
    .where(col(_LEAGUES_GAME.league_id) == col(LeagueRow.id))
    .scalar_subquery()
)
_IN_OPEN_LEAGUE = exists().where(
    col(LeagueRow.id) == col(GameRow.league_id),
    col(LeagueRow.rounds) > _LAST_ROUND,
    col(GameRow.league_round) == _LAST_ROUND,
)
_SEATED = (
    select(col(SeatRow.player_id))
    .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
    .where(~col(GameRow.trial), col(SeatRow.left_at).is_(None))
    .where(col(SeatRow.said) != Reply.NO.value)
)
_PLAYS = _SEATED.where(col(GameRow.stage).in_(_ASKED))
_OPEN = col(GameRow.stage).in_(_LIVE) | _IN_OPEN_LEAGUE
_HELPS = (
    select(col(RoleRow.player_id))
    .join(GameRow, col(GameRow.id) == col(RoleRow.game_id))
    .where(col(RoleRow.role) == Role.ORGANISER.value, _OPEN)
)
_WITH_PART = select(
    union(
        _PLAYS,
        _SEATED.where(_IN_OPEN_LEAGUE),
        select(col(GameRow.organiser_id)).where(~col(GameRow.trial), _OPEN),
        _HELPS,
        select(col(ScoreSheetRow.player_id)).where(
            col(ScoreSheetRow.ended_at).is_(None), col(ScoreSheetRow.over_at).is_(None)
        ),
    )
    .subquery()
    .c[0]
)
"""The numbers of who plays or organises an open game or league, or keeps an evening."""


def _readers(after: int, most: int) -> Select[Any]:
    """The numbers of people who have agreed to our mail, after some number."""
    agreed = (col(PlayerRow.agreed_at).is_not(None), col(PlayerRow.stopped_at).is_(None))
    return (
        select(col(PlayerRow.id))
        .where(col(PlayerRow.id) > after, *agreed, ~col(PlayerRow.address).endswith(HOUSE))
        .order_by(col(PlayerRow.id))
        .limit(most)
    )


def readers(session: Session, after: int, most: int) -> list[int]:
    """The next people who have agreed to our mail, after some number."""
    return list(session.scalars(_readers(after, most)))


def to_tell(session: Session, after: int, most: int) -> list[int]:
    """The next people who have a part in what is open, after some number."""
    return list(session.scalars(_readers(after, most).where(col(PlayerRow.id).in_(_WITH_PART))))


def told_since(session: Session, since: datetime, after: int, most: int) -> list[int]:
    """The next people who were told of the end after some time, after some number."""
    told = select(col(OutboxRow.player_id)).where(
        col(OutboxRow.kind) == TELLING, col(OutboxRow.created_at) >= since
    )
    return list(session.scalars(_readers(after, most).where(col(PlayerRow.id).in_(told))))


def last_told(session: Session, people: Sequence[int], since: datetime) -> dict[int, datetime]:
    """When some people were told of the end last, of those who were after some time."""
    query = (
        select(col(OutboxRow.player_id), func.max(col(OutboxRow.created_at)))
        .where(col(OutboxRow.player_id).in_(people), col(OutboxRow.kind) == TELLING)
        .where(col(OutboxRow.created_at) >= since)
        .group_by(col(OutboxRow.player_id))
    )
    return {row[0]: row[1] for row in session.execute(query)}


def open_games(session: Session, player: int) -> tuple[str, ...]:
    """The names of the open games that somebody plays in, oldest first."""
    named = _PLAYS.where(col(SeatRow.player_id) == player).with_only_columns(col(GameRow.name))
    return tuple(session.scalars(named.order_by(col(GameRow.id))))


def next_open(session: Session) -> int | None:
    """The first game that is not over, of practice, too; None if there is none."""
    live = select(col(GameRow.id)).where(col(GameRow.stage).in_(_LIVE))
    return session.scalar(live.order_by(col(GameRow.id)).limit(1))


def end_entries(session: Session) -> None:
    """Let no club night be drawn by itself any more."""
    change_rows(session, LeagueRow, col(LeagueRow.entry_until).is_not(None), entry_until=None)


def last_letters(session: Session, since: datetime) -> dict[Sending, int]:
    """How many last letters there are since some time, by what became of them."""
    query = (
        select(col(OutboxRow.state), func.count())
        .where(col(OutboxRow.kind) == _LAST_LETTER, col(OutboxRow.created_at) >= since)
        .group_by(col(OutboxRow.state))
    )
    return {Sending(state): count for state, count in session.execute(query)}


def all_has_left(session: Session) -> bool:
    """Whether no mail waits, in or out, but for addresses that nothing is sent to."""
    waits = (col(OutboxRow.state).in_(WAITING), col(OutboxRow.rcpt).not_in(UNREACHABLE))
    fresh = (col(InboundRow.state) == Processing.NEW.value, col(InboundRow.deaths) == 0)
    return not any_row(session, *waits) and not any_row(session, *fresh)
