"""Going back to a copy by other ways: encrypted, tried only, put back by other means; and what must
hold whatever the copy says.
"""

import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import timedelta

import pytest
import yaml
from sqlalchemy import create_engine, text

from pbem.config.backups import Backups
from pbem.config.dkim import Dkim
from pbem.context import Context
from pbem.context.services import open_services
from pbem.copies.packing import new_key
from pbem.copies.shelf import copies_in
from pbem.games.blocks import block
from pbem.orders.keywords import Key
from pbem.server.chores import Chores
from pbem.server.clock import now
from pbem.store import migrate
from pbem.store.blocks import blocks, is_blocked
from pbem.store.database import CannotOpen, Database
from pbem.store.dumped import lay_out
from pbem.store.games import load_table
from pbem.store.holding import FILE, read_held
from pbem.store.migrate import new_schema, newest_migration
from tests.databases import COPIES, ON_POSTGRES, behind, database_url, empty_database
from tests.pbem.test_backup import asks_for, person_at
from tests.pbem.test_cli import out, sorry
from tests.servers.postgres import programs, shared
from tests.terminal import command


@pytest.fixture(autouse=True)
def _pg_dump(monkeypatch):
    """The programs of the PostgreSQL that tests run."""
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")


def typed(folder, *words, url):
    """A command, where the programs of that PostgreSQL are found."""
    return command(folder, *words, env={"OHHELL_DATABASE": url, "PATH": os.environ["PATH"]})


def url_of(folder):
    return database_url(folder / "club.db")


def copied(club, tmp_path, settings_file=None, **said):
    """What makes a club's copies, once it has made one; and that copy."""
    backups = Backups(folder=tmp_path / "copies", **said)
    more = {"database": url_of(tmp_path), "backups": backups}
    more["dkim"] = Dkim(selectors=("one",), folder=tmp_path / "dkim")
    settings = club.services.settings.model_copy(update=more)
    services = open_services(club.services.db, settings)
    copies = Chores(services, lambda: club.now, settings_file).copies
    assert copies is not None
    copies()
    return copies, list(copies_in(tmp_path / "copies").values())[-1]


# --- encrypted ----------------------------------------------------------------------------------


@pytest.fixture(name="locked")
def _locked(club, tmp_path):
    """A folder with an encrypted copy of a server with settings, a login and a signing key."""
    club.open("Anna", "Bruno", "Ruth")
    (tmp_path / "dkim").mkdir()
    (tmp_path / "dkim" / "one.pem").write_text("signs")
    (tmp_path / "my.yaml").write_text("hold: 0\n")
    logins = tmp_path / "club.db.logins"
    if not ON_POSTGRES:
        logins.write_text("granted")
    public = new_key(tmp_path / "key.txt")
    return copied(club, tmp_path, tmp_path / "my.yaml", recipient=public)[1]


def test_an_encrypted_copy_holds_all_that_makes_a_server(locked, tmp_path):
    there = tmp_path / "machine"
    said = out(command(tmp_path, "unpack", str(locked), "key.txt", str(there)))
    laid = {str(file.relative_to(there)) for file in there.rglob("*") if file.is_file()}
    copy = locked.name.removesuffix(".tar.age")
    kept = {"config.yaml", "dkim/one.pem"}
    kept |= {f"{copy}.dump"} if ON_POSTGRES else {f"{copy}.db", "club.db.logins"}

    assert laid == kept
    assert all(f"Wrote {there / name}." in said for name in kept)
    assert (there / "config.yaml").read_text() == "hold: 0\n"
    assert {(there / name).stat().st_mode & 0o777 for name in kept} == {0o600}
    # Nothing that is not encrypted is left beside it, and nobody's address stands in its bytes.
    beside = {file.name for file in locked.parent.iterdir()}
    assert beside == {locked.name, "ohhell.holds"}
    assert b"anna@club.example" not in locked.read_bytes()


