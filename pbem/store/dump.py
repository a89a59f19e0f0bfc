"""Copies of a PostgreSQL, made by the `pg_dump` of its own version or of a newer one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from pbem.store.backup import CannotCopy, GoingOn, new_file
from pbem.store.disk import sync
from pbem.store.named_hosts import Answer, NamedHost
from pbem.store.postgres import postgres_engine
from pbem.store.primary import ANSWER

_ELSEWHERE = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin")
"""Where distributions put the programs of several versions of PostgreSQL."""

_LOOK = 0.2
"""Seconds between two looks whether a program may go on."""


def dump(url: str, to: Path, going_on: GoingOn = lambda: None) -> None:
    """Copy a PostgreSQL as it is at this moment into a new file that only its owner can read.

    CannotCopy if it cannot be done, and then nothing is left at `to`.
    """
    place, version = _primary(url)
    program = program_for("pg_dump", version)
    new_file(to)
    words = [program, "--format=custom", "--no-owner", "--no-acl", f"--file={to}"]
    try:
        run(words, going_on, env=_environment(url, place))
        sync(to)
        sync(to.parent)
    except BaseException:
        to.unlink(missing_ok=True)
        raise


def run(words: Sequence[str], going_on: GoingOn, env: Mapping[str, str] | None = None) -> None:
    """Run a program to its end; CannotCopy with its last words if it fails.

    What `going_on` raises ends it.
    """
    name = Path(words[0]).name
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=env,
        )
    except OSError as problem:
        raise CannotCopy(f"{name} cannot be run: {problem.strerror}") from problem
    with process:
        try:
            said = _ended(process, going_on)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        lines = said.decode("utf-8", "replace").strip().splitlines() or ["it said nothing"]
        raise CannotCopy(f"{name} ended with {process.returncode}: {lines[-1].strip()}")


def _ended(process: subprocess.Popen[bytes], going_on: GoingOn) -> bytes:
    """What a program has said once it has ended."""
    while True:
        with suppress(subprocess.TimeoutExpired):
            _, said = process.communicate(timeout=_LOOK)
            return said
        going_on()


def program_for(name: str, version: int) -> str:
    """A program of PostgreSQL that understands a server of this version; CannotCopy if none does.

    An older one refuses a newer server, or what that has written.
    """
    found = {program: _version(program) for program in _programs(name)}
    fitting = {program: number for program, number in found.items() if number >= version}
    if fitting:
        return min(fitting, key=lambda program: fitting[program])
    if not found:
        raise CannotCopy(f"{name} is not installed: install that of PostgreSQL {version}")
    raise CannotCopy(
        f"{name} {max(found.values())} is older than the PostgreSQL {version} it should copy:"
        f" install {name} {version}"
    )


def newest(name: str) -> str:
    """The newest program of PostgreSQL of this name; CannotCopy if there is none."""
    found = {program: _version(program) for program in _programs(name)}
    if not found:
        raise CannotCopy(f"{name} is not installed: it comes with PostgreSQL")
    return max(found, key=lambda program: found[program])


def is_dump(file: Path) -> bool:
    """Whether a file was written by `pg_dump`."""
    with suppress(OSError), file.open("rb") as begins:
        return begins.read(5) == b"PGDMP"
    return False


def _programs(name: str) -> Iterator[str]:
    if found := shutil.which(name):
        yield found
    for folder in _ELSEWHERE:
        yield from (str(one) for one in sorted(Path("/").glob(f"{folder[1:]}/{name}")))


def _version(program: str) -> int:
    """The version of a program of PostgreSQL; 0 if it does not say."""
    with suppress(OSError, subprocess.SubprocessError):
        asked = [program, "--version"]
        said = subprocess.run(asked, capture_output=True, text=True, timeout=20, check=False)
        if number := re.search(r"(\d+)[\d.]*", said.stdout):
            return int(number[1])
    return 0


def _primary(url: str) -> tuple[NamedHost, int]:
    """Which of the servers that are named is copied, and its version."""
    engine = postgres_engine(url)
    try:
        with engine.connect() as connection:
            answer: Answer = connection.info[ANSWER]
            if answer.pooled:
                raise CannotCopy(
                    "pg_dump cannot go through a pool of connections: name the PostgreSQL itself as"
                    " `source` of `backups`"
                )
            number = int(connection.scalar(text("SHOW server_version_num")))
            return answer.place, number // 10_000
    except SQLAlchemyError as problem:
        why = str(getattr(problem, "orig", None) or problem).partition("\n")[0]
        raise CannotCopy(f"the database cannot be asked for its version: {why}") from problem
    finally:
        engine.dispose()


def _environment(url: str, place: NamedHost) -> dict[str, str]:
    """Where the database is, in the variables that PostgreSQL's programs read: no password stands
    among the words of a command, where others on this machine could see it.
    """
    where = make_url(url)
    said = {
        "PGHOST": place.given.get("host"),
        "PGPORT": str(place.given["port"]) if "port" in place.given else None,
        "PGUSER": where.username,
        "PGPASSWORD": str(where.password) if where.password else None,
        "PGDATABASE": where.database,
        **_options(where),
    }
    return {**os.environ, **{name: value for name, value in said.items() if value is not None}}


def _options(where: URL) -> dict[str, str]:
    """What stands behind the question mark of a URL, as the variables for it."""
    odd = {"application_name": "PGAPPNAME", "client_encoding": "PGCLIENTENCODING"}
    return {
        odd.get(name, f"PG{name.replace('_', '').upper()}"): value
        for name, value in where.query.items()
        if isinstance(value, str) and name not in ("host", "port", "target_session_attrs")
    }
