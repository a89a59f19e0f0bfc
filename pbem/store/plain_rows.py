"""Rows of tables as plain data, of which files are made, and rows of it again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, SQLModel

from pbem.store.rows import rows_of
from pbem.store.tables.log import EventRow, PlanRow, PolicyRow, SecretRow, WordRow

Plain = dict[str, Any]

OF_A_GAME: dict[str, type[SQLModel]] = {
    "log": EventRow,
    "secrets": SecretRow,
    "words": WordRow,
    "plans": PlanRow,
    "policies": PolicyRow,
}
"""What belongs to a game beside its seats, each row by row."""

_OURS = {"id", "key", "game_id", "player_id", "organiser_id", "match_id"}
_OURS |= {"league_id", "league_round", "league_level", "agreed_at", "answered", "missed"}
"""Numbers of this database, what follows from other fields, and what was said to this server."""


def plain_rows(session: Session, table: type[Any], game: int) -> list[Plain]:
    """The rows of a game, in the order they were written, each as `plain`."""
    query = select(table).where(table.game_id == game).order_by(*table.__table__.primary_key)
    names = kept_fields(table)
    return [fields_of(row, *names) for row in rows_of(session, query)]


def plain(row: SQLModel) -> Plain:
    """A row without what is only this database's; bytes as hexadecimal digits."""
    return fields_of(row, *kept_fields(type(row)))


def kept_fields(table: type[SQLModel]) -> list[str]:
    """What of the rows of a table is not only this database's."""
    return [name for name in table.model_fields if name not in _OURS]


def fields_of(row: Any, *names: str) -> Plain:
    """Some fields of a row; bytes as hexadecimal digits, times as ISO 8601 writes them."""
    return {name: _plain_value(getattr(row, name)) for name in names}


def _plain_value(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else value


def row_from(table: type[Any], told_of: Mapping[str, Any], **ours: object) -> Any:
    """A row of a table from plain data; ValueError if a field is none of it, or of another kind."""
    fields = table.model_fields
    strange = set(told_of) - set(fields) | set(told_of) & _OURS
    if strange:
        raise ValueError(f"unknown: {', '.join(sorted(strange))}")
    values = {
        name: bytes.fromhex(value) if fields[name].annotation is bytes else value
        for name, value in told_of.items()
    }
    return table.model_validate(values | ours)
