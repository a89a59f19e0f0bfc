"""The real server as a process of its own, to be killed, and its database seen from outside."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

import psycopg
from sqlalchemy import make_url, text

from tests.databases import ON_POSTGRES, behind, database_url
from tests.servers import HOST, free_port, wait_for_port
from tests.servers.postgres import shared

T = TypeVar("T")

PBEM = [sys.executable, "-m", "pbem"]
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if "OHHELL" not in name and name != "PYTHONDONTWRITEBYTECODE"
}
"""That of a server that was installed: without our settings, its modules compiled once for all."""


class Stuck(AssertionError):
    """Something that had to happen did not, in all the time it was given."""


def wait_until(true: Callable[[], T], what: str, seconds: float = 30) -> T:
    """What is true, once it is; Stuck if it is not in time."""
    until = time.monotonic() + seconds
    while not (found := true()):
        if time.monotonic() > until:
            raise Stuck(f"waited {seconds} seconds for {what}")
        time.sleep(0.001)
    return found


def run_beside(folder: Path, *words: str) -> str:
    """Run a command with the settings of a folder; what it printed."""
    done = subprocess.run(
        [*PBEM, *words], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True
    )
    if done.returncode:
        raise AssertionError(f"pbem {' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


class ServerProcess:
    """`pbem serve` in a folder, with an SMTP and an LMTP receiver and a smarthost on loopback."""

    def __init__(self, folder: Path, smarthost: int, extra: str = "") -> None:
        self.folder, self.file = folder, folder / "ohhell.db"
        self.url = database_url(self.file)
        self.smtp, self.lmtp = free_port(), free_port()
        self.kills = 0
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "config.yaml").write_text(
            f"doors: [{{port: {self.smtp}}}, {{protocol: lmtp, port: {self.lmtp}}}]\n"
            f"smarthost: {{host: {HOST}, port: {smarthost}, tls: none}}\n"
            f"hold: 0\ntick: 0.5\nlimits: {{mails_a_day: null, newcomer_receipts: 0}}\n{extra}"
            + (f"database: {self.url}\n" if ON_POSTGRES else "")
        )

    @contextmanager
    def disk_full(self) -> Iterator[None]:
        """Nothing the server writes finds any room in this block."""
        assert self._process is not None
        who, what = self._process.pid, resource.RLIMIT_FSIZE
        before = resource.prlimit(who, what)
        resource.prlimit(who, what, (0, before[1]))
        yield
        resource.prlimit(who, what, before)

    @property
    def running(self) -> bool:
        """Whether it is there to be killed."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """The number of the process that runs."""
        assert self._process is not None
        return self._process.pid

    @property
    def memory(self) -> float:
        """What it holds in memory, in megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def launch(self) -> None:
        """Start it, and do not wait for it."""
        with (self.folder / "log").open("ab") as out:
            self._process = subprocess.Popen(
                [*PBEM, "serve"], cwd=self.folder, env=ENVIRONMENT, stdout=out, stderr=out
            )

    def wait(self, seconds: float) -> None:
        """Wait for its end; subprocess.TimeoutExpired if it runs on."""
        assert self._process is not None
        self._process.wait(seconds)

    def start(self) -> None:
        """Start it; returns once its receivers are open."""
        self.launch()
        for port in (self.smtp, self.lmtp):
            wait_for_port(port, 30, process=self._process, log=self.folder / "log")

    def kill(self) -> None:
        """Kill it as a power cut would, with no chance to say goodbye."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            self.kills += 1

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            assert process.wait(30) == 0

    def run(self, *words: str) -> str:
        """Run a command beside it; what it printed."""
        return run_beside(self.folder, *words)

    def ask(self, sql: str, *values: object) -> list[tuple]:
        """What the database holds now, committed and nothing else."""
        if ON_POSTGRES:
            with self._connected() as db:
                return db.execute(sql.replace("?", "%s"), values or None).fetchall()
        with closing(sqlite3.connect(self.file, timeout=30)) as db:
            return db.execute(sql, values).fetchall()

    def do(self, sql: str) -> None:
        """Change the database behind its back."""
        with behind(self.file) as db:
            db.execute(text(sql))

    def _connected(self) -> psycopg.Connection:
        return shared().connect(str(make_url(self.url).database))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nothing can be committed in this block: whoever wants to write waits."""
        if ON_POSTGRES:
            with self._connected() as db, db.transaction():
                names = "select quote_ident(tablename) from pg_tables where schemaname = 'public'"
                tables = ", ".join(name for (name,) in db.execute(names))
                db.execute(f"lock table {tables} in exclusive mode")
                yield
            return
        free = {"isolation_level": None, "check_same_thread": False}
        with closing(sqlite3.connect(self.file, timeout=30, **free)) as db:
            db.execute("begin immediate")
            yield
            db.execute("rollback")
