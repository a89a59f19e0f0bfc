"""Facts of the server itself: its key, when it was last at work, why the post rests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from pbem.store.rows import delete_rows, read_row
from pbem.store.tables.server import ServerRow

_ALIVE = "alive "

_LATELY = timedelta(seconds=15)

_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid != pg_backend_pid()"
)
"""The other connections to a PostgreSQL."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Why no mail leaves at the moment, until when, after how many troubles in a row.

    After none: more was to leave than the provider takes.
    """

    until: datetime
    troubles: int
    why: str

    @property
    def limited(self) -> bool:
        """Whether it is no trouble, but the provider's limit."""
        return self.troubles == 0


def server_value(session: Session, name: str, fresh: bytes) -> bytes:
    """A fact of the server itself: the one kept, or `fresh`, which is kept from now on."""
    row = session.get(ServerRow, name)
    if row is None:
        # Another server may be faster.
        with suppress(IntegrityError), session.begin_nested():
            session.add(ServerRow(name=name, value=fresh))
        row = session.get_one(ServerRow, name, populate_existing=True)
    return row.value


def set_server_value(session: Session, name: str, value: bytes) -> None:
    """Keep a fact of the server in the place of the one before."""
    if server_value(session, name, value) != value:
        session.get_one(ServerRow, name).value = value
        session.flush()


def kept_fact(session: Session, name: str, *, change: bool = False) -> Any:
    """A fact that is kept as JSON; None if there is none. To `change` it is to lock it."""
    row = session.get(ServerRow, name, with_for_update=change or None)
    return json.loads(row.value) if row is not None and row.value else None


def keep_fact(session: Session, name: str, fact: Mapping[str, object] | None) -> None:
    """Keep a fact as JSON, its times as ISO 8601 writes them; None that there is none any more."""
    value = json.dumps(fact, default=_written).encode() if fact is not None else b""
    set_server_value(session, name, value)


def _written(at: date) -> str:
    return at.isoformat()


class ServerTime(StrEnum):
    """A moment that the server keeps across its stops."""

    AT_WORK = "at work"
    """When it last said that it was at work."""

    HEARD = "heard"
    """Up to when all mail in the mailbox is known."""

    TOLD = "operator told"
    """Up to when the operator has been told what happened."""

    WEEK = "week told"
    """Up to when the operator has been told the server's week."""

    LIMITED = "limited since"
    """When more was to be sent than the provider allows; told once a day."""

    SILENT = "silent until"
    """Until when it answers nobody, because it had answered too much."""


def server_time(session: Session, what: ServerTime) -> datetime | None:
    """A moment of the server; None as long as there was none."""
    return read_row(
        session, ServerRow, what.value, lambda row: datetime.fromisoformat(row.value.decode())
    )


def set_server_time(session: Session, what: ServerTime, at: datetime) -> None:
    """Write a moment down, in the place of the one before."""
    set_server_value(session, what.value, at.isoformat().encode())


def set_alive(session: Session, server: str, now: datetime) -> None:
    """Write down that one of several servers is alive."""
    set_server_value(session, f"{_ALIVE}{server}", now.isoformat().encode())


def alive(session: Session) -> dict[str, datetime]:
    """The servers that work on this database, and when each last said so."""
    query = select(ServerRow).where(col(ServerRow.name).startswith(_ALIVE, autoescape=True))
    return {
        row.name.removeprefix(_ALIVE): datetime.fromisoformat(row.value.decode())
        for row in session.scalars(query)
    }


def others_at_work(session: Session, now: datetime) -> bool:
    """Whether another server seems to be at work on this database.

    One has said so lately, and others are connected: what says it may be the copy of a database
    whose server was at work a moment before.
    """
    said = any(abs(now - last) < _LATELY for last in alive(session).values())
    return said and bool(session.scalar(_OTHERS))


def set_gone(session: Session, server: str) -> None:
    """Write down that a server is no more."""
    delete_rows(session, ServerRow, col(ServerRow.name) == f"{_ALIVE}{server}")


def rest(session: Session) -> Rest | None:
    """Why the post rests, or None if it does not."""
    kept = kept_fact(session, "rest")
    if kept is None:
        return None
    return Rest(datetime.fromisoformat(kept["until"]), kept["troubles"], kept["why"])


def set_rest(session: Session, rest: Rest | None) -> None:
    """Let the post rest, or work again."""
    keep_fact(session, "rest", asdict(rest) if rest is not None else None)
