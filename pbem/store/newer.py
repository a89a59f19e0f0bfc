"""What the package index said of newer versions, when it was asked last."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date, datetime

from sqlmodel import Session

from pbem.domain.week import NewerVersion
from pbem.store.server import keep_fact, kept_fact

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
    kept = kept_fact(session, _NAME)
    if kept is None:
        return None
    newer = None
    if (told := kept["newer"]) is not None:
        since = date.fromisoformat(told["since"]) if told["since"] else None
        newer = NewerVersion(told["version"], since, told["notes"])
    return IndexAsked(datetime.fromisoformat(kept["at"]), kept["version"], kept["answered"], newer)


def set_index_asked(session: Session, asked: IndexAsked) -> None:
    """Keep what the index said in the place of what it said before."""
    keep_fact(session, _NAME, asdict(asked))