def test_who_has_another_key_or_half_a_file_gets_a_sentence_and_nothing_else(locked, tmp_path):
    new_key(tmp_path / "other.txt")
    half = tmp_path / "half.tar.age"
    half.write_bytes(locked.read_bytes()[:-5000])
    for file, key, why in (
        (locked, "other.txt", "does not open with other.txt: No matching keys found"),
        (half, "key.txt", "cannot be unpacked: "),
        (locked, "my.yaml", "my.yaml holds no secret key of age"),
        (tmp_path / "my.yaml", "key.txt", "does not open with key.txt"),
    ):
        assert why in sorry(command(tmp_path, "unpack", str(file), key, "machine"))
        assert list((tmp_path / "machine").glob("*")) == []
    out(command(tmp_path, "unpack", str(locked), "key.txt", "machine"))
    again = sorry(command(tmp_path, "unpack", str(locked), "key.txt", "machine"))
    assert "is here already; nothing was written" in again


def test_a_key_is_made_once_and_its_public_half_is_a_setting(tmp_path):
    said = command(tmp_path, "copy-key", "key.txt").stdout
    [line] = [line for line in said.splitlines() if line.startswith("recipient: ")]

    assert Backups(**yaml.safe_load(line)).recipient in (tmp_path / "key.txt").read_text()
    assert (tmp_path / "key.txt").stat().st_mode & 0o777 == 0o600
    assert "is here already" in sorry(command(tmp_path, "copy-key", "key.txt"))
    with pytest.raises(ValueError, match="a public key like age1"):
        Backups(recipient="age1nonsense")


def test_an_encrypted_copy_is_not_restored_as_it_is(locked, tmp_path):
    asked = sorry(typed(tmp_path, "restore", str(locked), url=url_of(tmp_path)))
    assert "is encrypted: first `pbem unpack" in asked


# --- only tried ---------------------------------------------------------------------------------


def test_a_copy_is_tried_game_by_game_and_nothing_changes(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    asked = club.waiting
    club.open("Jan", "Ines", "Olga", game="Later", invite=True)
    _, copy = copied(club, tmp_path)
    club.say(club.waiting, "1")
    with behind(tmp_path / "club.db") as db:
        before = db.execute(text("select count(*), max(id) from outbox")).one()
    names = sorted(file.name for file in tmp_path.rglob("*"))
    said = out(typed(tmp_path, "restore", "--try", str(copy), url=url_of(tmp_path)))

    assert f"Lindy: {asked} (bid)" in said
    assert "Later: Jan (invitation), Ines (invitation), Olga (invitation)" in said
    assert said.endswith("4 questions would be asked anew. Nothing has changed.")
    with behind(tmp_path / "club.db") as db:
        assert db.execute(text("select count(*), max(id) from outbox")).one() == before
    after = sorted(file.name for file in tmp_path.rglob("*"))
    assert [name for name in after if not name.endswith(("-wal", "-shm"))] == [
        name for name in names if not name.endswith(("-wal", "-shm"))
    ]


# --- what must hold -----------------------------------------------------------------------------


@COPIES
@pytest.mark.parametrize(
    ("order", "name", "told"),
    [
        ("forget me", "Former player 1", "1 person is forgotten again"),
        ("stop", "Anna", "1 person gets no more mail, as before"),
        ("leave", "Anna", "1 player who had left for good is out again"),
    ],
)
def test_who_went_stays_away_though_the_database_is_gone(club, tmp_path, order, name, told):
    """What must hold is beside the copies, in hashes: an address or a name stands nowhere there."""
    club.open("Anna", "Bruno", "Ruth")
    while club.waiting != "Anna":
        club.say(club.waiting, "1")
    copies, copy = copied(club, tmp_path)
    seat = club.seat("Anna")
    asks_for(club, "Anna", order)
    club.now += timedelta(minutes=1)
    copies()
    letters = len(club.letters("Anna"))
    club.services.db.close()
    for file in tmp_path.glob("club.db*"):
        file.unlink()
    said = out(typed(tmp_path, "restore", str(copy), url=url_of(tmp_path)))
    club.services = open_services(empty_database(tmp_path / "club.db"), club.services.settings)
    club.now = now() + timedelta(minutes=1)
    club.deliver()

    assert told in said
    assert "Who asked since 05 Oct 2026 08:01 UTC to be forgotten" in said
    assert person_at(club, seat)[0] == name
    assert club.table.left == {seat}
    assert len(club.letters("Anna")) == letters
    kept = (tmp_path / "copies" / "ohhell.holds").read_text().lower()
    assert "anna" not in kept
    assert len(kept.splitlines()) > 1


@COPIES
@pytest.mark.parametrize("whom", ["Anna@Club.example", "@club.example"])
def test_who_was_shut_out_since_the_copy_stays_outside(club, tmp_path, whom):
    club.open("Anna", "Bruno", "Ruth")
    copies, copy = copied(club, tmp_path)
    with club.services.db.begin() as session:
        block(Context(club.services, session, club.now), whom)
    copies.keep_held()
    club.services.db.close()
    (tmp_path / "club.db").unlink()
    said = out(typed(tmp_path, "restore", str(copy), url=url_of(tmp_path)))

    assert "1 address is shut out again." in said
    db = Database(url_of(tmp_path))
    with db.begin() as session:
        assert [one.pattern for one in blocks(session)] == [whom.lower()]
        assert is_blocked(session, "anna@club.example")
    db.close()


@COPIES
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("hidden", "1 person again unnamed on public pages."),
        ("initials", "1 person again by initials on public pages."),
    ],
)
def test_who_takes_her_name_from_public_pages_since_the_copy_stays_off_them(
    club, tmp_path, said, told
):
    """The copy was made while her name might be given."""
    club.open("Anna", "Bruno", "Ruth")
    club.say("Anna", "public name", to=club.letters("Anna")[0])
    club.say("Bruno", "public name", to=club.letters("Bruno")[0])
    copies, copy = copied(club, tmp_path)
    club.say("Anna", f"public {said}", to=club.letters("Anna")[0])
    copies.keep_held()
    club.services.db.close()
    (tmp_path / "club.db").unlink()

    assert told in out(typed(tmp_path, "restore", str(copy), url=url_of(tmp_path)))
    db = Database(url_of(tmp_path))
    with db.begin() as session:
        called = {one.name: one.mailing.value(Key.PUBLIC) for one in load_table(session, 1).players}
    assert called == {"Anna": said, "Bruno": "name", "Ruth": "initials"}
    db.close()


