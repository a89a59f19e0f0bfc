"""Leagues, in and out of their table; who plays in them is what their games tell."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, exists, func, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from pbem.domain.model import Stage
from pbem.store.roles import helped_by
from pbem.store.rows import add_row, any_row, change_row, change_rows, first_row
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.leagues import LeagueRow

_LIVE = tuple(stage.value for stage in (Stage.DRAFT, Stage.INVITING, Stage.PLAYING))


@dataclass(frozen=True, slots=True)
class League:
    """A season: tables of about `size`, so many `rounds`, and `movers` up and down after each.

    `told` is the last round of which all have heard how it ended. The tables of a club night are
    `drawn` instead, with `exact`ly so many at each, first at `entry_until` if that is still to come
    by itself.
    """

    id: int
    name: str
    size: int
    rounds: int
    movers: int
    told: int
    drawn: bool
    exact: bool
    entry_until: datetime | None


def create(
    session: Session,
    name: str,
    *,
    size: int,
    rounds: int,
    movers: int,
    now: datetime,
    drawn: bool = False,
    exact: bool = False,
    entry_until: datetime | None = None,
) -> League:
    """A new league; the caller makes sure that none has this name."""
    return _league(
        add_row(
            session,
            LeagueRow,
            name=name,
            key=name.casefold(),
            size=size,
            rounds=rounds,
            movers=movers,
            drawn=drawn,
            exact=exact,
            entry_until=entry_until,
            created_at=now,
        )
    )


def find_league(session: Session, name: str) -> League | None:
    """The league with this name, whatever the case, or None."""
    return first_row(
        session, select(LeagueRow).where(col(LeagueRow.key) == name.casefold()), _league
    )


def league_name(session: Session, number: int) -> str:
    """What the league with this number is called."""
    return session.get_one(LeagueRow, number).name


def all_leagues(session: Session) -> list[League]:
    """All leagues, oldest first."""
    return [_league(row) for row in session.scalars(select(LeagueRow).order_by(col(LeagueRow.id)))]


def leagues_of(session: Session, player: int) -> list[League]:
    """The leagues that somebody plays in or organises."""
    sits = select(col(SeatRow.game_id)).where(col(SeatRow.player_id) == player)
    mine = select(col(GameRow.league_id)).where(
        or_(
            col(GameRow.organiser_id) == player,
            col(GameRow.id).in_(sits),
            col(GameRow.id).in_(helped_by([player])),
        )
    )
    query = select(LeagueRow).where(col(LeagueRow.id).in_(mine)).order_by(col(LeagueRow.id))
    return [_league(row) for row in session.scalars(query)]


def organised_leagues(session: Session, player: int) -> list[League]:
    """The leagues that somebody organises."""
    mine = select(col(GameRow.league_id)).where(
        or_(col(GameRow.organiser_id) == player, col(GameRow.id).in_(helped_by([player])))
    )
    query = select(LeagueRow).where(col(LeagueRow.id).in_(mine)).order_by(col(LeagueRow.id))
    return [_league(row) for row in session.scalars(query)]


def set_place(session: Session, game: int, league: int, number: int, level: int) -> None:
    """Make a game that of a level in a round of a league, both counted from 1."""
    change_row(session, GameRow, game, league_id=league, league_round=number, league_level=level)


def in_league(session: Session, game: int) -> bool:
    """Whether a game is one of a league."""
    return any_row(session, col(GameRow.id) == game, col(GameRow.league_id).is_not(None))


def entered_for(session: Session, game: int) -> str:
    """The club night for whose first draw a draft keeps people; empty if it is none of those."""
    query = (
        select(col(LeagueRow.name))
        .join(GameRow, col(GameRow.league_id) == col(LeagueRow.id))
        .where(col(GameRow.id) == game, col(GameRow.league_round) == 0)
    )
    return session.scalar(query) or ""


# Asked at every tick, as what is untold.
_ENTRY_OVER = (
    select(LeagueRow)
    .where(col(LeagueRow.entry_until) <= bindparam("now"))
    .order_by(col(LeagueRow.id))
    .limit(1)
)


def entry_over(session: Session, now: datetime) -> League | None:
    """A club night that is to be drawn for the first time by now, or None."""
    return first_row(session, _ENTRY_OVER, _league, {"now": now})


def end_entry(session: Session, league: int) -> bool:
    """Let a club night be drawn no more by itself; False if it is to be no more already."""
    still = (col(LeagueRow.id) == league, col(LeagueRow.entry_until).is_not(None))
    return change_rows(session, LeagueRow, *still, entry_until=None) == 1


def last_round(session: Session, league: int) -> int:
    """The number of the round that was set up last; 0 if none was."""
    query = select(func.max(col(GameRow.league_round))).where(col(GameRow.league_id) == league)
    return session.scalar(query) or 0


def tables_of(session: Session, league: int, number: int) -> list[int]:
    """The games of a round, the top level first."""
    query = select(col(GameRow.id)).where(
        col(GameRow.league_id) == league, col(GameRow.league_round) == number
    )
    return list(session.scalars(query.order_by(col(GameRow.league_level))))


_GAME = aliased(GameRow)
_LAST = (
    select(func.max(col(_GAME.league_round)))
    .where(col(_GAME.league_id) == col(LeagueRow.id))
    .scalar_subquery()
)
_PLAYS = exists().where(col(GameRow.league_id) == col(LeagueRow.id), col(GameRow.stage).in_(_LIVE))
# Asked at every tick: made anew each time it would take ten times as long as the database does.
_UNTOLD = select(LeagueRow, _LAST).where(col(LeagueRow.told) < _LAST, ~_PLAYS)


def untold(session: Session) -> list[tuple[League, int]]:
    """The leagues whose last round has ended without anybody having heard so, and that round."""
    return [(_league(row), number) for row, number in session.execute(_UNTOLD)]


def set_told(session: Session, league: int, number: int) -> None:
    """Write down that all have heard how a round ended."""
    change_row(session, LeagueRow, league, told=number)


def _league(row: LeagueRow) -> League:
    return League(
        *(row.id, row.name, row.size, row.rounds, row.movers, row.told),
        drawn=row.drawn,
        exact=row.exact,
        entry_until=row.entry_until,
    )
