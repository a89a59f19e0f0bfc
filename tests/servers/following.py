"""PostgreSQLs that follow each other, on ports of loopback, each with a PgBouncer in front.

One is the primary, the next its synchronous standby; any can be killed, promoted, and started again
unasked. Ordinary users own the databases, as on a machine of somebody's own.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.servers import HOST, free_port, need, server_folder, wait_for_port
from tests.servers.postgres import programs_for, user_of_servers

OWNER = "ohhell"
_PATIENCE = 30
_TEXTS = ("-E", "UTF8", "--locale=C")


class Follower:
    """One PostgreSQL and its PgBouncer, which pools by transaction."""

    def __init__(self, folder: Path, programs: Path, name: str) -> None:
        self.name, self.data = name, folder / name
        self.port, self.pool = free_port(), free_port()
        self._folder, self._programs = folder, programs
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def make(self) -> None:
        """Make it anew, as the first that others follow."""
        self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-N", "-k", *_TEXTS)

    def start(self) -> None:
        """Start it as whatever it was, unless it runs; returns once it can be asked."""
        if "postgres" in self._running:
            return
        words = [self._programs / "postgres", "-D", self.data, "-k", self._folder, "-p", self.port]
        said = (
            f"listen_addresses={HOST}",
            "wal_keep_size=512MB",
            "max_connections=80",
            "fsync=off",
        )
        self._launch("postgres", [*words, *(word for one in said for word in ("-c", one))])
        until(lambda: self._answers(), f"{self.name} to answer")

    def open_pool(self) -> None:
        """Start its PgBouncer, which stays whatever becomes of the server behind it."""
        told = self._folder / f"{self.name}.ini"
        told.write_text(
            f"[databases]\n* = host={HOST} port={self.port} user={OWNER}\n[pgbouncer]\n"
            f"listen_addr = {HOST}\nlisten_port = {self.pool}\nunix_socket_dir =\n"
            "auth_type = any\npool_mode = transaction\ndefault_pool_size = 30\n"
            "server_connect_timeout = 2\nserver_login_retry = 1\nquery_wait_timeout = 5\n"
        )
        self._launch("pgbouncer", [need("pgbouncer"), told])
        wait_for_port(self.pool, process=self._running["pgbouncer"], log=self.log)

    @property
    def log(self) -> Path:
        """What it and its PgBouncer have said."""
        return self._folder / f"{self.name}.log"

    def kill(self, what: str = "postgres") -> None:
        """Kill all its processes, as a power cut would."""
        process = self._running.pop(what, None)
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def shut_down(self) -> None:
        """Let it stop in peace, with nobody connected any more."""
        process = self._running.pop("postgres")
        process.send_signal(signal.SIGINT)
        process.wait(_PATIENCE)

    def close(self) -> None:
        """End both, at once."""
        for what in list(self._running):
            self.kill(what)

    def ask(
        self, statement: str, database: str = "postgres", *, pooled: bool = False
    ) -> list[tuple]:
        """What it answers, past the pool or through it."""
        port, user = (self.pool, OWNER) if pooled else (self.port, "postgres")
        where = f"host={HOST} port={port} user={user} dbname={database} connect_timeout=3"
        with psycopg.connect(where, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def follow(self, primary: Follower, *, rewind: bool = False) -> None:
        """Become the synchronous standby of another: anew, or by going back to where they parted.

        What it is rewound with is what that one says of itself on disk, so it writes that first.
        """
        where = f"host={HOST} port={primary.port} user=postgres application_name={self.name}"
        if rewind:
            primary.ask("CHECKPOINT")
            source = f"--source-server={where} dbname=postgres"
            self._run("pg_rewind", "-D", self.data, source, "-R", "-N")
        else:
            self._run("pg_basebackup", "-D", self.data, "-d", where, "-R", "-c", "fast", "-N")
        self.start()
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.ask("SELECT pg_reload_conf()")
        synced = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
        until(lambda: primary.ask(synced), f"{self.name} to follow {primary.name}")

    def promote(self) -> None:
        """Make it the primary, which waits for no standby: it has inherited that it should."""
        self.ask("ALTER SYSTEM RESET synchronous_standby_names")
        self.ask("SELECT pg_reload_conf()")
        self.ask("SELECT pg_promote()")

    def wait_for_pool(self, database: str) -> None:
        """Return once its PgBouncer lets one in again: whoever comes first after a server was gone
        is still refused.
        """
        until(lambda: self._asked(database, pooled=True), f"{self.name} to answer through its pool")

    def _answers(self) -> bool:
        process = self._running["postgres"]
        if process.poll() is not None:
            raise RuntimeError(self.log.read_text(errors="replace")[-4000:])
        return self._asked("postgres", pooled=False)

    def _asked(self, database: str, *, pooled: bool) -> bool:
        with suppress(psycopg.OperationalError):
            return bool(self.ask("SELECT 1", database, pooled=pooled))
        return False

    def _run(self, program: str, *words: object) -> None:
        done = subprocess.run(
            [self._programs / program, *map(str, words)],
            cwd=self._folder,
            user=user_of_servers(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout.decode(errors='replace')}")

    def _launch(self, what: str, words: list[object]) -> None:
        with self.log.open("ab") as out:
            self._running[what] = subprocess.Popen(
                [str(word) for word in words],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd=self._folder,
                start_new_session=True,
                user=user_of_servers(),
            )


class Followers:
    """Two of them; `primary` is who is the primary now, `standby` who follows it, or should."""

    def __init__(self, one: Follower, other: Follower) -> None:
        self.both = one, other
        self.primary, self.standby = one, other

    def url(self, database: str, *, pooled: bool = False) -> str:
        """The URL of a database on whichever is the primary, past the pools or through them."""
        hosts = "&".join(f"host={HOST}:{one.pool if pooled else one.port}" for one in self.both)
        return f"postgresql+psycopg://{OWNER}@/{database}?{hosts}"

    def connect(self, database: str) -> psycopg.Connection:
        """A connection to the primary, past its pool; waits while there is none."""
        end = time.monotonic() + _PATIENCE
        while True:
            where = f"host={HOST} port={self.primary.port} user={OWNER} dbname={database}"
            try:
                return psycopg.connect(where, autocommit=True)
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.02)

    def create(self, database: str) -> str:
        """A new database of an ordinary user."""
        self.primary.ask(f"CREATE DATABASE {database} OWNER {OWNER}")
        return database

    def fail_over(self) -> None:
        """The primary is killed, and the standby promoted."""
        self.primary.kill()
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary


@contextmanager
def followers(programs: Path | None = None) -> Iterator[Followers]:
    """A primary with a synchronous standby, and a PgBouncer before each.

    Of the PostgreSQL whose `programs` are in that folder; otherwise of the one that pip installed.
    """
    need("pgbouncer")
    with server_folder() as folder:
        if user := user_of_servers():
            shutil.chown(folder, user)
        found = programs or programs_for(folder)
        both = Followers(Follower(folder, found, "one"), Follower(folder, found, "two"))
        try:
            both.primary.make()
            both.primary.start()
            both.primary.ask(f"CREATE ROLE {OWNER} LOGIN")
            both.standby.follow(both.primary)
            for one in both.both:
                one.open_pool()
            yield both
        finally:
            for one in both.both:
                one.close()


def until(true: Callable[[], object], what: str, seconds: float = _PATIENCE) -> None:
    """Return once something is true; RuntimeError if it is not in time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise RuntimeError(f"waited {seconds} seconds for {what}")
        time.sleep(0.02)