@COPIES
def test_who_came_back_since_is_not_sent_away(club, tmp_path):
    """A person stopped, which was kept, and was written to again before the disk broke."""
    club.open("Anna", "Bruno", "Ruth")
    copies, copy = copied(club, tmp_path)
    asks_for(club, club.waiting, "stop")
    copies.keep_held()
    assert len((tmp_path / "copies" / "ohhell.holds").read_text().splitlines()) > 1
    with club.services.db.begin() as session:
        session.connection().execute(text("update player set stopped_at = null"))
        session.connection().execute(text("update seat set left_at = null"))
    club.now += timedelta(minutes=1)
    copies.keep_held()
    club.services.db.close()
    (tmp_path / "club.db").unlink()
    said = out(typed(tmp_path, "restore", str(copy), url=url_of(tmp_path)))

    assert "no more mail, as" not in said
    assert "is out again" not in said


# --- a PostgreSQL -------------------------------------------------------------------------------


@pytest.mark.skipif(not ON_POSTGRES, reason="a file is put back by `pbem restore`")
def test_what_pg_restore_has_put_back_is_asked_anew(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    asked = club.waiting
    copies, copy = copied(club, tmp_path)
    first = club.letter(asked)
    other, third = (name for name in ("Anna", "Bruno", "Ruth") if name != asked)
    club.say(third, "public hidden", to=club.letters(third)[0])
    asks_for(club, other, "stop")
    copies.keep_held()
    (tmp_path / "config.yaml").write_text(f"backups: {{folder: {tmp_path / 'copies'}}}\n")
    url, name = url_of(tmp_path), shared().create()
    assert "put it back with pg_restore, then `pbem ask-anew`" in sorry(
        typed(tmp_path, "restore", str(copy), url=url)
    )
    where = {"PGHOST": str(shared().folder), "PGUSER": "postgres", "PATH": os.environ["PATH"]}
    words = ["pg_restore", "--no-owner", f"--dbname={name}", str(copy)]
    subprocess.run(words, env=where, check=True)
    said = out(typed(tmp_path, "ask-anew", url=shared().url(name)))

    assert "1 question is asked anew" in said
    assert "1 person gets no more mail, as before" in said
    assert "1 person again unnamed on public pages." in said
    db = Database(shared().url(name))
    club.services = open_services(db, club.services.settings)
    club.now = now() + timedelta(minutes=1)
    club.deliver()
    assert club.letter(asked) is not first
    assert "The server had to go back to how things stood on" in " ".join(
        club.letter(asked).text.split()
    )
    db.close()


# --- before the tables change -------------------------------------------------------------------


@COPIES
def test_a_database_is_copied_before_its_tables_change(tmp_path):
    file = tmp_path / "ohhell.db"
    new_schema(file, "0029")
    before = empty_names(tmp_path)
    assert out(command(tmp_path, "games")).startswith("No games yet")
    kept = tmp_path / "ohhell.db.at-0029"

    assert empty_names(tmp_path) - before == {kept.name}
    assert kept.stat().st_mode & 0o777 == 0o600
    assert number(kept) == "0029"
    assert number(file) == newest_migration()
    # It can be gone back to, and is brought up to date on its way, without one more copy.
    out(command(tmp_path, "restore", kept.name))
    assert number(kept) == "0029"


@COPIES
def test_without_a_copy_no_table_changes_unless_one_says_so(tmp_path):
    file = tmp_path / "ohhell.db"
    new_schema(file, "0029")
    (tmp_path / "ohhell.db.at-0029.part").mkdir()
    said = sorry(command(tmp_path, "games"))

    assert "is older than this program (its tables are number 0029), and no copy of it" in said
    assert number(file) == "0029"
    assert "is up to date." in out(command(tmp_path, "migrate", "--no-copy"))
    assert number(file) == newest_migration()


def test_a_postgresql_is_dumped_before_its_tables_change(tmp_path, monkeypatch):
    """And stays as it is where no `pg_dump` is new enough."""
    monkeypatch.chdir(tmp_path)
    name = shared().create()
    url = shared().url(name)
    engine = create_engine(url)
    with engine.begin() as connection:
        migrate._upgrade(connection, "0029")
    engine.dispose()
    with monkeypatch.context() as alone:
        alone.setenv("PATH", str(tmp_path))
        alone.setattr("pbem.store.dump._ELSEWHERE", ())
        with pytest.raises(CannotOpen, match=r"no copy of it can be .*pg_dump is not inst"):
            Database(url)
    with shared().connect(name) as db:
        assert db.execute("select version_num from alembic_version").fetchall() == [("0029",)]
    Database(url).close()
    lay_out(tmp_path / "ohhell.at-0029.dump", tmp_path / "laid.db.part")

    assert number(tmp_path / "laid.db.part") == "0029"
    with shared().connect(name) as db:
        [(at,)] = db.execute("select version_num from alembic_version").fetchall()
    assert at == newest_migration()


def test_what_must_hold_is_carried_off_when_it_changes(club, tmp_path):
    away = tmp_path / "away"
    away.mkdir()
    club.open("Anna", "Bruno", "Ruth")
    copies, copy = copied(club, tmp_path, then=f"cp {{copy}} {away}/")
    assert [file.name for file in away.iterdir()] == [copy.name]
    asks_for(club, "Anna", "stop")
    copies()

    assert {file.name for file in away.iterdir()} == {copy.name, FILE}
    assert read_held(away).hashes == read_held(tmp_path / "copies").hashes != frozenset()


def empty_names(folder):
    """The files there, but those that stand beside an open database."""
    return {one.name for one in folder.iterdir() if not one.name.endswith(("-wal", "-shm"))}


def number(file):
    """The migration at which the tables of a file are."""
    with closing(sqlite3.connect(file)) as db:
        return db.execute("select version_num from alembic_version").fetchone()[0]
