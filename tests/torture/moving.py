"""A whole database moved by `pbem move`, out of its file into a PostgreSQL and back.

It is killed three times each way, which must leave both ends as they were. Letters that were sent
before it moved are answered where it lies then.
"""

from __future__ import annotations

import hashlib
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import NullPool, create_engine, inspect

from pbem.domain.outcomes import Played
from pbem.store.whole_tables import TableHeld, all_tables, held_in
from tests.bench.crowd import Crowd
from tests.bench.moves import answers, hand_in
from tests.club import became
from tests.memory import most_resident
from tests.servers.postgres import Postgres, postgres
from tests.torture.players import Players
from tests.torture.server import ENVIRONMENT, PBEM, ServerProcess, wait_until
from tests.torture.sink import Sink
from tests.torture.workers import Workers

PARTS = (1 / 3, 2 / 3, 1)
"""How far a move has come when it is killed."""

_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move took: seconds, and the most memory that its process had, in MB."""

    seconds: float
    memory: float


class Moving:
    """A server's database on its way; `first` is the file it comes from, whose server has stopped.

    Some players have their questions by letters that were sent there.
    """

    def __init__(self, folder: Path, sink: Sink, server: Postgres, games: int) -> None:
        self._folder, self._sink, self._postgres = folder, sink, server
        self._crowd = Crowd(folder / "first", sink, games, None)
        self.first = self._crowd.server.file
        try:
            self._crowd.block()
            self._crowd.server.stop()
        finally:
            self._crowd.server.kill()
        self._database = server.create()
        self.url = server.url(self._database)

    @property
    def version(self) -> str:
        """That of the PostgreSQL."""
        with self._postgres.connect() as server:
            [told] = server.execute("show server_version").fetchone() or [""]
        return str(told).partition(" ")[0]

    def out_of_the_file(self) -> Moved:
        """Move it into the PostgreSQL, at the fourth attempt."""
        before, source = _bytes(self.first), f"sqlite:///{self.first}"
        for part in PARTS:
            self._killed(part, source, self.url)
            assert _bytes(self.first) == before
        moved = self._moved(source, self.url)
        assert _bytes(self.first) == before
        assert _held(self.url) == _held(source)
        return moved

    def into_a_file(self, file: Path) -> Moved:
        """Move it out of the PostgreSQL again, at the fourth attempt."""
        before, target = _held(self.url), f"sqlite:///{file}"
        for part in PARTS:
            self._killed(part, self.url, target)
        assert _held(self.url) == before
        moved = self._moved(self.url, target)
        assert _held(self.url) == _held(target) == before
        return moved

    def answered_in_the_postgresql(self) -> int:
        """Answer the letters from before by mail; how many answers were played, which is all."""
        (self._folder / "there").mkdir()
        servers = Workers(
            *(self._folder / "there", self._sink.port, self._postgres, self._database, ("all",)),
            extra=self._crowd.mailbox,
        )
        servers.start(0)
        try:
            count = self._answered(servers)
            servers.stop()
        finally:
            servers.kill(0)
        return count

    def answered_in_a_file(self, file: Path) -> int:
        """The same where it has come back; the file is `ohhell.db` in a folder."""
        server = ServerProcess(file.parent, self._sink.port, self._crowd.mailbox)
        server.start()
        try:
            count = self._answered(server)
            server.stop()
        finally:
            server.kill()
        return count

    def _answered(self, server: ServerProcess | Workers) -> int:
        replies, ask = self._crowd.next, server.ask
        hand_in(server.smtp, replies)
        wait_until(
            lambda: (
                not ask("select 1 from inbound where state = 'new'")
                and not ask("select 1 from outbox where state in ('queued', 'sending')")
            ),
            "all mail to have come and gone",
            120,
        )
        for reply in replies:
            [(told,)] = ask("select outcomes from inbound where digest = ?", reply.digest)
            assert isinstance(became(told), Played), told
        self._crowd.next = answers(Players(self._sink, server))
        assert len(self._crowd.next) == len(replies)
        return len(replies)

    def _killed(self, part: float, source: str, target: str) -> None:
        """Begin to move, and be killed on the way; nothing is in the target then."""
        program = [sys.executable, "-m", "tests.torture.killed_move", str(part), source, target]
        done = subprocess.run(program, cwd=_ROOT, env=ENVIRONMENT, capture_output=True, text=True)
        assert done.returncode == -signal.SIGKILL, done.stdout + done.stderr
        wait_until(self._left_alone, "the PostgreSQL to notice")
        engine = create_engine(target, poolclass=NullPool)
        assert inspect(engine).get_table_names() == []

    def _left_alone(self) -> bool:
        asked = "select 1 from pg_stat_activity where datname = %s"
        with self._postgres.connect() as server:
            return not server.execute(asked, (self._database,)).fetchall()

    def _moved(self, source: str, target: str) -> Moved:
        began, most = time.perf_counter(), 0.0
        with subprocess.Popen(
            [*PBEM, "move", source, target],
            cwd=self._folder,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            while process.poll() is None:
                most = max(most, most_resident(process.pid))
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.02)
            assert process.stdout is not None
            assert process.returncode == 0, process.stdout.read()
        return Moved(time.perf_counter() - began, most)


@contextmanager
def moving(folder: Path, games: int, programs: Path | None = None) -> Iterator[Moving]:
    """A file with so many open games, and a PostgreSQL whose commits last."""
    safe = ("fsync=on", "full_page_writes=on")
    with Sink() as sink, postgres(*safe, programs=programs) as server:
        yield Moving(folder, sink, server, games)


def written(file: Path) -> str:
    """A digest of all rows of a file as they are written there, in whatever order."""
    total = 0
    with closing(sqlite3.connect(file)) as db:
        tables = db.execute("select name from sqlite_master where type = 'table' order by name")
        for (name,) in tables.fetchall():
            for row in db.execute(f'select * from "{name}"'):
                said = repr((name, row)).encode()
                total += int.from_bytes(hashlib.sha256(said).digest())
    return f"{total % 2**256:064x}"


def _bytes(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _held(url: str) -> dict[str, TableHeld]:
    with create_engine(url, poolclass=NullPool).connect() as connection:
        return {table.name: held_in(connection, table) for table in all_tables()}
