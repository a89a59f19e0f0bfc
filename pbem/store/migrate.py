"""Migrations: an older database is brought up to the newest schema."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, func, inspect, select, text
from sqlalchemy.pool import NullPool

from pbem.store.backup import CannotCopy, back_up, database_file
from pbem.store.dump import dump

MIGRATIONS = Path(__file__).parent / "migrations"


class _Strange(Exception):
    """The database stands at a migration that this version of the program does not know."""


def migrate(engine: Engine, *, keep: bool = True) -> None:
    """Bring the schema up to the newest migration; does nothing when it is there already.

    What is to be kept as it was is copied before, or stays as it is.
    """
    with engine.connect() as connection, _tables_to_replace(connection), connection.begin():
        if _schema(connection) == newest_migration():
            return
        if connection.dialect.name == "postgresql":
            # Of two servers that start at once the second finds everything done.
            connection.execute(select(func.pg_advisory_xact_lock(_key("migrate"))))
        if (number := _schema(connection)) != newest_migration():
            if keep and number is not None:
                _copy_first(engine.url, number)
            _upgrade(connection)


@contextmanager
def with_newest_schema(engine: Engine) -> Iterator[Connection]:
    """One transaction on a database that has the newest tables; one with none gets them in it.

    ValueError if it has others.
    """
    with engine.connect() as connection, _tables_to_replace(connection), connection.begin():
        if not is_newest(connection):
            if inspect(connection).get_table_names():
                raise ValueError("it has tables already")
            _upgrade(connection)
        yield connection


def is_newest(connection: Connection) -> bool:
    """Whether the tables are those of the newest migration."""
    try:
        return _schema(connection) == newest_migration()
    except _Strange:
        return False


def _copy_first(url: URL, number: str) -> None:
    """Copy a database before its tables change: beside its file, or where the program runs."""
    try:
        if url.get_backend_name() == "sqlite":
            file = database_file(url.render_as_string())
            to = file.with_name(f"{file.name}.at-{number}")
        else:
            to = Path(f"ohhell.at-{number}.dump")
        fresh = to.with_name(f"{to.name}.part")
        fresh.unlink(missing_ok=True)
        if url.get_backend_name() == "sqlite":
            back_up(url.render_as_string(), fresh)
        else:
            dump(url.render_as_string(hide_password=False), fresh)
        fresh.replace(to)
    except (CannotCopy, OSError) as problem:
        raise _Strange(
            f"is older than this program (its tables are number {number}), and no copy of it can be"
            f" made before they change: {problem}; where you have one, `pbem migrate --no-copy`"
        ) from problem


@contextmanager
def _tables_to_replace(connection: Connection) -> Iterator[None]:
    """Let whole tables be replaced in a block that holds one transaction.

    SQLite changes a table by making it anew, and must not miss the rows that others refer to in
    between; within a transaction this cannot be said.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    bare = connection.connection.dbapi_connection
    assert bare is not None
    bare.cursor().execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        bare.cursor().execute("PRAGMA foreign_keys=ON")


def new_schema(file: Path, number: str) -> None:
    """Make a new file of SQLite with the tables as they were after a migration.

    ValueError if this version of the program does not know it.
    """
    if number not in _migrations():
        raise ValueError(f"it {_whose(number)}")
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.connect() as connection, _tables_to_replace(connection), connection.begin():
        _upgrade(connection, number)


def newest_migration() -> str:
    """The number of the last migration, with which the name of its file begins."""
    return max(_migrations())


def _migrations() -> set[str]:
    return {file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("*.py")}


def _schema(connection: Connection) -> str | None:
    """The number of the migration a database stands at; None for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    number: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if number is not None and number not in _migrations():
        raise _Strange(_whose(number))
    return number


def _whose(number: str) -> str:
    """Who wrote a database at a migration that is not here, and what is to be done about it."""
    first, newest = min(_migrations()), newest_migration()
    if number < first:
        return (
            f"was written before the first release (its tables are number {number}, the first "
            f"that are brought up to date are {first}): begin with a new one"
        )
    return (
        f"was written by a newer version of this program (its tables are number {number}, "
        f"this one knows {newest}): install that version"
    )


def _upgrade(connection: Connection, number: str = "head") -> None:
    # Imported here because it is slow, and needed once in the life of most databases.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, number)


def _key(name: str) -> int:
    """The number by which PostgreSQL knows a lock of ours."""
    return int.from_bytes(sha256(f"ohhell {name}".encode()).digest()[:8], signed=True)
