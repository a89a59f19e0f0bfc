"""What takes longer than anybody waits: looks back, and choices of computers that think longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

from pbem.context.services import Services
from pbem.inbound.computers import choose_next
from pbem.lanes import OpenLane
from pbem.server.chores import look_back
from pbem.server.worker import Worker


class Thinkers:
    """The coach and the computers, each one after the other in a lane of its own.

    `nudge` wakes a tick once there is something for it to do.
    """

    def __init__(
        self,
        services: Services,
        now: Callable[[], datetime],
        worker: Worker,
        nudge: Callable[[str], None],
        lane: Callable[[], OpenLane],
    ) -> None:
        self._services = services
        self._now = now
        self._worker = worker
        self._nudge = nudge
        self._coaching, self._choosing = lane(), lane()

    async def coach(self) -> None:
        """Look back at the deals somebody asks about; play goes on."""
        while not self._worker.stopping and await asyncio.to_thread(
            look_back, self._services, self._now(), self._coaching
        ):
            self._nudge("deliver")
        await asyncio.to_thread(self._coaching.rest)

    def choose(self) -> bool:
        """Choose for a computer that thinks longer than others; False if none is to answer now."""
        return choose_next(self._services, self._now(), self._choosing, self._worker.chosen)

    async def computers(self) -> None:
        """Let the computers choose, and play at once where nobody waits for it; play goes on."""
        while not self._worker.stopping and await asyncio.to_thread(self.choose):
            if await asyncio.to_thread(self._worker.think):
                self._nudge("deliver")
            self._nudge("deadlines")
        await asyncio.to_thread(self._choosing.rest)

    def stop(self) -> None:
        """End what is under way."""
        self._coaching.stop()
        self._choosing.stop()
