"""Which of several PostgreSQLs is the primary is found, and one that was it once is refused."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from engine import BidMade, Seat
from pbem.config.settings import Settings
from pbem.context import Context
from pbem.context.services import open_services
from pbem.doctor.finding import Verdict
from pbem.doctor.local import database as looked_at
from pbem.domain.logged import Actor, Logged
from pbem.games.guests import Person
from pbem.games.set_up import new_game
from pbem.store.backup import CannotCopy
from pbem.store.database import CannotOpen, Database, DatabaseUnavailable, shown
from pbem.store.dump import dump
from pbem.store.events import append, load_log, read_log
from pbem.store.hosts import hosts, old_hosts
from pbem.store.server import server_value, set_server_value
from tests.club import MORNING
from tests.effort import LONG
from tests.servers import HOST
from tests.servers.following import OWNER, Follower, Followers, followers, until
from tests.servers.postgres import programs
from tests.setups import set_up
from tests.table import SHORT

pytestmark = LONG


@pytest.fixture(name="both")
def _both(tmp_path, monkeypatch) -> Iterator[Followers]:
    """Two that may be killed and promoted."""
    monkeypatch.chdir(tmp_path)
    with followers() as found:
        found.create("games")
        yield found


def only(one: Follower, *, pooled: bool = False) -> str:
    """The URL of a database that names one of them alone."""
    return f"postgresql+psycopg://{OWNER}@{HOST}:{one.pool if pooled else one.port}/games"


def note(db: Database, value: bytes) -> None:
    with db.begin() as session:
        set_server_value(session, "note", value)


def noted(one: Follower) -> bytes:
    [(value,)] = one.ask("SELECT value FROM server WHERE name = 'note'", "games")
    return bytes(value)


def refused(db: Database, value: bytes) -> str:
    """What is said when something cannot be noted."""
    with pytest.raises(DatabaseUnavailable) as problem:
        note(db, value)
    return str(problem.value)


def test_the_server_goes_on_with_the_one_that_was_promoted(both, tmp_path, monkeypatch):
    """A transaction may fail once through a pool; nothing has to be started again for the next.

    The old primary is there again before anybody has missed it, and named first. Copies are taken
    of the new one.
    """
    first, second = both.both
    with ExitStack() as opened, capture_logs() as said:
        past, through = (
            opened.enter_context(closing(Database(both.url("games", pooled=pooled))))
            for pooled in (False, True)
        )
        note(past, b"before")
        note(through, b"before")
        both.fail_over()
        first.start()
        assert "the server behind the pool" in refused(through, b"lost")
        note(through, b"after")
        note(past, b"again")

        assert (noted(first), noted(second)) == (b"before", b"again")
        for pooled in (False, True):
            where = f"{HOST}:{first.pool if pooled else first.port}"
            told = [one["event"] for one in said if where in one["event"]]
            assert [one.partition(" (")[0] for one in told] == [f"{where} is an old primary"]

    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")
    dump(both.url("games"), tmp_path / "copy.dump")
    with pytest.raises(CannotCopy, match="name the PostgreSQL itself as `source` of `backups`"):
        dump(both.url("games", pooled=True), tmp_path / "other.dump")
    assert [one.name for one in tmp_path.glob("*.dump")] == ["copy.dump"]


def test_an_old_primary_is_refused_by_all_who_run_here(both):
    """Of what one process has seen the others in its folder know, connected already or not."""
    first, second = both.both
    with closing(Database(only(first))) as past, closing(Database(only(first, pooled=True))) as db:
        note(past, b"before")
        second.promote()
        Database(both.url("games")).close()

        for known, port in ((past, first.port), (db, first.pool)):
            sentence = f"{HOST}:{port} is an old primary (timeline 1, and 2 has been seen)"
            assert sentence in refused(known, b"after")
        with pytest.raises(CannotOpen, match="make it a standby of the new one with pg_rewind"):
            Database(only(first))
        assert noted(first) == noted(second) == b"before"


def test_a_role_that_may_not_ask_which_server_it_is_on_needs_one_host_alone(both):
    """Through a pool, too; of two it is told what is to be granted, on either."""
    both.primary.ask("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC", "games")
    for pooled in (False, True):
        with closing(Database(only(both.primary, pooled=pooled))) as db:
            note(db, b"alone")
            note(db, b"again")
        assert noted(both.primary) == b"again"

    granted = f"GRANT EXECUTE ON FUNCTION pg_control_system() TO {OWNER}"
    with pytest.raises(CannotOpen, match=re.escape(granted)):
        Database(both.url("games"))
    both.primary.ask(granted, "games")
    with closing(Database(both.url("games"))) as db:
        note(db, b"both")
    assert noted(both.primary) == b"both"


def test_who_comes_back_as_a_standby_is_followed_by_nobody_and_named_by_doctor(both):
    first, second = both.both
    url = both.url("games")
    Database(url).close()
    assert [(one.primary, one.trouble) for one in hosts(url)] == [(True, ""), (False, "")]

    both.fail_over()
    assert "Connection refused" in hosts(url)[0].trouble
    first.start()
    [old] = old_hosts(url)
    assert old.startswith(
        f"{HOST}:{first.port} is an old primary (timeline 1, and 2 has been seen)"
    )
    bad = [one for one in looked_at(Settings(database=url)) if one.verdict is Verdict.BAD]
    assert [one.what for one in bad] == [old]

    first.shut_down()
    first.follow(second, rewind=True)
    assert [(one.primary, one.trouble) for one in hosts(url)] == [(False, ""), (True, "")]
    first.kill()
    [waits] = [one for one in looked_at(Settings(database=url)) if one.verdict is Verdict.BAD]
    assert "waits for a standby at each commit" in waits.what


def test_a_pool_keeps_nothing_and_a_replica_is_read_while_it_keeps_up(both):
    """Of two that are named the one that is a standby is the replica, whichever that is."""
    with closing(Database(both.url("games", pooled=True))) as db:
        for lasting, waits in ((False, "off"), (True, "on"), (False, "off")):
            with db.begin(lasting=lasting) as session:
                asked = "SELECT current_setting('synchronous_commit'), current_setting('{}')"
                found = session.execute(text(asked.format("lock_timeout"))).one()
                assert tuple(found) == (waits, "30s")
        with db.only_one("deadlines") as ours, db.only_one("deadlines") as theirs:
            assert (ours, theirs) == (True, False)
        with db.only_one("deadlines") as ours:
            assert ours
        for _ in range(20):  # More often than a statement is sent before it is prepared.
            note(db, os.urandom(8))

    url = both.url("games")
    with closing(Database(url, replica=url)) as db, capture_logs() as said:
        note(db, b"one")

        def read() -> tuple[int, bytes]:
            with db.reading() as session:
                port = session.scalar(text("SELECT inet_server_port()"))
                return port, server_value(session, "note", b"")

        until(lambda: read() == (both.standby.port, b"one"), "the replica to have it")
        both.standby.kill()
        both.primary.ask("ALTER SYSTEM RESET synchronous_standby_names")
        both.primary.ask("SELECT pg_reload_conf()")
        note(db, b"two")

        assert [read(), read()] == [(both.primary.port, b"two")] * 2
        told = [one["event"] for one in said]
        assert told == ["the replica cannot be read, the primary is read instead"]


def test_what_was_not_to_last_and_is_lost_is_forgotten_by_who_remembers_it(both):
    """A log that a server has in memory is not longer than that of the new primary."""
    with closing(Database(both.url("games"))) as db:
        services = open_services(db, Settings(mailbox="table@ohhell.localhost"))
        with db.begin() as session:
            people = [Person(name, f"{name}@club.example") for name in ("anna", "bruno", "ruth")]
            new_game(
                Context(services, session, MORNING),
                name="Lindy",
                setup=set_up(SHORT),
                organiser=people[0],
                people=people,
                zone="UTC",
                invite=False,
            )
        length = _bid(db, 1, lasting=True)
        [(sender,)] = both.primary.ask("SELECT pid FROM pg_stat_replication")
        os.kill(sender, signal.SIGSTOP)
        assert _bid(db, 2, lasting=False) == length + 1
        both.fail_over()

        assert _bid(db, 3, lasting=True) == length + 1
        with db.begin() as session:
            [*_, before, last] = load_log(session, 1)
            assert (before.entry, last.entry) == (BidMade(Seat(1), 1), BidMade(Seat(1), 3))
            assert load_log(session, 1) == read_log(session, 1)


def _bid(db: Database, tricks: int, *, lasting: bool) -> int:
    """Add a bid to the log of the only game; how long that is then."""
    with db.begin(lasting=lasting) as session:
        at = len(load_log(session, 1))
        bid = Logged(at, at, Actor.PLAYER, Seat(1), BidMade(Seat(1), tricks))
        append(session, 1, [bid], MORNING)
    return at + 1


def test_the_hosts_are_shown_and_the_password_is_not():
    url = "postgresql+psycopg://me:secret@/games?host=one.example:5432&host=two.example:5433"
    shows = "postgresql+psycopg://me:***@/games?host=one.example:5432&host=two.example:5433"
    assert shown(url) == shows
    assert shown(f"{url}&password=secret") == shows
