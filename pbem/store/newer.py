"""What the package index said of newer versions, when it was asked last."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session

from pbem.domain.week import NewerVersion
from pbem.store.rows import read_row
from pbem.store.server import set_server_value
from pbem.store.tables.server import ServerRow

_NAME = "package index"


@dataclass(frozen=True, slots=True)
class IndexAsked:
    """When the index was asked last, by which version of the program, and whether it `answered`;
    the newer one it told of, if any.
    """

    at: datetime
    version: str
    answered: bool
    newer: NewerVersion | None = None


def index_asked(session: Session) -> IndexAsked | None:
    """What the index said last; None if it was never asked."""
    return read_row(session, ServerRow, _NAME, lambda row: _read(row.value))


def set_index_asked(session: Session, asked: IndexAsked) -> None:
    """Keep what the index said in the place of what it said before."""
    kept: dict[str, object] = {"at": asked.at.isoformat(), "version": asked.version}
    kept |= {"answered": asked.answered, "newer": None}
    if (newer := asked.newer) is not None:
        since = newer.since and newer.since.isoformat()
        kept["newer"] = {"version": newer.version, "since": since, "notes": newer.notes}
    set_server_value(session, _NAME, json.dumps(kept).encode())


def _read(value: bytes) -> IndexAsked:
    kept = json.loads(value)
    newer = None
    if (told := kept["newer"]) is not None:
        since = date.fromisoformat(told["since"]) if told["since"] else None
        newer = NewerVersion(told["version"], since, told["notes"])
    return IndexAsked(datetime.fromisoformat(kept["at"]), kept["version"], kept["answered"], newer)
