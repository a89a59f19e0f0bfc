"""Games, seats and logs, in and out of the tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date, datetime
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from sqlalchemy import Text, bindparam, cast, func, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from engine import Level, Rules, Seat
from engine.as_json import rules_from_dict, rules_to_dict
from pbem.domain.deadlines import Span
from pbem.domain.model import Player, Reply, Stage, Table
from pbem.domain.setup import GameSetup
from pbem.orders.keywords import Watchers
from pbem.store.lookups import kept
from pbem.store.organiser_digests import organises
from pbem.store.people import PLAYER_COLUMNS, player_from
from pbem.store.rows import add_row, change_row, rows_of
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.people import AbsenceRow, PlayerRow

_ORGANISER = aliased(PlayerRow)
_PLAIN = [one.name for one in fields(GameSetup) if one.name not in ("rules", "days_off")]
_WIDTH = len(PLAYER_COLUMNS)
_TABLE = (
    select(
        *(getattr(_ORGANISER, name).label(f"organiser_{name}") for name in PLAYER_COLUMNS),
        *(getattr(PlayerRow, name).label(f"player_{name}") for name in PLAYER_COLUMNS),
        *(getattr(GameRow, name) for name in _PLAIN),
        cast(col(GameRow.rules), Text).label("rules"),
        col(GameRow.days_off),
        col(GameRow.name),
        col(GameRow.stage),
        col(GameRow.created_at),
        col(GameRow.started_at),
        col(GameRow.ended_at),
        col(GameRow.pause_used),
        col(GameRow.paused_at),
        col(GameRow.match_id),
        col(GameRow.shuffled_as),
        col(SeatRow.seat),
        col(SeatRow.said),
        col(SeatRow.spare_used),
        col(SeatRow.level),
        col(SeatRow.left_at),
        col(SeatRow.dropped_at),
        col(AbsenceRow.first),
        col(AbsenceRow.last),
    )
    .select_from(GameRow)
    .join(_ORGANISER, col(_ORGANISER.id) == col(GameRow.organiser_id))
    .outerjoin(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
    .outerjoin(PlayerRow, col(PlayerRow.id) == col(SeatRow.player_id))
    .outerjoin(AbsenceRow, col(AbsenceRow.player_id) == col(PlayerRow.id))
    .where(col(GameRow.id) == bindparam("game"))
    .order_by(col(SeatRow.seat), col(AbsenceRow.first), col(AbsenceRow.id))
)
"""All that a table is, a row for each seat and each of its days away."""


_SEATED_IN = (
    select(col(GameRow.id))
    .join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
    .where(col(SeatRow.player_id) == bindparam("player"))
    .order_by(col(GameRow.id))
)
_AT_STAGE = _SEATED_IN.where(col(GameRow.stage) == bindparam("stage"))


def create_game(
    session: Session,
    *,
    name: str,
    setup: GameSetup,
    organiser: Player,
    players: Sequence[Player],
    levels: Sequence[Level | None] = (),
    now: datetime,
) -> Table:
    """A new game whose players have been asked nothing yet; where there is a level, that of a
    computer, there is nothing to ask.

    The caller makes sure that no game has this name.
    """
    row = add_row(
        session,
        GameRow,
        name=name,
        key=name.casefold(),
        stage=Stage.INVITING,
        organiser_id=organiser.id,
        created_at=now,
        **_columns(setup),
    )
    organises(session, organiser.id)
    for seat, (player, level) in enumerate(zip_longest(players, levels)):
        session.add(seat_row(row.id, seat, player.id, level, now))
    session.flush()
    return load_table(session, row.id)


def seat_row(game: int, seat: int, player: int, level: Level | None, now: datetime) -> SeatRow:
    """A seat whose player has said nothing yet, or that is a computer's of some level."""
    row = SeatRow(game_id=game, seat=seat, player_id=player, said=Reply.NOTHING.value)
    if level is not None:
        row.said, row.level, row.left_at = Reply.YES.value, level.value, now
    return row


