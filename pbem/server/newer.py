"""Asking a package index for newer versions, where the operator has told which: once a week."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from importlib.metadata import PackageNotFoundError, version

from pbem.context.services import Services
from pbem.doctor.package_index import PACKAGE, fetched, newer_than
from pbem.logs import log
from pbem.store.newer import IndexAsked, index_asked, set_index_asked

_WEEK, _DAY = timedelta(days=7), timedelta(days=1)


class IndexTick:
    """Asks the index when it is time to. It is called again and again, by one thread; nothing waits
    for it, and of several servers one asks.
    """

    seconds = 3600.0
    """How often it is to be called."""

    def __init__(self, services: Services, where: str, now: Callable[[], datetime]) -> None:
        self._services, self._where, self._now = services, where, now

    def __call__(self) -> None:
        """Ask if that was a week ago; a day where nothing could be had, at once for another version
        of the program.
        """
        try:
            ours = version(PACKAGE)
        except PackageNotFoundError:
            return
        with self._services.db.only_one("index") as mine:
            if not mine or not self._is_due(ours):
                return
            page = fetched(self._where)
            newer = newer_than(ours, page) if page is not None else None
            asked = IndexAsked(self._now(), ours, page is not None, newer)
            with self._services.db.begin() as session:
                set_index_asked(session, asked)
        if page is None:
            log.warning("the package index does not answer", where=self._where)

    def _is_due(self, ours: str) -> bool:
        with self._services.db.begin() as session:
            last = index_asked(session)
        if last is None or last.version != ours:
            return True
        return self._now() - last.at >= (_WEEK if last.answered else _DAY)
