"""Rows that are written unless they are there: the unique keys decide, whoever else writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from sqlmodel import Session, SQLModel


class InsertOnce:
    """Writes rows of one table by one statement, for either database."""

    def __init__(self, row: type[SQLModel]) -> None:
        self._row = row
        self._inserts: dict[str, Any] = {}

    def write(self, session: Session, values: Mapping[str, object]) -> bool:
        """Write a row, every column named; False if it is there already."""
        return self.write_all(session, [values]) == 1

    def write_all(self, session: Session, rows: Sequence[Mapping[str, object]]) -> int:
        """Write rows, every column of each named; how many of them were not there."""
        insert = self._insert(session.get_bind().dialect.name)
        rows = [dict(row) for row in rows]
        # psycopg counts what it wrote, but SQLAlchemy forgets it with the numbers of new rows.
        counted = {"preserve_rowcount": True}
        return session.connection().execute(insert, rows, execution_options=counted).rowcount

    def _insert(self, dialect: str) -> Any:
        """The statement as a database says it, of which alone the words are imported."""
        if dialect not in self._inserts:
            insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(self._row)
            self._inserts[dialect] = insert.on_conflict_do_nothing()
        return self._inserts[dialect]
