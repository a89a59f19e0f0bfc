"""Mails that arrive together are stored in one commit, and each client hears 250 after it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import IO

from pbem.store.inbound import Arrived
from pbem.store.writer_turns import DatabaseUnavailable

Accept = Callable[[Sequence[Arrived]], None]
"""Stores mails for good, or raises. It blocks, so it runs in a thread."""

_TOGETHER, _MOST_BYTES = 50, 1_000_000
"""So many clients' mails are stored in one commit."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    body: IO[bytes]
    mails: Callable[[bytes], Sequence[Arrived]]
    stored: asyncio.Future[None]

    def read(self) -> Sequence[Arrived]:
        self.body.seek(0)
        return self.mails(self.body.read())


class Together:
    """Stores what came while the commit before was under way; what comes alone, at once."""

    def __init__(self, accept: Accept) -> None:
        self._accept = accept
        self._waiting: list[_Waiting] = []
        self._work: asyncio.Task[None] | None = None

    async def store(self, body: IO[bytes], mails: Callable[[bytes], Sequence[Arrived]]) -> None:
        """Store for good what one client brought, or raise; the file of its bytes is closed.

        `mails` makes mails of them. Who stops waiting has them stored all the same.
        """
        one = _Waiting(body, mails, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        if self._work is None:
            self._work = asyncio.create_task(self._store_all())
        await one.stored

    async def _store_all(self) -> None:
        while self._waiting:
            some = self._first()
            problems = await asyncio.to_thread(self._stored, some)
            for one, problem in zip(some, problems, strict=True):
                one.body.close()
                if one.stored.done():
                    continue
                if problem is None:
                    one.stored.set_result(None)
                else:
                    one.stored.set_exception(problem)
        self._work = None

    def _first(self) -> list[_Waiting]:
        some = [self._waiting.pop(0)]
        size = some[0].body.tell()
        while self._waiting and len(some) < _TOGETHER:
            size += self._waiting[0].body.tell()
            if size > _MOST_BYTES:
                break
            some.append(self._waiting.pop(0))
        return some

    def _stored(self, some: Sequence[_Waiting]) -> list[Exception | None]:
        """What kept each from being stored: what cannot be stored keeps out nothing else."""
        problem = self._problem(some)
        if problem is None or isinstance(problem, DatabaseUnavailable) or len(some) == 1:
            return [problem] * len(some)
        return [self._problem([one]) for one in some]

    def _problem(self, some: Iterable[_Waiting]) -> Exception | None:
        try:
            self._accept([mail for one in some for mail in one.read()])
        except Exception as problem:
            return problem
        return None
