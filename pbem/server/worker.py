"""The thinking of the server: every mail that waits, then whatever has had its time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial

from pbem.commands.organiser.digests import digest_next
from pbem.commands.organiser.farewell import farewell_next
from pbem.commands.organiser.league_times import draw_next, round_over_next
from pbem.commands.organiser.matches import compare_next
from pbem.commands.player.adopting import adopt_next
from pbem.context.services import Services
from pbem.games.seat_offers import seat_next
from pbem.games.start import shut_next
from pbem.inbound.computers import Chosen
from pbem.inbound.deadlines import process_deadlines
from pbem.inbound.worker import process_kept, process_next
from pbem.logs import log
from pbem.notifications.gathering import gather_next
from pbem.notifications.reminders import remind_next
from pbem.notifications.results import tell_result_next
from pbem.server.chores import wanted
from pbem.store.database import DatabaseUnavailable

Step = Callable[[Services, datetime], bool]
"""Does the next piece of its work in a transaction of its own; False if there is none."""

MAILS: tuple[Step, ...] = (process_next, process_kept)
"""What comes of mails: first those that wait, then the orders they left behind."""

TIMES: tuple[Step, ...] = (
    remind_next,
    tell_result_next,
    gather_next,
    shut_next,
    seat_next,
    compare_next,
    draw_next,
    round_over_next,
    adopt_next,
    digest_next,
    farewell_next,
)
"""What has had its time, once the deadlines that passed are kept; each fails alone."""

_STUCK = 300
"""Seconds after which one mail, or one deadline, is taken never to end."""


class Worker:
    """Does one step after the other, never two at once, whichever thread asks for it.

    It wakes the `coach` when a mail has asked for a look back, and the `computers` when one of
    them is asked that thinks longer, once that is committed; what they have `chosen` is played.
    """

    def __init__(
        self, services: Services, now: Callable[[], datetime], wake: Callable[[str], None]
    ) -> None:
        self._services = services
        self._now = now
        self._wake = wake
        self.chosen: Chosen = {}
        self._thinking = threading.Lock()
        self._began: float | None = None
        self.stopping = False

    @property
    def stuck(self) -> bool:
        """Whether the work on a single mail has gone on for longer than any can take."""
        return self._began is not None and time.monotonic() - self._began > _STUCK

    def think(self, heard: datetime | None = None) -> bool:
        """Process all waiting mail, then - never before - what was kept and what is too late.

        Too late are the deadlines before `heard`; without it none is looked at, but computers play
        for which nobody waits. False if there was
        nothing to do.
        """
        late: tuple[Step, ...] = ()
        if heard is not None or self.chosen:
            late += (partial(process_deadlines, failed=set(), chosen=self.chosen, heard=heard),)
        if heard is not None:
            late += tuple(partial(_alone, step) for step in TIMES)
        done = False
        with self._thinking:
            for step in (*MAILS, *late):
                while not self.stopping and self._timed(step):
                    done = True
            if wanted(self._services.reviews_wanted):
                self._wake("coach")
            if wanted(self._services.choices_wanted):
                self._wake("computers")
        return done

    def _timed(self, step: Step) -> bool:
        self._began = time.monotonic()
        try:
            return step(self._services, self._now())
        finally:
            self._began = None


def _alone(step: Step, services: Services, now: datetime) -> bool:
    """Do a step; where it fails, the others that do not depend on it go on."""
    try:
        return step(services, now)
    except (DatabaseUnavailable, MemoryError):
        raise
    except Exception:
        log.exception("work failed", work=step.__name__)
        return False
