"""What the server knows of the copies it makes: the newest whole one, and what fails."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlmodel import Session

from pbem.store.server import keep_fact, kept_fact

_NAME = "copies"


@dataclass(frozen=True, slots=True)
class Failing:
    """What has failed again and again since a moment, and why it did last."""

    since: datetime
    why: str


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
    kept = kept_fact(session, _NAME)
    if kept is None:
        return Copied()
    return Copied(
        made=_moment(kept["made"]),
        file=kept["file"],
        bytes=kept["bytes"],
        begun=_moment(kept["begun"]),
        failing=_failing(kept["failing"]),
        kept_here=_failing(kept["kept_here"]),
    )


def set_copied(session: Session, known: Copied) -> None:
    """Write down what is known of the copies."""
    keep_fact(session, _NAME, asdict(known))


def _moment(kept: str | None) -> datetime | None:
    return datetime.fromisoformat(kept) if kept else None


def _failing(kept: dict[str, str] | None) -> Failing | None:
    return Failing(datetime.fromisoformat(kept["since"]), kept["why"]) if kept else None
