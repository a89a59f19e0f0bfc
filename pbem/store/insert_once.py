"""Rows that are written unless they are there: the unique keys decide, whoever else writes."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel


class InsertOnce:
    """Writes rows of one table in one statement each, for either database."""

    def __init__(self, row: type[SQLModel]) -> None:
        key = row.__table__.primary_key.columns  # type: ignore[attr-defined]  # made by SQLModel
        self._inserts = {
            "postgresql": postgresql.insert(row).on_conflict_do_nothing().returning(*key),
            "sqlite": sqlite.insert(row).on_conflict_do_nothing().returning(*key),
        }

    def write(self, session: Session, values: Mapping[str, object]) -> bool:
        """Write a row, every column named; False if it is there already."""
        insert = self._inserts[session.get_bind().dialect.name]
        return session.connection().execute(insert, dict(values)).first() is not None
