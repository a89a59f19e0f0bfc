"""The engine of a PostgreSQL: several hosts, of which one is the primary, or a pool in front.

Whatever holds for a transaction is said at its beginning, in the message that begins it: a pool by
transaction (PgBouncer) leads each to another connection, which keeps nothing that was said before.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError, OperationalError

from pbem.store.named_hosts import who_says
from pbem.store.primary import ANSWER, Primary
from pbem.store.statements import CompiledStatements
from pbem.store.timelines import Timelines

BRIEF = "brief"
"""Says of a transaction, and of the connection it is on, that its commit waits for no disk."""

_REACHING = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
"""How long a PostgreSQL is waited for, in seconds, and in milliseconds where it was lost."""

_PATIENCE = "SET LOCAL lock_timeout='30s'; SET LOCAL idle_in_transaction_session_timeout='10min'"
"""How soon it gives up a lock, and a server of ours that is gone."""


def reaching(url: str) -> dict[str, int]:
    """What a connection is given beside what stands in the URL."""
    given = make_url(url).query
    return {name: value for name, value in _REACHING.items() if name not in given}


def postgres_engine(url: str) -> Engine:
    """The engine of a PostgreSQL as it is; each connection is to the one that is primary now."""
    engine = create_engine(
        url,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args=reaching(url),
        execution_options={"compiled_cache": CompiledStatements()},
    )
    patience = "" if "options" in make_url(url).query else _PATIENCE
    primary = Primary(Timelines())
    event.listen(engine, "do_connect", primary.connect)

    @event.listens_for(engine, "checkout")
    def lent(_bare: Any, record: Any, _lent: Any) -> None:
        if primary.outdated(record):
            raise DisconnectionError("a newer primary has been seen")

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("isolation_level") == "AUTOCOMMIT":
            return
        bare: Any = connection.connection.dbapi_connection
        said = [
            "BEGIN" if bare.autocommit else "",
            patience,
            "SET LOCAL synchronous_commit = off" if BRIEF in options else "",
        ]
        connection.exec_driver_sql("; ".join(filter(None, said)))
        if connection.info[ANSWER].pooled:
            _still_there(connection)

    return engine


def _still_there(connection: Connection) -> None:
    """Make sure that a pool leads this transaction to the server that was found behind it."""
    known = connection.info[ANSWER]
    if who_says(connection.exec_driver_sql(known.asked).one()) != known.who:
        problem = Exception("the server behind the pool of connections is another one now")
        connection.invalidate()
        raise OperationalError(known.asked, None, problem)
