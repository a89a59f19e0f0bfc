"""What the server knows of the copies it makes: the newest whole one, and what fails."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from pbem.store.rows import read_row
from pbem.store.server import set_server_value
from pbem.store.tables.server import ServerRow

_NAME = "copies"


@dataclass(frozen=True, slots=True)
class Failing:
    """What has failed again and again since a moment, and why it did last."""

    since: datetime
    why: str

    def plain(self) -> dict[str, str]:
        """What is stored of it."""
        return {"since": self.since.isoformat(), "why": self.why}


@dataclass(frozen=True, slots=True)
class Copied:
    """The newest copy that was tried: when it was made, its file and its bytes.

    `begun` is when one was begun that is not made yet; `failing` why none can be made, `kept_here`
    why none can be carried off the machine.
    """

    made: datetime | None = None
    file: str = ""
    bytes: int = 0
    begun: datetime | None = None
    failing: Failing | None = None
    kept_here: Failing | None = None


def copied(session: Session) -> Copied:
    """What is known of the copies."""
    return read_row(session, ServerRow, _NAME, lambda row: _read(row.value)) or Copied()


def set_copied(session: Session, known: Copied) -> None:
    """Write down what is known of the copies."""
    kept = {
        "made": known.made and known.made.isoformat(),
        "file": known.file,
        "bytes": known.bytes,
        "begun": known.begun and known.begun.isoformat(),
        "failing": known.failing and known.failing.plain(),
        "kept_here": known.kept_here and known.kept_here.plain(),
    }
    set_server_value(session, _NAME, json.dumps(kept).encode())


def _read(value: bytes) -> Copied:
    kept = json.loads(value)
    return Copied(
        made=_moment(kept["made"]),
        file=kept["file"],
        bytes=kept["bytes"],
        begun=_moment(kept["begun"]),
        failing=_failing(kept["failing"]),
        kept_here=_failing(kept["kept_here"]),
    )


def _moment(kept: str | None) -> datetime | None:
    return datetime.fromisoformat(kept) if kept else None


def _failing(kept: dict[str, str] | None) -> Failing | None:
    return Failing(datetime.fromisoformat(kept["since"]), kept["why"]) if kept else None
