"""What must hold after any restore, whatever the copy says: who is forgotten, who wants no more
mail, who has left a game for good, who is shut out, who wants no name on public pages.

It is kept in a file beside the copies, as hashes under a key that the database holds: without the
database nobody learns from the file whom it is about, and any copy knows its own.

This is the one place for such things. What is to be kept, too, is a member of `Holds`, with its
rows in `_HELD` and `_LACKING` here, and what is done to a row of a copy in
`pbem/games/after_restore.py`.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col

from pbem.orders.keywords import Key
from pbem.store.backup import CannotCopy, look_into, reading
from pbem.store.disk import sync
from pbem.store.server import ServerTime, server_time, server_value
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.people import AliasRow, BlockRow, PlayerRow
from pbem.store.tables.server import ServerRow

FILE = "ohhell.holds"
"""What the file beside the copies is called."""

_KEY = "holds key"


class Holds(StrEnum):
    """A kind of thing that holds, in the order in which each is applied."""

    FORGOTTEN = "forgotten"
    STOPPED = "stopped"
    LEFT = "left"
    BLOCKED = "blocked"
    INITIALS = "initials"
    HIDDEN = "hidden"


_PEOPLE = select(col(PlayerRow.id), col(PlayerRow.created_at)).order_by(col(PlayerRow.id))
_SEATS = (
    select(
        *(col(GameRow.id), col(GameRow.created_at), col(SeatRow.seat)),
        *(col(PlayerRow.id), col(PlayerRow.created_at)),
    )
    .select_from(SeatRow)
    .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
    .join(PlayerRow, col(PlayerRow.id) == col(SeatRow.player_id))
    .order_by(col(GameRow.id), col(SeatRow.seat))
)


def _found(query: Any) -> Callable[[Session], Iterable[Any]]:
    return lambda session: session.execute(query).all()


def _addresses(session: Session) -> list[tuple[str]]:
    """What may be shut out of a copy: an address somebody has there, or its domain, that is not."""
    rows = (select(col(PlayerRow.address)), select(col(AliasRow.address)))
    known = {address for query in rows for address in session.scalars(query)}
    known |= {f"@{address.rpartition('@')[2]}" for address in known}
    return [(one,) for one in sorted(known - set(session.scalars(_BLOCKED)))]


_BLOCKED = select(col(BlockRow.pattern))
_SINCE = {
    Holds.FORGOTTEN: (_PEOPLE, col(PlayerRow.forgotten_at)),
    Holds.STOPPED: (_PEOPLE, col(PlayerRow.stopped_at)),
    Holds.LEFT: (_SEATS, col(SeatRow.left_at)),
}
"""Rows that are known by numbers and by when they were made, as numbers are given out anew after a
copy; and the column that says since when it holds.
"""

_PUBLIC = {Holds.INITIALS: "initials", Holds.HIDDEN: "hidden"}
"""What somebody has said to be called on public pages; the name is there only by a word of hers."""

_SAID = col(PlayerRow.mailing)[Key.PUBLIC.value].as_string()

_HELD: Mapping[Holds, Any] = {
    **{kind: rows.where(since.is_not(None)) for kind, (rows, since) in _SINCE.items()},
    Holds.BLOCKED: _BLOCKED,
    **{kind: _PEOPLE.where(_SAID.is_not_distinct_from(value)) for kind, value in _PUBLIC.items()},
}
"""The rows for which each kind holds."""

_LACKING: Mapping[Holds, Callable[[Session], Iterable[Any]]] = {
    **{kind: _found(rows.where(since.is_(None))) for kind, (rows, since) in _SINCE.items()},
    Holds.BLOCKED: _addresses,
    **{
        kind: _found(_PEOPLE.where(_SAID.is_distinct_from(value)))
        for kind, value in _PUBLIC.items()
    },
}
"""The rows of a copy for which each kind may hold, and does not there."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What holds, as hashes, as far as it was known at a moment: under this key, if there is one,
    or under that of the database it is applied to. It is `whole` if it comes from a whole database.
    """

    hashes: frozenset[str] = frozenset()
    at: datetime | None = None
    key: bytes | None = None
    whole: bool = False


def hold_key(session: Session, fresh: bytes) -> bytes:
    """The key of the hashes of this database: the one kept, or a fresh one."""
    return server_value(session, _KEY, fresh)


def kept_key(session: Session) -> bytes | None:
    """The key of the hashes of this database, if it has one."""
    row = session.get(ServerRow, _KEY)
    return row.value if row is not None else None


def held_in(session: Session, at: datetime | None, key: bytes) -> Holding:
    """What holds by a database."""
    hashes = frozenset(
        _hash(key, kind, row) for kind, rows in _HELD.items() for row in session.execute(rows)
    )
    return Holding(hashes, at, key)


def not_held(session: Session, kind: Holds, held: Holding) -> list[tuple[Any, ...]]:
    """The rows of a copy for which something must hold that does not hold there."""
    keys = [key for key in (held.key, kept_key(session)) if key is not None]
    return [
        tuple(row)
        for row in _LACKING[kind](session)
        if any(_hash(key, kind, row) in held.hashes for key in keys)
    ]


def held_by(file: Path) -> Holding:
    """What holds by the file of a database, as of when its server was last at work.

    Of a damaged one, what can be read; nothing of one that is not there, or has no people yet.
    """
    whole = False
    with suppress(CannotCopy):
        look_into(file)
        whole = True
    with suppress(SQLAlchemyError), reading(file) as session:
        if session.scalar(select(col(PlayerRow.id)).limit(1)) is not None:
            at = server_time(session, ServerTime.AT_WORK)
            return replace(held_in(session, at, kept_key(session) or b""), whole=whole)
    return Holding()


def write_held(folder: Path, held: Holding) -> bool:
    """Keep beside the copies what holds; whether it is more or less than what was kept there."""
    before = read_held(folder)
    if before.hashes == held.hashes and held.at is not None and before.at == held.at:
        return False
    file = folder / FILE
    fresh = file.with_name(f"{FILE}.new")
    said = "\n".join([f"# {held.at.isoformat() if held.at else ''}", *sorted(held.hashes)])
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        out.write(f"{said}\n")
    sync(fresh)
    fresh.replace(file)
    sync(folder)
    return before.hashes != held.hashes


def read_held(folder: Path) -> Holding:
    """What is kept beside the copies in a folder; nothing if it cannot be read."""
    try:
        first, *hashes = (folder / FILE).read_text("ascii").splitlines()
        return Holding(frozenset(hashes), datetime.fromisoformat(first.removeprefix("# ")))
    except (OSError, ValueError):
        return Holding()


def _hash(key: bytes, kind: Holds, row: Any) -> str:
    return hmac.digest(key, "\0".join([kind, *_words(row)]).encode(), "sha256").hex()


def _words(row: Any) -> Iterator[str]:
    for value in row:
        yield value.isoformat() if isinstance(value, datetime) else str(value)
