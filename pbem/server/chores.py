"""What the server does beside the games: what nobody waits for long, and no move for at all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.commands.player.hint import hint_next
from pbem.commands.player.review import review_next
from pbem.commands.player.why import coach_next
from pbem.context import Context
from pbem.context.services import Services
from pbem.games.seats import forget_now
from pbem.lanes import Lane
from pbem.store.erasure import drop_forgotten
from pbem.store.invited import long_silent
from pbem.store.locks import games_around, take_games
from pbem.store.people import player
from pbem.store.retention import drop_bytes
from pbem.store.trials import wipe_trials

if TYPE_CHECKING:
    from pbem.server.copies import CopyTick
    from pbem.server.newer import IndexTick

_DAY = timedelta(days=1)
_SILENT = 90 * _DAY
"""So long after the last letter to somebody who has never said yes the address is kept."""

_BATCH = 50


def wanted(ask: threading.Event) -> bool:
    """Whether a look back, or a choice, was asked of this process since this was last asked.

    Without a word to the database: most moves bring none. What other servers were asked, or this
    one before it was started anew, is found by the next tick.
    """
    was = ask.is_set()
    ask.clear()
    return was


def look_back(services: Services, now: datetime, lane: Lane) -> bool:
    """Work out the next hint, or look back at the next deal somebody asks about, or wants for a
    game; of several servers one does.
    """
    with services.db.only_one("coach") as ours:
        return ours and any(
            step(services, now, lane) for step in (hint_next, coach_next, review_next)
        )


def drop_next(services: Services, now: datetime) -> int:
    """Drop what has been kept long enough: the bytes of some mails, and who some people are who
    were invited and never said yes; of how many.
    """
    with services.db.only_one("tidy") as ours, services.db.begin() as session:
        if not ours:
            return 0
        drop_forgotten(session)
        wipe_trials(session, now - _DAY)
        silent = long_silent(session, now - _SILENT, _BATCH)
        take_games(session, games_around(session, silent))
        for number in silent:
            forget_now(Context(services, session, now), player(session, number))
        return len(silent) + drop_bytes(session, now - services.settings.keep_mails * _DAY)


class Chores:
    """The chores of one server."""

    def __init__(
        self, services: Services, now: Callable[[], datetime], settings_file: Path | None = None
    ) -> None:
        self._services, self._now, self._stopping = services, now, False
        backups = services.settings.backups
        self.copies: CopyTick | None = None
        if backups is not None:
            from pbem.server.copies import CopyTick  # takes memory

            self.copies = CopyTick(services, backups, now, settings_file)
        self.index: IndexTick | None = None
        if services.settings.ask_index is not None:
            from pbem.server.newer import IndexTick  # takes memory

            self.index = IndexTick(services, services.settings.ask_index, now)

    def ticks(self) -> Iterator[tuple[str, float, Callable[[], None]]]:
        """What is to be called again and again in a thread of its own: its name and every how many
        seconds.
        """
        if self.copies is not None:
            yield "copies", self.copies.seconds, self.copies
        if self.index is not None:
            yield "index", self.index.seconds, self.index

    def tidy(self) -> None:
        """Drop what has been kept long enough, and let finished games go to the archive."""
        while drop_next(self._services, self._now()):
            pass
        if self._services.settings.archive is not None:
            from pbem.games.archiving import archive_next  # takes memory

            for _ in archive_next(self._services, self._now()):
                if self._stopping:
                    return

    def stop(self) -> None:
        """Let what is under way come to its end at once."""
        self._stopping = True
        if self.copies is not None:
            self.copies.stopping = True
