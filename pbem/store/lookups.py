"""What has been looked up in a transaction, kept until its tables are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlmodel import Session, SQLModel

Found = TypeVar("Found")

_WRITES, _FOUND = "writes", "found"
_READS = ("SELECT", "PRAGMA", "SAVEPOINT", "RELEASE")
_CHANGES = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)\b")
_ANY = ""
"""Stands for what may have changed any table: all that is no plain change of one."""


def count_writes(engine: Engine) -> None:
    """Count the statements of each connection that may have changed something, table by table."""

    @event.listens_for(engine, "before_cursor_execute")
    def count(connection: Connection, _cursor: Any, statement: str, *_more: Any) -> None:
        if not statement.startswith(_READS):
            _counted(connection)[_changed(statement)] += 1


def found(session: Session, key: Hashable) -> Any:
    """What was kept in this transaction under a key; None if nothing, or if it may have changed.

    Rows that wait to be written are written first, and a savepoint that is rolled back counts as
    writing all.
    """
    session.flush()
    tables, writes, what = session.info.get((_FOUND, key), ((), None, None))
    return what if writes == _writes(session, tables) else None


def keep(session: Session, key: Hashable, what: object, *tables: type[SQLModel]) -> None:
    """Keep what has been looked up until one of these tables is written; until any is, without.

    The `key` names the look-up and all that it depends on beside the database.
    """
    names = tuple(str(one.__tablename__) for one in tables)
    session.info[_FOUND, key] = (names, _writes(session, names), what)


def kept(
    *tables: type[SQLModel],
) -> Callable[[Callable[[Session, int], Found]], Callable[[Session, int], Found]]:
    """Lets the answer of a look-up by a number serve again until the tables it reads are written.

    Nobody changes what such a look-up gives.
    """

    def keeping(look_up: Callable[[Session, int], Found]) -> Callable[[Session, int], Found]:
        @wraps(look_up)
        def looked_up(session: Session, number: int) -> Found:
            key = (look_up, number)
            known: Found | None = found(session, key)
            if known is None:
                known = look_up(session, number)
                keep(session, key, known, *tables)
            return known

        return looked_up

    return keeping


def forget(session: Session) -> None:
    """Keep nothing that was looked up before: others may have changed it."""
    _counted(session.connection())[_ANY] += 1


def _writes(session: Session, tables: tuple[str, ...]) -> int:
    counted = _counted(session.connection())
    return sum(counted[one] for one in (_ANY, *tables)) if tables else counted.total()


def _counted(connection: Connection) -> Counter[str]:
    counted: Counter[str] = connection.info.setdefault(_WRITES, Counter())
    return counted


@lru_cache
def _changed(statement: str) -> str:
    """The table that a statement changes."""
    found = _CHANGES.match(statement)
    return found[1] if found else _ANY
