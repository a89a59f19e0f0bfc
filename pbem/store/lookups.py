"""What has been looked up in a transaction, kept until something is written."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlmodel import Session

Found = TypeVar("Found")

_WRITES, _FOUND = "writes", "found"
_READS = ("SELECT", "PRAGMA", "SAVEPOINT", "RELEASE")


def count_writes(engine: Engine) -> None:
    """Count the statements of each connection that may have changed something."""

    @event.listens_for(engine, "before_cursor_execute")
    def count(connection: Connection, _cursor: Any, statement: str, *_more: Any) -> None:
        if not statement.startswith(_READS):
            connection.info[_WRITES] = connection.info.get(_WRITES, 0) + 1


def found(session: Session, key: Hashable) -> Any:
    """What was kept in this transaction under a key; None if nothing, or if it may have changed.

    Rows that wait to be written are written first, and a savepoint that is rolled back counts as
    writing.
    """
    session.flush()
    writes, what = session.info.get((_FOUND, key), (None, None))
    return what if writes == _writes(session) else None


def keep(session: Session, key: Hashable, what: object) -> None:
    """Keep what has been looked up until something is written.

    The `key` names the look-up and all that it depends on beside the database.
    """
    session.info[_FOUND, key] = (_writes(session), what)


def kept(look_up: Callable[[Session, int], Found]) -> Callable[[Session, int], Found]:
    """A look-up by a number whose answer serves again until something is written."""

    @wraps(look_up)
    def looked_up(session: Session, number: int) -> Found:
        key = (look_up, number)
        known: Found | None = found(session, key)
        if known is None:
            known = look_up(session, number)
            keep(session, key, known)
        return known

    return looked_up


def forget(session: Session) -> None:
    """Keep nothing that was looked up before: others may have changed it."""
    session.connection().info[_WRITES] = _writes(session) + 1


def _writes(session: Session) -> int:
    counted: int = session.connection().info.get(_WRITES, 0)
    return counted
