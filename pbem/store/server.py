"""Facts of the server itself: its key, when it was last at work, why the post rests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from pbem.store.tables import ServerRow


@dataclass(frozen=True, slots=True)
class Rest:
    """Why no mail leaves at the moment, until when, after how many troubles in a row."""

    until: datetime
    troubles: int
    why: str


def server_value(session: Session, name: str, fresh: bytes) -> bytes:
    """A fact of the server itself: the one kept, or `fresh`, which is kept from now on."""
    row = session.get(ServerRow, name)
    if row is None:
        row = ServerRow(name=name, value=fresh)
        session.add(row)
        session.flush()
    return row.value


def set_server_value(session: Session, name: str, value: bytes) -> None:
    """Keep a fact of the server in the place of the one before."""
    session.merge(ServerRow(name=name, value=value))


def last_at_work(session: Session) -> datetime | None:
    """When the server last said that it was at work; None before its first day."""
    row = session.get(ServerRow, "at work")
    return datetime.fromisoformat(row.value.decode()) if row else None


def set_at_work(session: Session, now: datetime) -> None:
    """Write down that the server is at work."""
    session.merge(ServerRow(name="at work", value=now.isoformat().encode()))


def rest(session: Session) -> Rest | None:
    """Why the post rests, or None if it does not."""
    row = session.get(ServerRow, "rest")
    if row is None or not row.value:
        return None
    kept = json.loads(row.value)
    return Rest(datetime.fromisoformat(kept["until"]), kept["troubles"], kept["why"])


def told_until(session: Session) -> datetime | None:
    """Up to when the operator has been told what happened; None before the first day."""
    row = session.get(ServerRow, "operator told")
    return datetime.fromisoformat(row.value.decode()) if row else None


def set_told_until(session: Session, until: datetime) -> None:
    """Write down up to when the operator has been told what happened."""
    session.merge(ServerRow(name="operator told", value=until.isoformat().encode()))


def silent_until(session: Session) -> datetime | None:
    """Until when the server answers nobody, because it had answered too much; None if never."""
    row = session.get(ServerRow, "silent until")
    return datetime.fromisoformat(row.value.decode()) if row else None


def set_silent_until(session: Session, until: datetime) -> None:
    """Let the server answer nobody for a while."""
    session.merge(ServerRow(name="silent until", value=until.isoformat().encode()))


def set_rest(session: Session, rest: Rest | None) -> None:
    """Let the post rest, or work again."""
    value = b""
    if rest is not None:
        kept = {"until": rest.until.isoformat(), "troubles": rest.troubles, "why": rest.why}
        value = json.dumps(kept).encode()
    session.merge(ServerRow(name="rest", value=value))
