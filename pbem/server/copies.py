"""The copies that the server makes by itself: of several servers on one database one makes them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from pbem.config.backups import Backups
from pbem.context.services import Services
from pbem.copies.make import carry, copy_now
from pbem.copies.packs import pack_archive
from pbem.domain.copies import due
from pbem.logs import log
from pbem.store.backup import CannotCopy
from pbem.store.copied import Copied, Failing, copied, set_copied
from pbem.store.holding import FILE, held_in, hold_key, write_held

_KEY_LENGTH = 32


class _Stopped(Exception):
    """The server stops: the copy is made by the next one."""


class CopyTick:
    """Makes a copy when it is time for one. It is called again and again, by one thread."""

    def __init__(
        self,
        services: Services,
        backups: Backups,
        now: Callable[[], datetime],
        settings_file: Path | None = None,
    ) -> None:
        self._services, self._backups, self._now = services, backups, now
        self._settings_file = settings_file
        self._every = timedelta(minutes=backups.every)
        self.stopping = False
        # What a killed server had begun is nobody's: no other works on the same file.
        self._first = services.db.alone

    @property
    def seconds(self) -> float:
        """How often it is to be called."""
        return min(self._every.total_seconds(), 60)

    def __call__(self) -> None:
        """Keep beside the copies what must hold after any restore, and make a copy if one is due;
        what came of it is written down.
        """
        with self._services.db.only_one("copies") as ours:
            if not ours:
                return
            self.keep_held()
            known = self._known()
            begun = None if self._first else known.begun
            if due(known.made, begun, self._now(), self._every):
                self._first = False
                self.make()

    def keep_held(self) -> None:
        """Write beside the copies what must hold after any restore; if it is more or less than
        before it is carried off, too.
        """
        now, folder = self._now(), self._backups.folder
        with self._services.db.begin() as session:
            key = hold_key(session, secrets.token_bytes(_KEY_LENGTH))
            held = held_in(session, now, key)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            changed = write_held(folder, held)
        except OSError as problem:
            log.error("not kept beside the copies", why=problem.strerror)
            return
        if changed:
            self._carry(self._known(), folder / FILE)

    def make(self) -> Copied:
        """Make a copy, and carry it off; what is known of the copies then."""
        known, now = self._known(), self._now()
        self._write(replace(known, begun=now))
        packed: Path | None = None
        try:
            packed = pack_archive(self._services, self._backups, now, self._go_on)
            copy = copy_now(
                self._services.settings, self._backups, now, self._go_on, self._settings_file
            )
        except _Stopped:
            return self._write(known)
        except CannotCopy as problem:
            log.error("no copy", why=str(problem))
            failing = _again(known.failing, self._now(), problem)
            return self._write(replace(known, begun=now, failing=failing))
        log.info("copy", file=copy.file.name, bytes=copy.bytes)
        known = self._write(Copied(now, copy.file.name, copy.bytes, kept_here=known.kept_here))
        if packed is not None:
            known = self._carry(known, packed)
        return self._carry(known, copy.file)

    def _carry(self, known: Copied, file: Path) -> Copied:
        try:
            carry(self._backups, file, self._go_on)
        except _Stopped:
            return known
        except CannotCopy as problem:
            log.error("copy not carried", why=str(problem))
            kept_here = _again(known.kept_here, self._now(), problem)
            return self._write(replace(known, kept_here=kept_here))
        return self._write(replace(known, kept_here=None))

    def _go_on(self) -> None:
        if self.stopping:
            raise _Stopped

    def _known(self) -> Copied:
        with self._services.db.begin() as session:
            return copied(session)

    def _write(self, known: Copied) -> Copied:
        with self._services.db.begin() as session:
            set_copied(session, known)
        return known


def _again(before: Failing | None, now: datetime, problem: CannotCopy) -> Failing:
    """What has failed once more: since when stays, so that it is told once."""
    return Failing(before.since if before else now, str(problem))
