"""One copy of the database, from the first byte until it lies among the others."""

from __future__ import annotations

import shlex
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from pbem.config.backups import Backups
from pbem.config.settings import Settings
from pbem.copies.packing import lock_up
from pbem.copies.shelf import (
    LOCKED,
    UNFINISHED,
    Room,
    copies_in,
    name_at,
    only_maker,
    thin_out,
)
from pbem.copies.trying import tried
from pbem.oauth.grants import GrantFile
from pbem.store.backup import CannotCopy, Copy, GoingOn, back_up, is_file, size_of
from pbem.store.disk import sync
from pbem.store.dump import dump, run


def copy_now(
    settings: Settings,
    backups: Backups,
    now: datetime,
    going_on: GoingOn,
    settings_file: Path | None = None,
) -> Copy:
    """Make a copy, try it, put it among the others, and delete those that need not stay.

    One that is encrypted holds the file of the settings, too, the logins and the signing keys.
    CannotCopy if it cannot be done; then those there are stay, and nothing of it is left.
    """
    folder = backups.folder
    room = Room(folder, going_on)
    with only_maker(folder, going_on):
        twice = 1 if backups.recipient is None else 2
        room.look(twice * _expected(settings, folder))
        plain = folder / name_at(now, _ending(settings.database))
        whole = plain if backups.recipient is None else folder / name_at(now, LOCKED)
        part, locked = (one.with_name(f"{one.name}{UNFINISHED}") for one in (plain, whole))
        try:
            held = _copy(copied_from(settings), part, room.look)
            if backups.recipient is not None:
                members = {plain.name: part, **_beside(settings, settings_file)}
                lock_up(backups.recipient, members, locked, room.look)
            locked.replace(whole)
            sync(folder)
        finally:
            for one in (part, locked):
                with suppress(OSError):
                    one.unlink(missing_ok=True)
        thin_out(backups)
    return Copy(whole, held.games, held.mails, whole.stat().st_size)


def _beside(settings: Settings, settings_file: Path | None) -> dict[str, Path]:
    """What makes a server beside its database, by the names that it has in an archive."""
    logins = GrantFile.beside(settings.database).file
    found = {"config.yaml": settings_file, logins.name: logins}
    if settings.dkim is not None:
        folder = settings.dkim.folder
        found |= {f"dkim/{file.name}": file for file in sorted(folder.glob("*"))}
    return {name: file for name, file in found.items() if file is not None and file.is_file()}


def copied_from(settings: Settings) -> str:
    """The URL that copies are taken from."""
    named = settings.backups.source if settings.backups else None
    return settings.database if named is None or is_file(settings.database) else named


def copy_to(url: str, file: Path | None, now: datetime) -> Copy:
    """Make a copy by hand, and try it; without the name of a file it is named after the time.

    CannotCopy if it cannot be done, and then nothing is left of it.
    """
    to = file or Path(name_at(now, _ending(url)))
    try:
        return _copy(url, to, lambda: None)
    except OSError as problem:
        raise CannotCopy(f"{to} cannot be written: {problem.strerror}") from problem


def _copy(url: str, to: Path, going_on: GoingOn) -> Copy:
    """Write a new file, and try it."""
    write = back_up if is_file(url) else dump
    write(url, to, going_on)
    try:
        return tried(to, going_on)
    except BaseException:
        to.unlink()
        raise


def _ending(url: str) -> str:
    return "db" if is_file(url) else "dump"


def carry(backups: Backups, file: Path, going_on: GoingOn) -> None:
    """Give a file to the command that carries it off the machine; CannotCopy if that fails."""
    if backups.then is None:
        return
    copy, folder = str(file.absolute()), str(backups.folder.absolute())
    words = shlex.split(backups.then)
    run([one.replace("{copy}", copy).replace("{folder}", folder) for one in words], going_on)


def _expected(settings: Settings, folder: Path) -> int:
    """How many bytes a copy will have, about: as many as the file or the last copy has."""
    if is_file(settings.database):
        return size_of(settings.database)
    files = list(copies_in(folder).values())
    return files[-1].stat().st_size if files else 0
