"""The files of finished games, beside the copies: each is packed once, and the packs stay.

A file of the archive never changes, so a copy of the database needs only those that no pack has.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pbem.config.backups import Backups
from pbem.context.services import Services
from pbem.copies.packing import bundle, lock_up
from pbem.copies.shelf import UNFINISHED, Room, name_at, only_maker
from pbem.store.archived import all_unpacked, set_packed
from pbem.store.backup import GoingOn
from pbem.store.disk import sync

_AT_ONCE = 1000
"""So many games are written down in one transaction."""


def pack_archive(
    services: Services, backups: Backups, now: datetime, going_on: GoingOn
) -> Path | None:
    """Pack the files of the archive that no pack beside the copies has; None if there are none.

    Encrypted as the copies are. CannotCopy if it cannot be done; then the next copy tries again.
    """
    folder, archive = backups.folder, services.db.archive
    if archive is None:
        return None
    room = Room(folder, going_on)
    with only_maker(folder, going_on):
        packs = [one.name for one in folder.glob("archive-*") if UNFINISHED not in one.name]
        with services.db.begin() as session:
            files = all_unpacked(session, packs)
        members = {name: file for name in files.values() if (file := archive / name).is_file()}
        if not members:
            return None
        room.look(sum(file.stat().st_size for file in members.values()))
        ending = "tar" if backups.recipient is None else "tar.age"
        pack = folder / name_at(now, ending, "archive")
        part = pack.with_name(f"{pack.name}{UNFINISHED}")
        try:
            if backups.recipient is None:
                bundle(members, part, room.look)
            else:
                lock_up(backups.recipient, members, part, room.look)
            packed = [game for game, name in files.items() if name in members]
            for at in range(0, len(packed), _AT_ONCE):
                with services.db.begin() as session:
                    set_packed(session, packed[at : at + _AT_ONCE], pack.name)
            part.replace(pack)
            sync(folder)
        finally:
            part.unlink(missing_ok=True)
    return pack
