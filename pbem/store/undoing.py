"""What an order of an organiser may change and be taken back: as facts, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import Integer, bindparam, func, select
from sqlmodel import Session, col

from pbem.domain.deadlines import Span
from pbem.store.absences import set_absences
from pbem.store.lookups import kept
from pbem.store.organiser_digests import set_digest
from pbem.store.questions import open_rows
from pbem.store.rows import change_row, delete_rows, rows_of
from pbem.store.tables.games import GameRow, RoleRow, SeatRow
from pbem.store.tables.log import QuestionRow
from pbem.store.tables.mails import OutboxRow
from pbem.store.tables.people import AbsenceRow, PlayerRow
from pbem.store.tables.server import AnnouncementRow

Facts = dict[str, Any]
Changed = Mapping[str, Any]
"""The facts that have changed, each as a pair: before and after."""

_COLUMNS = (
    *("preset", "rules", "answer_in", "hold", "follows", "reliable", "hints", "watchers"),
    *("stage", "key"),
)
_TIMES = ("closed_at", "ended_at")
_GAME = bindparam("game", type_=Integer)
_SETTINGS = select(*(getattr(GameRow, name) for name in (*_COLUMNS, *_TIMES))).where(
    col(GameRow.id) == _GAME
)
_DIGEST = select(col(PlayerRow.digest), col(PlayerRow.digest_due)).where(
    col(PlayerRow.id) == bindparam("organiser", type_=Integer)
)
_SEATED = select(col(SeatRow.player_id)).where(col(SeatRow.game_id) == _GAME)
_AWAY = (
    select(col(AbsenceRow.player_id), col(AbsenceRow.first), col(AbsenceRow.last))
    .where(col(AbsenceRow.player_id).in_(_SEATED))
    .order_by(col(AbsenceRow.first), col(AbsenceRow.id))
)
_ROLES = select(col(RoleRow.role), col(RoleRow.player_id), col(RoleRow.since)).where(
    col(RoleRow.game_id) == _GAME
)
_ANNOUNCED = select(col(AnnouncementRow.id)).where(col(AnnouncementRow.game_id) == _GAME)


def facts(session: Session, game: int, organiser: int) -> Facts:
    """What can be put back about a game and its organiser, as plain data."""
    return {
        "game": _settings(session, game),
        "dues": _dues(session, game),
        "away": _away(session, game),
        "roles": _roles(session, game),
        "digest": _digest(session, organiser),
        "announced": _announced(session, game),
    }


@kept(GameRow)
def _settings(session: Session, game: int) -> Facts:
    [row] = rows_of(session, _SETTINGS, {"game": game})
    times = {name: _plain(getattr(row, name)) for name in _TIMES}
    return {name: getattr(row, name) for name in _COLUMNS} | times


def _dues(session: Session, game: int) -> dict[str, list[str | None]]:
    return {
        str(one.id): [_plain(one.due_at), _plain(one.remind_at)] for one in open_rows(session, game)
    }


@kept(SeatRow, AbsenceRow)
def _away(session: Session, game: int) -> dict[str, list[list[str]]]:
    spans: dict[str, list[list[str]]] = {}
    for one in rows_of(session, _AWAY, {"game": game}):
        spans.setdefault(str(one.player_id), []).append([str(one.first), str(one.last)])
    return spans


@kept(RoleRow)
def _roles(session: Session, game: int) -> list[list[Any]]:
    roles = rows_of(session, _ROLES, {"game": game})
    return sorted([one.role, one.player_id, one.since.isoformat()] for one in roles)


@kept(PlayerRow)
def _digest(session: Session, organiser: int) -> list[Any]:
    [row] = rows_of(session, _DIGEST, {"organiser": organiser})
    return [organiser, row.digest, _plain(row.digest_due)]


@kept(AnnouncementRow)
def _announced(session: Session, game: int) -> list[int]:
    return sorted(one.id for one in rows_of(session, _ANNOUNCED, {"game": game}))


def changes(before: Facts, after: Facts) -> Facts:
    """Which facts are not as they were."""
    return {name: [before[name], after[name]] for name in before if before[name] != after[name]}


def still_so(session: Session, game: int, organiser: int, changed: Changed) -> bool:
    """Whether nothing has changed again since, and no mail has told what was announced."""
    now = facts(session, game, organiser)
    if "announced" in changed:
        last = session.get(AnnouncementRow, max(changed["announced"][1]))
        told = select(func.max(col(OutboxRow.id))).where(
            col(OutboxRow.game_id) == game, col(OutboxRow.seat).is_not(None)
        )
        if last is None or last.after < (session.scalar(told) or 0):
            return False
    return all(now.get(name) == pair[1] for name, pair in changed.items())


def put_back(session: Session, game: int, changed: Changed, now: datetime) -> None:
    """Make the changed facts what they were."""
    for name, (before, after) in changed.items():
        match name:
            case "game":
                times = {one: _time(before[one]) for one in _TIMES}
                values = {one: before[one] for one in _COLUMNS} | times
                change_row(session, GameRow, game, **values)
            case "dues":
                for number, (due, remind) in before.items():
                    values = {"due_at": _time(due), "remind_at": _time(remind)}
                    change_row(session, QuestionRow, int(number), **values)
            case "away":
                for player in {*before, *after}:
                    days = [Span(*map(date.fromisoformat, one)) for one in before.get(player, [])]
                    set_absences(session, int(player), days, now)
            case "roles":
                delete_rows(session, RoleRow, col(RoleRow.game_id) == game)
                for role, player, since in before:
                    at = datetime.fromisoformat(since)
                    session.add(RoleRow(game_id=game, player_id=player, role=role, since=at))
            case "digest":
                player, how, due = before
                set_digest(session, player, how, _time(due))
            case _:
                new = set(after) - set(before)
                delete_rows(session, AnnouncementRow, col(AnnouncementRow.id).in_(new))
    session.flush()
    session.expire_all()


def _plain(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _time(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None
