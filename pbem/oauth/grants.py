"""What providers have granted, kept in a file of its owner beside the database.

Of each account one grant is kept. Whoever changes the file locks it for others on this machine; it
is replaced as a whole, and on the disk before anything relies on it, since a refresh token that is
lost can only be had from a person.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from pbem.store.backup import CannotCopy, database_file


@dataclass(frozen=True, slots=True)
class Grant:
    """Access to one account: the token for now, good until a moment, and the one that renews it.

    `granted_at` is when a person logged in, `renewed_at` when the tokens were had; `ended_at` is
    when we learned that the grant is over, and `why` what was said of it.
    """

    access: str
    until: datetime
    refresh: str
    granted_at: datetime
    renewed_at: datetime
    ended_at: datetime | None = None
    why: str = ""


class GrantFile:
    """The grants of a server, by the names of their accounts."""

    def __init__(self, file: Path) -> None:
        self.file = file

    @classmethod
    def beside(cls, url: str) -> GrantFile:
        """The file beside a database, or where the server runs if that is no file."""
        try:
            database = database_file(url)
        except CannotCopy:
            database = Path("ohhell")
        return cls(database.with_name(f"{database.name}.logins"))

    def read(self, account: str) -> Grant | None:
        """The grant of an account, or None; what cannot be read is none."""
        kept = self._all().get(account)
        try:
            return _restored(kept) if kept is not None else None
        except (KeyError, TypeError, ValueError):
            return None

    def write(self, account: str, grant: Grant | None) -> None:
        """Keep a grant for good, or none, in the place of that before; for whoever has locked it.

        OSError if it cannot be written; then all is as before.
        """
        kept = {name: one for name, one in self._all().items() if name != account}
        if grant is not None:
            kept[account] = {
                name: value.isoformat() if isinstance(value, datetime) else value
                for name, value in asdict(grant).items()
            }
        fresh = self.file.with_name(f"{self.file.name}.new")
        opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with open(opened, "w", encoding="utf-8") as out:
            os.fchmod(opened, 0o600)
            json.dump(kept, out, indent=1)
            out.flush()
            os.fsync(opened)
        os.replace(fresh, self.file)
        with _opened(self.file.parent) as folder:
            os.fsync(folder)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep all others, threads and processes, from changing the file."""
        with _opened(self.file.parent) as folder:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield

    def _all(self) -> dict[str, object]:
        with suppress(OSError, ValueError):
            kept = json.loads(self.file.read_text("utf-8"))
            if isinstance(kept, dict):
                return kept
        return {}


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    opened = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield opened
    finally:
        os.close(opened)


def _restored(kept: object) -> Grant:
    if not isinstance(kept, dict):
        raise TypeError("no grant")
    ended = kept["ended_at"]
    return Grant(
        str(kept["access"]),
        datetime.fromisoformat(kept["until"]),
        str(kept["refresh"]),
        datetime.fromisoformat(kept["granted_at"]),
        datetime.fromisoformat(kept["renewed_at"]),
        datetime.fromisoformat(ended) if ended else None,
        str(kept["why"]),
    )
