"""Ticks: what the server does again and again, driven by APScheduler, sooner when nudged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from pbem.logs import log
from pbem.server import clock
from pbem.store.database import DatabaseUnavailable


class Ticks:
    """Named ticks. A tick never overlaps itself; a nudge while it runs makes it run once more."""

    def __init__(self, time: Callable[[], datetime] = clock.now) -> None:
        self._time = time
        self._watch: asyncio.Task[None] | None = None
        self._scheduler = AsyncIOScheduler(
            timezone=UTC,
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        self._running: dict[str, asyncio.Task[None] | None] = {}
        self._nudged: set[str] = set()

    def every(self, seconds: float, name: str, tick: Callable[[], Awaitable[None]]) -> None:
        """Run a tick at once and then every so many seconds."""

        async def run() -> None:
            self._running[name] = asyncio.current_task()
            try:
                await tick()
                while name in self._nudged:
                    self._nudged.discard(name)
                    await tick()
            except DatabaseUnavailable as problem:
                log.error("database", tick=name, error=str(problem))
            except Exception:
                log.exception("tick failed", tick=name)
            finally:
                del self._running[name]

        self._scheduler.add_job(
            run, "interval", seconds=seconds, id=name, next_run_time=clock.now()
        )

    def nudge(self, name: str) -> None:
        """Run a tick now, or again as soon as the run under way is over."""
        if name in self._running:
            self._nudged.add(name)
        elif self._scheduler.running and self._scheduler.get_job(name):
            self._scheduler.modify_job(name, next_run_time=clock.now())

    def start(self) -> None:
        """Begin to tick, in the running event loop."""
        self._scheduler.start()
        self._watch = asyncio.create_task(self._watch_the_time())

    async def _watch_the_time(self) -> None:
        """Wake every tick when the clock is put back: else each would wait for its old time."""
        last = self._time()
        while True:
            await asyncio.sleep(1)
            if (time := self._time()) < last:
                for job in self._scheduler.get_jobs():
                    self.nudge(job.id)
            last = time

    async def stop(self, patience: float) -> None:
        """Begin no more ticks, and wait so many seconds for those under way, then cut them off."""
        if not self._scheduler.running:
            return
        self._scheduler.pause()
        if self._watch is not None:
            self._watch.cancel()
        under_way = [task for task in self._running.values() if task]
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=patience)
            if late:
                log.warning("cut off", ticks=sorted(self._running))
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._scheduler.shutdown(wait=False)