@kept(GameRow, SeatRow, PlayerRow, AbsenceRow)
def load_table(session: Session, game: int) -> Table:
    """The table of a game by its number; LookupError if there is none."""
    rows = rows_of(session, _TABLE, {"game": game})
    if not rows:
        raise LookupError(f"no game {game}")
    row = rows[0]
    seats: list[Any] = []
    players: list[Player] = []
    for one in rows:
        if one.seat is None:
            continue
        if not seats or seats[-1].seat != one.seat:
            seats.append(one)
            players.append(player_from(*one[_WIDTH : 2 * _WIDTH]))
        if one.first is not None:
            players[-1] = replace(players[-1], away=(*players[-1].away, Span(one.first, one.last)))
    return Table(
        id=game,
        name=row.name,
        stage=Stage(row.stage),
        setup=_setup(row),
        organiser=player_from(*row[:_WIDTH]),
        players=tuple(players),
        said=tuple(Reply(seat.said) for seat in seats),
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        pause_used=row.pause_used,
        spare_used=tuple(seat.spare_used for seat in seats),
        paused_at=row.paused_at,
        match=row.match_id,
        shuffled_as=row.shuffled_as or "",
        levels=tuple(Level(seat.level) if seat.level else None for seat in seats),
        left=frozenset(Seat(seat.seat) for seat in seats if seat.left_at is not None),
        dropped=frozenset(Seat(seat.seat) for seat in seats if seat.dropped_at is not None),
    )


def find_game(session: Session, name: str) -> int | None:
    """The number of the game with this name, whatever the case, or None."""
    query = select(col(GameRow.id)).where(col(GameRow.key) == name.casefold())
    return session.scalars(query).first()


def all_games(session: Session) -> list[int]:
    """The numbers of all games but trials, oldest first."""
    query = select(col(GameRow.id)).where(~col(GameRow.trial)).order_by(col(GameRow.id))
    return list(session.scalars(query))


def games_at(session: Session, *stages: Stage) -> list[int]:
    """The numbers of all games at some stages, trials too, oldest first."""
    where = col(GameRow.stage).in_([stage.value for stage in stages])
    query = select(col(GameRow.id)).where(where).order_by(col(GameRow.id))
    return list(session.scalars(query))


def stage_counts(session: Session) -> dict[str, int]:
    """How many games are at each stage, without trials."""
    query = select(col(GameRow.stage), func.count()).where(~col(GameRow.trial))
    query = query.group_by(col(GameRow.stage))
    return {row[0]: row[1] for row in session.execute(query)}


def games_of(session: Session, player: int, stage: Stage | None = None) -> list[int]:
    """The numbers of the games a player has a seat in, at some stage or at any, oldest first."""
    values = {"player": player, "stage": stage.value if stage else None}
    found = rows_of(session, _SEATED_IN if stage is None else _AT_STAGE, values)
    return [row.id for row in found]


def set_setup(session: Session, game: int, setup: GameSetup) -> None:
    """Other rules, or another pace, from now on; rules only for a game that has not begun."""
    change_row(session, GameRow, game, **_columns(setup))


def _columns(setup: GameSetup) -> dict[str, Any]:
    """A set-up as the columns of its game, each by the same name."""
    values = {one.name: getattr(setup, one.name) for one in fields(setup)}
    values["watchers"] = setup.watchers.value
    days_off = [[str(span.first), str(span.last)] for span in setup.days_off]
    return values | {"rules": rules_to_dict(setup.rules), "days_off": days_off}


def _setup(row: Any) -> GameSetup:
    values = {name: getattr(row, name) for name in _PLAIN}
    values["watchers"] = Watchers(values["watchers"])
    days_off = tuple(Span(*map(date.fromisoformat, days)) for days in row.days_off)
    return GameSetup(**values, rules=_rules(row.rules), days_off=days_off)


@lru_cache(maxsize=250)
def _rules(written: str) -> Rules:
    return rules_from_dict(json.loads(written))


def set_stage(session: Session, game: int, stage: Stage, now: datetime) -> None:
    """Move a game to another stage, with the time it did."""
    values: dict[str, object] = {"stage": stage.value}
    if stage is Stage.PLAYING:
        values |= {"started_at": now, "ended_at": None}
    elif stage in (Stage.OVER, Stage.CANCELLED):
        values["ended_at"] = now
    change_row(session, GameRow, game, **values)
