"""The folder of the copies: what they are called, which of them stay, and what room there is."""

from __future__ import annotations

import fcntl
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pbem.config.backups import Backups
from pbem.domain.copies import stay
from pbem.store.backup import CannotCopy, GoingOn
from pbem.store.disk import TOO_LITTLE, free

UNFINISHED = ".part"
"""How the name of what is no copy yet ends."""

LOCKED = "tar.age"
"""How the name of an encrypted copy ends."""

_BETWEEN = 0.2
"""Seconds between two looks whether somebody else is done."""

_TIME = "%Y-%m-%d-%H%M%S"
_NAME = re.compile(r"ohhell-(\d{4}-\d\d-\d\d-\d{6})\.(db|dump|tar\.age)")


def name_at(now: datetime, ending: str, what: str = "ohhell") -> str:
    """What a copy made at a moment is called, or `what` else lies beside it."""
    return f"{what}-{now:{_TIME}}.{ending}"


def copies_in(folder: Path) -> Mapping[datetime, Path]:
    """The copies in a folder, by when they were made; other files are nobody's business here."""
    found = {}
    for file in folder.glob("ohhell-*"):
        if name := _NAME.fullmatch(file.name):
            found[datetime.strptime(name[1], _TIME).replace(tzinfo=UTC)] = file
    return dict(sorted(found.items()))


@contextmanager
def only_maker(folder: Path, going_on: GoingOn) -> Iterator[None]:
    """Be the only one who makes a copy in a folder, as soon as nobody else does.

    It is made for its owner alone, and what a killed server has begun there is thrown away.
    CannotCopy if it cannot be written to.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
        try:
            while not _locked(handle):
                going_on()
                time.sleep(_BETWEEN)
            for left in folder.glob(f"*{UNFINISHED}*"):
                left.unlink()
            yield
        finally:
            os.close(handle)
    except OSError as problem:
        raise CannotCopy(f"{folder} cannot be written: {problem.strerror}") from problem


def _locked(handle: int) -> bool:
    try:
        # The lock ends with the process, however that ends.
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def thin_out(backups: Backups) -> None:
    """Delete the copies that need not stay."""
    found = copies_in(backups.folder)
    kept = stay(list(found), backups.daily, backups.weekly, backups.monthly)
    for made, file in found.items():
        if made not in kept:
            file.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Room:
    """What is free where the copies are: the last of it is for mails."""

    folder: Path
    going_on: GoingOn

    def look(self, needed: int = 0) -> None:
        """CannotCopy if there is no room for so much more; whatever `going_on` raises."""
        self.going_on()
        left = free(self.folder)
        if left < TOO_LITTLE + needed:
            raise CannotCopy(
                f"{left / 1e6:.0f} MB are free in {self.folder}: a copy leaves"
                f" {TOO_LITTLE / 1e6:.0f} MB for mails and needs {needed / 1e6:.0f} MB more"
            )
