"""What the rows of all tables are."""

from __future__ import annotations

import re

from sqlalchemy.orm import declared_attr
from sqlmodel import Field, SQLModel


class TableRow(SQLModel):
    """A row. Nobody validates one, so no validator is built when its table is declared."""

    model_config = {"defer_build": True}

    @declared_attr.directive
    @classmethod
    def __tablename__(cls) -> str:
        """The name of the table: that of its class without `Row`, as `seat_offer`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__.removesuffix("Row")).lower()


class NumberedRow(TableRow):
    """A row with a number of its own, given by the database when it is written."""

    id: int = Field(default=None, primary_key=True)


class OfGameRow(TableRow):
    """A row whose key is, or begins with, the number of its game."""

    game_id: int = Field(foreign_key="game.id", primary_key=True)
