"""Copies of the database that the server makes by itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from pbem.config.part import SettingsPart


def _recipient(key: str) -> str:
    # Bech32: github.com/C2SP/C2SP/blob/main/age.md, "The X25519 recipient type".
    if not re.fullmatch(r"age1[02-9ac-hj-np-z]{58}", key):
        raise ValueError(
            "a public key like age1ql3z7hjy54pw... is needed, as `age-keygen` shows it"
        )
    return key


Kept = Annotated[int, Field(ge=0, le=1000)]


class Backups(SettingsPart):
    """A copy is made into `folder` `every` so many minutes.

    The newest one stays, and of the last days, weeks and months that have one the newest of each.
    Copies are encrypted for a `recipient`; the command `then` carries each off the machine. They
    are taken from `source` where that of the server leads through a pool of connections.
    """

    folder: Path = Path("copies")
    every: Annotated[float, Field(ge=0.01, le=100_000)] = 1440
    daily: Kept = 7
    weekly: Kept = 4
    monthly: Kept = 12
    then: str | None = None
    source: str | None = None
    recipient: Annotated[str, AfterValidator(_recipient)] | None = None
