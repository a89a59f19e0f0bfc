"""Finished games go to the archive: each into a file, which is read back before rows are deleted.

Whatever cuts this off leaves a game in the database as it was, perhaps with its file beside: the
next time makes the same file of it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbem.context.services import Services
from pbem.logs import log
from pbem.results.final_counts import final_count, to_keep
from pbem.store.archived import ArchiveTrouble, is_archived, write_file
from pbem.store.archiving import leave, leaving, may_leave
from pbem.store.locks import take_games


def archive_old(services: Services, now: datetime) -> Iterator[int]:
    """Let the games that ended long enough ago leave the database, one by one: their numbers.

    Others write between two of them. ArchiveTrouble if a file cannot be written.
    """
    past: int | None = 0
    ended = now - timedelta(days=services.settings.archive_after)
    while past is not None:
        with services.db.begin() as session:
            games, past = may_leave(session, ended, past)
        for number in games:
            if _archive(services, number, now):
                yield number


def archive_next(services: Services, now: datetime) -> Iterator[int]:
    """The same, by one of several servers; what cannot be written is told in the log."""
    with services.db.only_one("archive") as ours:
        if ours:
            try:
                yield from archive_old(services, now)
            except ArchiveTrouble as problem:
                log.error("not archived", why=str(problem))


def _archive(services: Services, number: int, now: datetime) -> bool:
    """Let a game leave; False if it has changed meanwhile, or its log cannot be read."""
    folder = services.db.archive
    assert folder is not None
    try:
        with services.db.begin() as session:
            count = final_count(session, number, now)
    except (ValueError, TypeError, LookupError) as problem:
        log.error("not archived", game=number, why=repr(problem))
        return False
    if count is None:
        return False
    with services.db.begin() as session:
        left = leaving(session, number)
    file = write_file(folder, number, left.rows)
    with services.db.begin() as session:
        take_games(session, [number])
        if is_archived(session, number) or leaving(session, number) != left:
            return False
        leave(session, number, left, file, to_keep(count), now)
    return True
