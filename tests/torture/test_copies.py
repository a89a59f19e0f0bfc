"""Copies are made while the server runs: it is killed in the middle of one, and its disk fills."""

import os
import shutil
import subprocess
from collections import Counter
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, text

from pbem.copies.packing import new_key
from pbem.copies.shelf import copies_in
from pbem.server.clock import now
from pbem.store.disk import TOO_LITTLE
from tests.databases import FULL_DISK, ON_POSTGRES, keep, lay
from tests.docs.blocks import DOCS, blocks
from tests.effort import LONG
from tests.servers import need, need_root
from tests.servers.postgres import programs, shared
from tests.stages import every_stage
from tests.torture.run import tables
from tests.torture.server import PBEM, ServerProcess, wait_until
from tests.torture.sink import Sink

pytestmark = LONG

NAMED = "ohhell-2026-11-25-030000"
"""The copy that the operators' page takes for an example."""


def unfinished(folder):
    return [file for file in folder.glob("copies/*.part*") if file.exists()]


@pytest.fixture(name="where")
def _where(monkeypatch):
    """The environment of commands: the programs of the PostgreSQL here, and where it is."""
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")
    environment = {name: value for name, value in os.environ.items() if "OHHELL" not in name}
    if ON_POSTGRES:
        environment |= {"PGHOST": str(shared().folder), "PGUSER": "postgres"}
    return environment


def test_killed_in_a_copy_the_newest_whole_one_is_put_up_by_the_page_alone(
    tmp_path, where, monkeypatch
):
    """Every question that was open in the copy is asked once, and in no game anybody twice."""
    monkeypatch.setattr("tests.torture.server.ENVIRONMENT", where)
    for name in ("town", "server", "machine"):
        (tmp_path / name).mkdir()
    club, _ = every_stage(tmp_path / "town")
    club.services.db.close()
    public = new_key(tmp_path / "machine" / "key.txt")
    with Sink() as sink:
        more = f"backups: {{every: 0.01, recipient: {public}}}\noperator: op@club.example\n"
        server = started_on(tmp_path, sink, more)
        wait_until(lambda: len(copies_in(tmp_path / "server" / "copies")) == 1, "a copy")
        wait_until(lambda: unfinished(tmp_path / "server"), "a copy begun")
        server.kill()
        assert unfinished(tmp_path / "server")
        newest = list(copies_in(tmp_path / "server" / "copies").values())[-1]
        machine = tmp_path / "machine"
        shutil.copy(newest, machine)
        before, began = len(sink.copies), f"{now():%Y-%m-%d %H:%M:%S}"
        url = put_up(machine, newest.name.removesuffix(".tar.age"), where)
        server = ServerProcess.__new__(ServerProcess)
        server.folder, server.kills, server._process = machine, 0, None
        monkeypatch.setitem(where, "OHHELL_DATABASE", url)
        server.launch()
        try:
            wait_until(lambda: not ask(url, WAITS.format(now())), "all letters to leave", 90)
        finally:
            server.stop()
        letters = [copy for copy in sink.copies[before:] if copy.rcpt != "op@club.example"]

    asked = ask(url, ASKED.format(began))
    assert len(asked) >= 12
    assert {count for _, count in asked} == {1}
    assert max(Counter(copy.id for copy in letters).values()) == 1
    # Whose turn comes with a move that is held back hears of it when that is over.
    waiting = {address for (address,) in ask(url, WHOM)} - {copy.rcpt for copy in letters}
    assert waiting <= {"brunoholding@club.example"}
    assert (
        subprocess.run(
            [*PBEM, "check"], cwd=machine, env=where, capture_output=True, check=False
        ).returncode
        == 0
    )


WAITS = "select id from outbox where state in ('queued', 'sending') and due_at <= '{}'"
ASKED = (
    "select question.id, (select count(*) from outbox where question_id = question.id and state"
    " in ('queued', 'sending', 'sent') and created_at >= '{}') from question where closed is null"
)
WHOM = (
    "select player.address from question join seat on seat.game_id = question.game_id and"
    " seat.seat = question.seat join player on player.id = seat.player_id where closed is null"
    " and player.address != 'robot@house.invalid'"
)


def ask(url, sql):
    engine = create_engine(url)
    with engine.connect() as db:
        rows = [tuple(row) for row in db.execute(text(sql))]
    engine.dispose()
    return rows


def started_on(tmp_path, sink, more):
    """A server at work on the town's database, in a folder of its own."""
    lay(keep(tmp_path / "town" / "club.db"), tmp_path / "server" / "ohhell.db")
    server = ServerProcess(tmp_path / "server", sink.port, more)
    server.start()
    return server


def put_up(machine, copy, where):
    """Type what the operators' page says for an empty machine; the URL of what is there then."""
    url, state = f"sqlite:///{machine / 'ohhell.db'}", "on an empty machine"
    if ON_POSTGRES:
        url, state = shared().url("drill"), "a PostgreSQL on an empty machine"
    [block] = blocks(DOCS / "OPERATING.md", "console", state)
    assert block.commands[-1] == ["pbem", "serve"]
    for typed in block.commands[:-1]:
        name, *words = [word.replace(NAMED, copy).replace("=ohhell", "=drill") for word in typed]
        words = ["drill" if word == "ohhell" else word for word in words]
        program = PBEM if name == "pbem" else [name]
        done = subprocess.run(
            [*program, *words],
            cwd=machine,
            env=where | {"OHHELL_DATABASE": url},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (typed, done.stdout, done.stderr)
    return url


# --- a full disk --------------------------------------------------------------------------------


@contextmanager
def small_disk(folder, megabytes):
    """A disk of its own in a folder."""
    need_root()
    folder.mkdir()
    done = subprocess.run(
        [need("mount"), "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    if done.returncode:
        pytest.skip("this machine lets nobody mount")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@FULL_DISK
def test_a_disk_that_fills_keeps_its_last_good_copy_and_takes_mail(tmp_path):
    """Up to the last hundred megabytes, which are for mails; the operator hears of it once."""
    more = "backups: {every: 0.01, daily: 0, weekly: 0, monthly: 0}\noperator: op@club.example\n"
    with small_disk(tmp_path / "disk", 160) as disk, tables(disk, 1, more) as players:
        players.server.start()
        wait_until(lambda: copies_in(disk / "copies"), "a copy")
        room = shutil.disk_usage(disk).free - TOO_LITTLE
        (disk / "ballast").write_bytes(bytes(room + 5_000_000))
        wait_until(lambda: failing(players.server), "a copy that fails")
        [good] = copies_in(disk / "copies").values()
        made = good.read_bytes()
        wait_until(lambda: told(players.sink), "the operator's mail")
        for _ in range(6):
            assert players.hand_in(players.next())
        [letter] = told(players.sink)
        words = " ".join(letter.text.split())

        assert "No copy of the database can be made:" in words
        assert "MB are free in copies: a copy leaves 100 MB for mails" in words
        assert list(copies_in(disk / "copies").values()) == [good]
        assert good.read_bytes() == made
        (disk / "ballast").unlink()
        wait_until(lambda: not failing(players.server), "a copy once more", 700)
        assert list(copies_in(disk / "copies").values()) != [good]
        players.server.stop()


def told(sink):
    """What the operator got."""
    return [copy for copy in sink.copies if copy.rcpt == "op@club.example"]


def failing(server):
    [*found] = server.ask("select value from server where name = 'copies'")
    return bool(found) and b'"failing": {' in bytes(found[0][0])
