"""Which of the servers of a PostgreSQL is the primary now, and that none is taken for it that was.

An old primary that is started again can be written to beside the new one: whoever wrote there would
lose it. Its timeline tells, and that it was started again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any

from sqlalchemy.engine import Dialect
from sqlalchemy.pool import ConnectionPoolEntry

from pbem.logs import log
from pbem.store.named_hosts import Answer, NamedHost, Who, ask, hang_up, named_hosts
from pbem.store.timelines import Timelines

ANSWER, ERA = "answer", "era"
"""Under these names a connection has the `Answer` of its server among its facts, and the number of
that server among those found.
"""


def old_primaries(answers: Sequence[Answer], seen: Timelines) -> Iterator[tuple[Answer, str]]:
    """Those that answered as primaries and are none any more, each with a sentence that says so."""
    for one in answers:
        if one.who is None or not one.timeline:
            continue
        newest = max(
            seen.highest(one.who.system),
            *(other.timeline for other in answers if other.who and other.who[0] == one.who.system),
        )
        if one.timeline < newest:
            yield (
                one,
                f"{one.place.name} is an old primary (timeline {one.timeline}, and {newest} has"
                " been seen): nothing is written there; stop it, and make it a standby of the new"
                " one with pg_rewind",
            )


class Primary:
    """Finds it for each new connection of one engine.

    Each server that is found, or found started anew, begins an era: what an earlier one left in
    memory may be unknown to it, as it may not have got all that was not to last.
    """

    def __init__(self, seen: Timelines) -> None:
        self._eras: dict[Who | None, int] = {}
        self._seen = seen
        self._lock = Lock()
        self._now: tuple[str, Who] | None = None
        self._told: set[str] = set()

    def connect(
        self, dialect: Dialect, record: ConnectionPoolEntry, _args: Any, given: dict[str, Any]
    ) -> Any:
        """A connection to the primary; the dialect's OperationalError, with a sentence, if there
        is none that may be written to.
        """
        named, before = named_hosts(given), self._now
        found = self._as_before(dialect, named)
        if found is None:
            with self._lock:
                if self._now != before:
                    found = self._as_before(dialect, named)
                found = found or self._look_around(dialect, named)
        record.info[ANSWER], record.info[ERA] = found, self._eras[found.who]
        return found.connection

    def outdated(self, record: ConnectionPoolEntry) -> bool:
        """Whether a newer primary has been seen than that of a connection, here or beside."""
        who = record.info[ANSWER].who
        return bool(who.timeline < self._seen.highest(who.system))

    def _as_before(self, dialect: Dialect, named: Sequence[NamedHost]) -> Answer | None:
        """The server that was found last, if it has been there all the time since."""
        if self._now is None:
            return None
        name, who = self._now
        for place in named:
            if place.name == name and who.timeline >= self._seen.highest(who.system):
                answer = ask(dialect, place)
                if answer.who == who:
                    return answer
                hang_up([answer])
        return None

    def _look_around(self, dialect: Dialect, named: Sequence[NamedHost]) -> Answer:
        answers = [ask(dialect, place) for place in named]
        old = dict(old_primaries(answers, self._seen))
        for sentence in old.values():
            if sentence not in self._told:
                self._told.add(sentence)
                log.error(sentence)
        best = max(
            (one for one in answers if one.timeline and one not in old),
            key=lambda one: one.timeline,
            default=None,
        )
        hang_up(answers, but=best)
        if best is None or best.who is None:
            assert dialect.loaded_dbapi is not None
            raise dialect.loaded_dbapi.OperationalError(_nobody(answers, list(old.values())))
        self._seen.note(best.who.system, best.timeline)
        if self._now != (best.place.name, best.who):
            if self._now is not None:
                log.warning("the primary is another one now", host=best.place.name)
            self._eras.setdefault(best.who, len(self._eras) + 1)
            self._now = best.place.name, best.who
        return best


def _nobody(answers: Sequence[Answer], old: Sequence[str]) -> str:
    """Why there is no primary to be had."""
    if old:
        return old[0]
    standbys = [one.place.name for one in answers if one.who]
    failed = dict.fromkeys(one.problem for one in answers if one.problem)
    if not standbys:
        return "; ".join(failed)
    told = f"no primary is found: {', '.join(standbys)} can only be read; promote one"
    return "; ".join([told, *failed])
