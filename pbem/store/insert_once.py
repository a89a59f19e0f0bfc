"""Rows that are written unless they are there: the unique keys decide, whoever else writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel


class InsertOnce:
    """Writes rows of one table by one statement, for either database."""

    def __init__(self, row: type[SQLModel]) -> None:
        self._inserts = {
            "postgresql": postgresql.insert(row).on_conflict_do_nothing(),
            "sqlite": sqlite.insert(row).on_conflict_do_nothing(),
        }

    def write(self, session: Session, values: Mapping[str, object]) -> bool:
        """Write a row, every column named; False if it is there already."""
        return self.write_all(session, [values]) == 1

    def write_all(self, session: Session, rows: Sequence[Mapping[str, object]]) -> int:
        """Write rows, every column of each named; how many of them were not there."""
        insert = self._inserts[session.get_bind().dialect.name]
        rows = [dict(row) for row in rows]
        # psycopg counts what it wrote, but SQLAlchemy forgets it with the numbers of new rows.
        counted = {"preserve_rowcount": True}
        return session.connection().execute(insert, rows, execution_options=counted).rowcount
