"""Who watches which game, and what they have been told of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Integer, bindparam, func, or_, select
from sqlmodel import Session, col

from pbem.domain.model import Stage
from pbem.domain.vocabulary import ToAll
from pbem.orders.keywords import Watchers
from pbem.store.mutes import MUTED
from pbem.store.outbox import Sending
from pbem.store.rows import add_row, change_row, change_rows, read_row, rows_of, value_of
from pbem.store.tables.games import GameRow, WatcherRow
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import PlayerRow
from pbem.store.tables.server import AnnouncementRow

_DEALS = ("deal_over", "digest")
"""The kinds of letters that tell watchers of a deal."""

_WATCHES = (col(WatcherRow.game_id) == bindparam("game"), col(WatcherRow.ended_at).is_(None))
WATCHED = select(col(WatcherRow.id)).where(*_WATCHES)
"""Those who watch a `game`."""

_WATCHERS = (
    select(col(PlayerRow.id), col(PlayerRow.name))
    .join(WatcherRow, col(WatcherRow.player_id) == col(PlayerRow.id))
    .where(*_WATCHES)
    .order_by(col(WatcherRow.since), col(WatcherRow.id))
)
_ONE = select(WatcherRow).where(
    col(WatcherRow.game_id) == bindparam("game"), col(WatcherRow.player_id) == bindparam("player")
)
_LETTERS = (
    col(OutboxRow.game_id) == bindparam("game"),
    col(OutboxRow.player_id) == bindparam("player"),
    col(OutboxRow.seat).is_(None),
    col(OutboxRow.kind).in_(_DEALS),
    col(OutboxRow.state) != Sending.SUPERSEDED.value,
)
_TOLD = select(func.max(col(OutboxRow.seq))).where(*_LETTERS)
_LAST = select(func.max(col(OutboxRow.id))).where(*_LETTERS).scalar_subquery()
_TALK = (
    select(col(AnnouncementRow.other), col(AnnouncementRow.words))
    .where(
        col(AnnouncementRow.game_id) == bindparam("game"),
        col(AnnouncementRow.what) == ToAll.TALK.value,
        col(AnnouncementRow.words) != "",
        ~MUTED,
        col(AnnouncementRow.at) > bindparam("since"),
        or_(_LAST.is_(None), col(AnnouncementRow.after) >= _LAST),
    )
    .order_by(col(AnnouncementRow.id))
)


_ENDED = (
    select(col(GameRow.id))
    .where(
        col(GameRow.stage) == Stage.OVER.value,
        col(GameRow.watchers) != Watchers.NO.value,
        ~col(GameRow.trial),
    )
    .order_by(col(GameRow.id).desc())
    .limit(bindparam("most", type_=Integer))
)


@dataclass(frozen=True, slots=True)
class Watcher:
    """One who watches a game, or has: of its log, `known` entries lay open when it began."""

    id: int
    game: int
    player: int
    since: datetime
    known: int
    ended_at: datetime | None

    @property
    def watches(self) -> bool:
        """Whether it goes on."""
        return self.ended_at is None


def ended(session: Session, most: int) -> list[int]:
    """The numbers of the games that are over and that others might watch, the newest first."""
    return list(session.scalars(_ENDED, {"most": most}))


def begin(session: Session, game: int, player: int, known: int, now: datetime) -> int:
    """Let somebody watch a game from now on; its number, the same each time."""
    found = watcher_of(session, game, player)
    values = {"since": now, "known": known, "ended_at": None}
    if found is None:
        return add_row(session, WatcherRow, game_id=game, player_id=player, **values).id
    change_row(session, WatcherRow, found.id, **values)
    return found.id


def end(session: Session, number: int, now: datetime) -> None:
    """Let somebody watch no longer."""
    change_row(session, WatcherRow, number, ended_at=now)


def end_all(session: Session, now: datetime, *, game: int | None = None, player: int = 0) -> None:
    """Let nobody watch a game any more, or somebody no game."""
    mine = col(WatcherRow.player_id) == player if game is None else col(WatcherRow.game_id) == game
    change_rows(session, WatcherRow, mine, col(WatcherRow.ended_at).is_(None), ended_at=now)


def watcher(session: Session, number: int) -> Watcher | None:
    """The one with this number, or None."""
    return read_row(session, WatcherRow, number, _watcher)


def watcher_of(session: Session, game: int, player: int) -> Watcher | None:
    """Whether somebody watches a game, or has; None if never."""
    found = rows_of(session, _ONE, {"game": game, "player": player})
    return _watcher(found[0]) if found else None


def watched_by(session: Session, player: int) -> list[Watcher]:
    """What somebody watches."""
    mine = select(WatcherRow).where(
        col(WatcherRow.player_id) == player, col(WatcherRow.ended_at).is_(None)
    )
    return [_watcher(row) for row in rows_of(session, mine.order_by(col(WatcherRow.id)))]


def watchers(session: Session, game: int) -> dict[int, str]:
    """The names of those who watch a game by their numbers, the one who has longest first."""
    return {row.id: row.name for row in rows_of(session, _WATCHERS, {"game": game})}


def told(session: Session, one: Watcher) -> int:
    """The length of the log that somebody who watches has been told of."""
    return max(value_of(session, _TOLD, _of(one)) or 0, one.known)


def talk(session: Session, one: Watcher) -> list[tuple[str, str]]:
    """What was said at the table since the last letter about a deal, and by whom."""
    rows = rows_of(session, _TALK, {**_of(one), "since": one.since})
    return [(row.other, row.words) for row in rows]


def _of(one: Watcher) -> dict[str, object]:
    return {"game": one.game, "player": one.player}


def _watcher(row: WatcherRow) -> Watcher:
    return Watcher(row.id, row.game_id, row.player_id, row.since, row.known, row.ended_at)
