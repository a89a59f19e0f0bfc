"""A server's start: alone on its file, which is whole, and with nothing that others can read."""

import os
import sqlite3
import stat
from contextlib import closing

import pytest

from pbem.store.backup import back_up
from pbem.store.migrate import newest_migration
from tests.databases import NO_SETTINGS
from tests.pbem.test_cli import PLAYERS, out, pbem, serving, sorry, wait_until

pytestmark = NO_SETTINGS
"""Files are SQLite's; with PostgreSQL any number of servers work side by side."""

COMMANDS = [["games"], ["check"], ["show", "Lindy"], ["inbox"]]


@pytest.fixture(name="lindy", scope="module")
def _lindy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lindy")
    out(pbem(folder, "new", "Lindy", *PLAYERS, "--start"))
    (folder / "config.yaml").write_text("doors: [{port: 0}]\n")
    return folder


@pytest.fixture(name="there")
def _there(lindy, tmp_path):
    """A folder with a game, its database in one file."""
    back_up(f"sqlite:///{lindy / 'ohhell.db'}", tmp_path / "ohhell.db")
    (tmp_path / "config.yaml").write_bytes((lindy / "config.yaml").read_bytes())
    return tmp_path


def others_can_read(folder):
    """The files and folders below one that others on this machine can read or enter."""
    shared = stat.S_IRWXG | stat.S_IRWXO
    found = [path for path in folder.rglob("*") if path.lstat().st_mode & shared]
    return sorted(path.relative_to(folder).as_posix() for path in found)


def test_nobody_else_reads_what_a_server_writes_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        out(pbem(tmp_path, "init"))
        with (tmp_path / "config.yaml").open("a") as config:
            config.write("doors: [{port: 0}]\n")
        out(pbem(tmp_path, "new", "Lindy", *PLAYERS, "--start"))
        with serving(tmp_path):
            wait_until(lambda: list(tmp_path.glob("outgoing/new/*")))
            out(pbem(tmp_path, "backup", "copy.db"))
        for file in ("lindy.json", "lindy.csv", "lindy.txt"):
            out(pbem(tmp_path, "export", "Lindy", file))
        out(pbem(tmp_path, "proof", "Lindy", "--out", "proof.txt"))
    finally:
        os.umask(before)

    assert others_can_read(tmp_path) == ["printed"], "what this test wrote itself"


def test_everybody_may_read_the_site_of_results(there):
    out(pbem(there, "site", "public"))

    assert {one.stat().st_mode & 0o777 for one in there.glob("public/*")} == {0o644}
    assert (there / "public").stat().st_mode & 0o777 == 0o755


def test_a_second_server_on_the_same_file_does_not_start_and_commands_do(there):
    with serving(there) as (first, _):
        said = sorry(pbem(there, "serve"))

        assert said == (
            f"pbem: the server is running on ohhell.db (process {first.pid}); stop it first"
        )
        assert "Lindy" in out(pbem(there, "games"))
        assert "stop it first" in sorry(pbem(there, "restore", "ohhell.db"))
    with serving(there) as (again, printed):
        assert again.poll() is None, printed.read_text()


def damaged(file):
    """Break the pages of its second half, as a bad disk does: it can be opened."""
    whole = bytearray(file.read_bytes())
    for at in range(len(whole) // 8192 * 4096, len(whole), 4096):
        whole[at : at + 2000] = b"\xff" * 2000
    file.write_bytes(whole)


def no_database(file):
    file.write_bytes(b"la la la" * 10_000)


def cut_off(file):
    file.write_bytes(file.read_bytes()[: 10 * 4096])


BROKEN = [damaged, no_database, cut_off]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_file_is_not_served_but_named_with_what_to_do(there, broken):
    broken(there / "ohhell.db")
    said = sorry(pbem(there, "serve"))

    assert said.startswith("pbem: the database sqlite:///ohhell.db is damaged (")
    assert said.endswith("): stop the server and bring back a copy with `pbem restore FILE`")


@pytest.mark.parametrize("grows", ["inbound", "outbox", "game", "seat", "archived"])
def test_damage_in_what_grows_is_found_by_the_running_server_which_stops(there, grows):
    file = there / "ohhell.db"
    with closing(sqlite3.connect(file)) as db:
        [(page,)] = db.execute("select rootpage from sqlite_master where name = ?", (grows,))
    whole = bytearray(file.read_bytes())
    whole[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    file.write_bytes(whole)
    done = pbem(there, "serve")

    assert done.stdout.startswith("Oh Hell! by mail is running.")
    assert done.returncode == 1
    said = " ".join(done.stderr.split())
    assert "pbem: the database sqlite:///ohhell.db is damaged (" in said
    assert said.endswith("): stop the server and bring back a copy with `pbem restore FILE`")


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("broken", BROKEN)
def test_a_command_on_a_broken_file_gives_up_in_one_sentence_if_at_all(there, broken, words):
    broken(there / "ohhell.db")
    done = pbem(there, *words)

    if done.returncode:
        assert "`pbem restore FILE`" in sorry(done)


@pytest.mark.parametrize("broken", BROKEN)
def test_a_copy_takes_the_place_of_a_broken_file(there, broken):
    back_up(f"sqlite:///{there / 'ohhell.db'}", there / "copy.db")
    broken(there / "ohhell.db")
    out(pbem(there, "restore", "copy.db"))

    assert "Lindy" in out(pbem(there, "games"))
    assert len(list(there.glob("ohhell.db.before-*"))) == 1


OF_OTHERS = {
    "9999": "was written by a newer version of this program "
    f"(its tables are number 9999, this one knows {newest_migration()}): install that version",
    "0014": "was written before the first release (its tables are number 0014, the first that "
    "are brought up to date are 0015): begin with a new one",
}
"""What is said of a database of another version, by the number of its tables."""


@pytest.mark.parametrize("words", [["serve"], ["games"], ["status"]], ids=lambda words: words[0])
@pytest.mark.parametrize("number", OF_OTHERS)
def test_a_file_of_another_program_is_left_alone(there, number, words):
    with closing(sqlite3.connect(there / "ohhell.db")) as file, file:
        file.execute("update alembic_version set version_num = ?", (number,))

    said = sorry(pbem(there, *words))
    assert said == f"pbem: the database sqlite:///ohhell.db {OF_OTHERS[number]}"
    with closing(sqlite3.connect(there / "ohhell.db")) as file:
        assert file.execute("select version_num from alembic_version").fetchall() == [(number,)]
