"""What the rows of all tables are."""

from __future__ import annotations

from sqlmodel import SQLModel


class TableRow(SQLModel):
    """A row. Nobody validates one, so no validator is built when its table is declared."""

    model_config = {"defer_build": True}
