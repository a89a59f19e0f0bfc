"""Room that a database no longer needs: given back in steps, while others write."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import create_engine, text

from pbem.context import Context
from pbem.games.seats import forget_now
from pbem.store.database import CannotOpen, Database
from pbem.store.people import player_at
from pbem.store.server_lock import only_server
from pbem.store.tidy import give_back
from tests.club import seated
from tests.databases import FROM_A_FILE, database_url, migrated
from tests.pbem.test_cli import out
from tests.servers.postgres import shared
from tests.terminal import command

VACUUMED = "select coalesce(sum(vacuum_count), 0) from pg_stat_user_tables"


@pytest.fixture(name="url")
def _url(tmp_path):
    """A database from which four megabytes were deleted."""
    url = database_url(tmp_path / "club.db")
    fill(url)
    return url


def fill(url):
    database = Database(url)
    with database.begin() as session:
        session.execute(text("create table big (stuff blob)"))
        for _ in range(4):
            made = {"stuff": b"heard and lost again " * 50_000}
            session.execute(text("insert into big values (:stuff)"), made)
    with database.begin() as session:
        session.execute(text("drop table big"))
    database.close()


def on_disk(folder):
    """All bytes of the database's files."""
    return b"".join(one.read_bytes() for one in sorted(folder.glob("club.db*")))


@FROM_A_FILE
def test_what_was_deleted_is_nowhere_in_the_file_afterwards(url, tmp_path):
    assert b"heard and lost again" in on_disk(tmp_path)
    size = (tmp_path / "club.db").stat().st_size
    steps = list(give_back(url, 0))

    assert 3 < len(steps) < 8
    assert steps[-1][1] == 0
    assert b"heard and lost again" not in on_disk(tmp_path)
    assert size - steps[-1][0] - 20_000 < (tmp_path / "club.db").stat().st_size < size - 4_000_000
    assert list(give_back(url, 0)) == []


@FROM_A_FILE
def test_between_two_steps_others_write_at_once(url, tmp_path):
    steps = give_back(url, 0)
    next(steps)
    with closing(sqlite3.connect(tmp_path / "club.db", timeout=0)) as other, other:
        other.execute("insert into server (name, value) values ('written', x'00')")
    assert len(list(steps)) > 2

    with closing(sqlite3.connect(tmp_path / "club.db")) as other:
        assert other.execute("pragma integrity_check").fetchall() == [("ok",)]
        written = other.execute("select count(*) from server where name = 'written'")
        assert written.fetchone() == (1,)


@FROM_A_FILE
def test_an_older_file_is_packed_once_without_a_server(tmp_path):
    """Made before room could be given back in steps."""
    with closing(sqlite3.connect(tmp_path / "club.db")) as older, older:
        older.execute("pragma auto_vacuum = none")
        older.execute("create table begun (one)")
    url = database_url(tmp_path / "club.db")
    fill(url)
    with only_server(url), pytest.raises(CannotOpen, match="the server is running"):
        list(give_back(url, 0))

    [(given, left)] = give_back(url, 0)

    assert (given > 3_900_000, left) == (True, 0)
    assert b"heard and lost again" not in on_disk(tmp_path)
    fill(url)
    assert len(list(give_back(url, 0))) > 3


@FROM_A_FILE
def test_at_the_command_line_it_says_how_much_was_given_back(url, tmp_path):
    (tmp_path / "config.yaml").write_text(f"database: {url}\n")

    assert out(command(tmp_path, "tidy")) == "Gave back 4.2 MB."
    assert out(command(tmp_path, "tidy")) == "There is nothing to give back."


def test_every_table_of_a_postgresql_is_looked_through():
    name = shared().create(migrated())
    tables = create_engine(shared().url(name))
    with tables.connect() as connection:
        count = len(connection.dialect.get_table_names(connection))
        before = connection.scalar(text(VACUUMED))
    steps = list(give_back(shared().url(name)))
    with tables.connect() as connection:
        assert connection.scalar(text(VACUUMED)) - before == len(steps) == count > 30
    tables.dispose()


@FROM_A_FILE
def test_where_there_is_no_room_to_pack_it_says_how_much_is_needed(tmp_path, monkeypatch):
    with closing(sqlite3.connect(tmp_path / "club.db")) as older, older:
        older.execute("pragma auto_vacuum = none")
        older.execute("create table begun (one)")
    url = database_url(tmp_path / "club.db")
    fill(url)
    monkeypatch.setattr("pbem.store.tidy.free", lambda _place: 5_000_000)

    with pytest.raises(CannotOpen, match="MB must be free on its disk"):
        list(give_back(url, 0))


@FROM_A_FILE
def test_the_address_of_somebody_forgotten_is_nowhere_in_the_file(tmp_path):
    """Anna has bid, talked and been written to; her name may stand in what others said."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth")
    club.say(club.waiting, "1")
    club.say("Anna", "say hello all")
    assert b"anna@club.example" in on_disk(tmp_path)
    with club.services.db.begin() as session:
        anna = player_at(session, "anna@club.example", "Anna", zone="UTC", now=club.now)
        forget_now(Context(club.services, session, club.now), anna)
    club.services.db.close()

    list(give_back(database_url(tmp_path / "club.db"), 0))

    assert b"anna@club" not in on_disk(tmp_path)
