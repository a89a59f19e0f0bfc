"""The primary is found whatever else is named, and by a role that may hardly ask anything."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest

from pbem.config.settings import Settings
from pbem.doctor.finding import Verdict
from pbem.doctor.local import database as looked_at
from pbem.store.database import CannotOpen, Database
from pbem.store.server import server_value, set_server_value
from tests.servers import HOST
from tests.servers.postgres import Postgres, shared

GRANT = 'GRANT EXECUTE ON FUNCTION pg_control_system() TO "no-body"'


@pytest.fixture(name="limited")
def _limited(tmp_path, monkeypatch) -> Iterator[str]:
    """A database whose owner may not ask which server it is on."""
    monkeypatch.chdir(tmp_path)
    name = shared().create()
    with shared().connect(name) as server:
        server.execute('CREATE ROLE "no-body" LOGIN')
        server.execute(f'ALTER DATABASE {name} OWNER TO "no-body"')
        server.execute("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC")
    yield name
    with shared().connect() as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        server.execute('DROP ROLE "no-body"')


def url(server: Postgres, database: str, *hosts: str) -> str:
    named = "&".join(f"host={one}" for one in hosts or [str(server.folder)])
    return f"postgresql+psycopg://no-body@/{database}?{named}"


def note(db: Database, value: bytes) -> bytes:
    """What is noted once it has been."""
    with db.begin() as session:
        set_server_value(session, "note", value)
    with db.begin() as session:
        return server_value(session, "note", b"")


def test_one_host_is_used_by_a_role_that_may_not_ask_which_it_is(limited):
    """It cannot tell an old primary by that, which `pbem doctor` says, with what to type."""
    where = url(shared(), limited)
    with closing(Database(where)) as db:
        assert note(db, b"one") == b"one"

    answers, unsure = looked_at(Settings(database=where))
    assert (answers.verdict, unsure.verdict) == (Verdict.GOOD, Verdict.LOOK)
    assert GRANT in unsure.advice

    with shared().connect(limited) as server:
        server.execute(GRANT)
    [answers] = looked_at(Settings(database=where))
    assert answers.verdict is Verdict.GOOD


def test_of_several_hosts_it_must_be_able_to_ask_and_is_told_what_to_type(limited):
    where = url(shared(), limited, *[str(shared().folder)] * 2)
    with pytest.raises(CannotOpen) as problem:
        Database(where)
    assert str(problem.value).endswith(
        'of several servers "no-body" must be allowed to ask which is which: on the primary, in the'
        f" database {limited}, let an administrator type {GRANT}"
    )
    assert str(problem.value).count(GRANT) == 1

    with shared().connect(limited) as server:
        server.execute(GRANT)
    with closing(Database(where)) as db:
        assert note(db, b"two") == b"two"


@contextmanager
def swallowing(backlog: int) -> Iterator[str]:
    """A host that answers nothing; with no `backlog` none of its connections comes about either."""
    with socket.socket() as listener, ExitStack() as waiting:
        listener.bind((HOST, 0))
        listener.listen(backlog)
        where = listener.getsockname()
        for _ in range(0 if backlog else 4):
            one = waiting.enter_context(socket.socket())
            one.setblocking(False)
            with suppress(BlockingIOError):
                one.connect(where)
        yield f"{HOST}:{where[1]}"


@pytest.mark.parametrize(("backlog", "more"), [(0, ""), (20, ""), (0, "&connect_timeout=0")])
def test_a_host_that_swallows_all_is_waited_for_three_seconds(tmp_path, monkeypatch, backlog, more):
    """The next is asked then, and nothing waits for the silent one once the primary is known."""
    monkeypatch.chdir(tmp_path)
    with swallowing(backlog) as silent:
        began = time.monotonic()
        where = url(shared(), shared().create(), silent, str(shared().folder))
        with closing(Database(where.replace("no-body", "postgres") + more)) as db:
            first = time.monotonic() - began
            assert note(db, b"one") == b"one"
            later = time.monotonic() - began - first
    assert (2.5 < first < 9, later < 2) == (True, True)
