"""Reading on a standby, where one is named: what need not be of this very moment."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlmodel import Session

from pbem.logs import log
from pbem.store.events import Logs, keep_logs, share
from pbem.store.named_hosts import ask, hang_up, named_hosts
from pbem.store.postgres import reaching
from pbem.store.primary import ANSWER, ERA
from pbem.store.statements import CompiledStatements

_BEHIND = 60
"""Seconds that a standby may be behind: a server at work writes every five, so that more of them
tell that nothing reaches it any more.
"""

_REST = 30.0
"""Seconds for which one that is gone is not asked again."""

_HOW_FAR = (
    "SELECT pg_is_in_recovery(),"
    " extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())"
)


class Replica:
    """The standby of a URL, which may come and go."""

    def __init__(self, url: str) -> None:
        self._logs = Logs()
        self._lock = Lock()
        self._gone_until = 0.0
        self._gone = False
        self._engine = create_engine(
            url,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args=reaching(url),
            execution_options={"compiled_cache": CompiledStatements()},
        )
        event.listen(self._engine, "do_connect", _standby)
        event.listen(self._engine, "begin", _keeps_up)

    @contextmanager
    def reading(self, archive: Path | None) -> Iterator[Session | None]:
        """One transaction that changes nothing; None while the standby is gone or too far behind,
        which the log says once. Finished games are in the `archive`.
        """
        session = self._begun(archive)
        if session is None:
            yield None
            return
        with session:
            yield session
            keep_logs(session)

    def _begun(self, archive: Path | None) -> Session | None:
        with self._lock:
            if time.monotonic() < self._gone_until:
                return None
        session = Session(self._engine)
        share(session, self._logs, archive)
        try:
            session.connection()
        except SQLAlchemyError as problem:
            session.close()
            self._told(str(getattr(problem, "orig", None) or problem).partition("\n")[0])
            return None
        with self._lock:
            self._gone = False
        return session

    def _told(self, why: str) -> None:
        with self._lock:
            self._gone_until = time.monotonic() + _REST
            told, self._gone = self._gone, True
        if not told:
            log.warning("the replica cannot be read, the primary is read instead", why=why)

    def close(self) -> None:
        """Give back every connection."""
        self._engine.dispose()


def _standby(dialect: Any, record: Any, _args: Any, given: dict[str, Any]) -> Any:
    """A connection to the first standby of those that are named."""
    said = []
    for place in named_hosts(given):
        answer = ask(dialect, place)
        if answer.who is not None and not answer.timeline:
            record.info[ANSWER], record.info[ERA] = answer, 1
            return answer.connection
        hang_up([answer])
        said.append(answer.problem or f"{place.name} is no standby")
    raise dialect.loaded_dbapi.OperationalError("; ".join(said))


def _keeps_up(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN READ ONLY")
    follows, behind = connection.exec_driver_sql(_HOW_FAR).one()
    if follows and behind is not None and behind <= _BEHIND:
        return
    why = "it is no standby any more"
    if follows:
        why = "nothing has reached it since its start"
        if behind is not None:
            why = f"it is {behind:.0f} seconds behind"
    connection.invalidate()
    raise OperationalError(_HOW_FAR, None, Exception(why))
