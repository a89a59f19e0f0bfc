"""The hosts that the URL of a PostgreSQL names, each asked which server is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy.engine import Dialect

_OF_ITSELF = (
    "CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_walfile_name(pg_current_wal_lsn()) END,"
    " pg_postmaster_start_time()::text, pg_backend_pid()"
)
"""What a server says of itself. The name of a file of its journal begins with its timeline, which
is the new one from the first moment after a promotion on.
"""

_ASK = f"SELECT system_identifier::text, {_OF_ITSELF} FROM pg_control_system()"
_ASK_LESS = f"SELECT '', {_OF_ITSELF}"
_NOT_ALLOWED = "42501"

_SEVERAL = 3
"""Seconds that each of several servers is waited for."""


class Who(NamedTuple):
    """A server as it answered: of which database, on which timeline, started when.

    A standby, which writes none, has the timeline 0. The first is empty if it may not be asked.
    """

    system: str
    timeline: int
    started: str


class NamedHost(NamedTuple):
    """Where a server is said to be: its name to a person, what a connection to it is given, and
    whether it is the only one that is named.
    """

    name: str
    given: Mapping[str, Any]
    alone: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What became of asking one place: who answered on which connection, or why nobody did.

    `pooled` tells that something stands in between, which may lead each transaction elsewhere;
    `grant` is what an administrator types where it may not be asked which database it has.
    """

    place: NamedHost
    connection: Any = None
    who: Who | None = None
    pooled: bool = False
    problem: str = ""
    grant: str = ""

    @property
    def asked(self) -> str:
        """The statement that it answered, to be asked again."""
        return _ASK_LESS if self.grant else _ASK

    @property
    def timeline(self) -> int:
        """The timeline it writes; 0 if it writes none."""
        return self.who.timeline if self.who else 0


def who_says(row: Sequence[Any]) -> Who:
    """The server that gave this row when it was asked."""
    system, journal, started = row[:3]
    return Who(system, int(journal[:8], 16) if journal else 0, started)


def named_hosts(given: Mapping[str, Any]) -> list[NamedHost]:
    """The places that are named in what a connection is given, in their order."""
    hosts = str(given.get("host", "")).split(",")
    ports = str(given.get("port", "")).split(",")
    if len(ports) != len(hosts):
        ports = ports * len(hosts)
    kept = {key: given[key] for key in given if key not in ("host", "port", "target_session_attrs")}
    if len(hosts) > 1:
        seconds = int(kept.get("connect_timeout", 0))
        kept["connect_timeout"] = min(_SEVERAL, seconds) if seconds > 0 else _SEVERAL
    found = []
    for host, port in zip(hosts, ports, strict=True):
        where = {name: value for name, value in (("host", host), ("port", port)) if value}
        name = ":".join(where.values()) or "this machine"
        found.append(NamedHost(name, {**kept, **where}, alone=len(hosts) == 1))
    return found


def ask(dialect: Dialect, place: NamedHost) -> Answer:
    """Connect to a place, in no transaction, and ask who is there."""
    assert dialect.loaded_dbapi is not None
    try:
        connection: Any = dialect.connect(**place.given)
        try:
            connection.autocommit = True
            row, grant = _answered(dialect, connection, place)
        except BaseException:
            connection.close()
            raise
    except dialect.loaded_dbapi.Error as problem:
        said = str(problem).strip().partition("\n")[0]
        return Answer(place, problem=said.removeprefix("connection failed: "))
    pooled = connection.info.backend_pid != row[3]
    if pooled:
        # What was prepared on one server connection is not there on the next.
        connection.prepare_threshold = None
    return Answer(place, connection, who_says(row), pooled, grant=grant)


def _answered(dialect: Dialect, connection: Any, place: NamedHost) -> tuple[Any, str]:
    """What a server says, and what is to be granted; where that is indispensable, its error."""
    assert dialect.loaded_dbapi is not None
    try:
        return connection.execute(_ASK).fetchone(), ""
    except dialect.loaded_dbapi.Error as problem:
        if getattr(problem, "sqlstate", "") != _NOT_ALLOWED:
            raise
    role = dialect.identifier_preparer.quote(connection.info.user)
    grant = f"GRANT EXECUTE ON FUNCTION pg_control_system() TO {role}"
    if place.alone:
        return connection.execute(_ASK_LESS).fetchone(), grant
    raise dialect.loaded_dbapi.OperationalError(
        f"of several servers {role} must be allowed to ask which is which: on the primary, in the"
        f" database {connection.info.dbname}, let an administrator type {grant}"
    )


def hang_up(answers: Sequence[Answer], but: Answer | None = None) -> None:
    """Close the connections on which these were answered."""
    for one in answers:
        if one.connection is not None and one is not but:
            with suppress(Exception):
                one.connection.close()
