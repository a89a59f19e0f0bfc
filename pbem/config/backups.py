"""Copies of the database that the server makes by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Kept = Annotated[int, Field(ge=0, le=1000)]


class Backups(BaseModel):
    """A copy is made into `folder` `every` so many minutes.

    The newest one stays, and of the last days, weeks and months that have one the newest of each.
    The command `then` carries each off the machine.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: Path = Path("copies")
    every: Annotated[float, Field(ge=0.01, le=100_000)] = 1440
    daily: Kept = 7
    weekly: Kept = 4
    monthly: Kept = 12
    then: str | None = None
