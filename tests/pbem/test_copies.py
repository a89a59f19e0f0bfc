"""Copies that make themselves: when, tried how, which stay, and who is told what fails."""

import os
import re
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from sqlalchemy import text

from pbem.config.backups import Backups
from pbem.config.settings import Settings
from pbem.context.services import open_services
from pbem.copies.make import copy_to
from pbem.copies.trying import tried
from pbem.doctor import local
from pbem.doctor.health import health
from pbem.notifications.operator import tell_operator
from pbem.server.chores import Chores
from pbem.server.clock import now
from pbem.server.copies import CopyTick
from pbem.server.metrics import MetricsPage
from pbem.store.backup import CannotCopy
from pbem.store.copied import copied
from pbem.store.database import Database
from pbem.store.dumped import lay_out
from pbem.store.holding import FILE
from tests.databases import ON_POSTGRES, behind, database_url, migrated
from tests.pbem.test_cli import out, sorry
from tests.pbem.test_operating import page
from tests.servers.postgres import programs, shared
from tests.terminal import command

ENDING = "dump" if ON_POSTGRES else "db"
OPERATOR = "op@club.example"


@pytest.fixture(autouse=True)
def _pg_dump(monkeypatch):
    """The programs of the PostgreSQL that tests run."""
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")


@pytest.fixture(name="copier")
def _copier(club, tmp_path):
    """A club with a game, and what makes its copies, by its clock."""
    club.open("Anna", "Bruno", "Ruth")
    return copier_of(club, tmp_path)


def copier_of(club, tmp_path, **said):
    backups = Backups(folder=tmp_path / "copies", **said)
    url = database_url(tmp_path / "club.db")
    settings = club.services.settings.model_copy(update={"database": url, "backups": backups})
    services = open_services(club.services.db, settings)
    copies = Chores(services, lambda: club.now).copies
    assert copies is not None
    return copies


def typed(tmp_path, *words, url):
    """A command, where the programs of that PostgreSQL are found."""
    where = {"OHHELL_DATABASE": url, "PATH": os.environ["PATH"]}
    return command(tmp_path, *words, env=where)


def files(tmp_path):
    return sorted(file.name for file in (tmp_path / "copies").iterdir() if file.name != FILE)


def known(club):
    with club.services.db.begin() as session:
        return copied(session)


def test_a_copy_is_made_once_a_day_and_holds_what_there_was(club, copier, tmp_path):
    copier()
    club.say(club.waiting, "1")
    club.now += timedelta(hours=23)
    copier()
    first = f"ohhell-2026-10-05-080000.{ENDING}"
    assert files(tmp_path) == [first]
    club.now += timedelta(hours=1)
    copier()

    assert files(tmp_path) == [first, f"ohhell-2026-10-06-080000.{ENDING}"]
    found = [tried(tmp_path / "copies" / name, lambda: None) for name in files(tmp_path)]
    assert [(one.games, one.mails) for one in found] == [(1, 3), (1, 5)]
    assert (tmp_path / "copies").stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "copies").iterdir()} == {0o600}
    assert known(club).made == club.now


def test_older_copies_go_and_nothing_else_that_lies_there(club, tmp_path):
    """Of the last two days, two weeks and no month; the fifth of October 2026 is a Monday."""
    copier = copier_of(club, tmp_path, daily=2, weekly=2, monthly=0, every=720)
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / "ohhell.db").write_text("mine")
    for _ in range(21):
        copier()
        club.now += timedelta(hours=12)

    assert files(tmp_path) == [
        *(f"ohhell-2026-10-{day}.{ENDING}" for day in ("11-200000", "14-200000", "15-080000")),
        "ohhell.db",
    ]


def test_what_was_begun_and_never_done_is_thrown_away(club, copier, tmp_path):
    copier()
    (tmp_path / "copies" / f"ohhell-2026-10-05-090000.{ENDING}.part").write_bytes(b"half")
    club.now += timedelta(days=1)
    copier()

    assert [name for name in files(tmp_path) if "part" in name] == []


def test_a_copy_whose_games_break_a_rule_is_not_kept_and_takes_no_place(club, copier, tmp_path):
    """The file is whole and opens; the log of its one game lacks its deal."""
    club.say(club.waiting, "1")
    copier()
    [good] = files(tmp_path)
    with behind(tmp_path / "club.db") as db:
        db.execute(text("delete from event where seq = 1"))
    club.now += timedelta(days=1)
    tell_operator(club.services, OPERATOR, "UTC", club.now)
    told = []
    for _ in range(3):
        club.now += timedelta(minutes=11)
        copier()
        told.append(tell_operator(club.services, OPERATOR, "UTC", club.now))
    club.deliver()
    words = " ".join(club.letter(OPERATOR).text.split())

    assert files(tmp_path) == [good]
    assert told == [True, False, False]
    assert (
        "No copy of the database can be made: the copy is not kept: Lindy: entry 1 is missing."
        in words
    )
    assert "The older copies stay." in words
    assert "The newest copy of the database: Monday 5 October, 08:00," in words


def test_what_fails_before_the_operator_was_ever_told_anything_is_told(club, tmp_path):
    """As with a folder that cannot be written to from the first start on."""
    (tmp_path / "copies").write_text("a file")
    copier_of(club, tmp_path)()
    told = []
    for _ in range(3):
        club.now += timedelta(seconds=5)
        told.append(tell_operator(club.services, OPERATOR, "UTC", club.now))

    assert told == [False, True, False]


def test_a_command_carries_each_copy_off_and_what_it_says_against_it_is_told_once(club, tmp_path):
    """Its words are no shell's: a blank in the name of a folder is nobody's trouble."""
    away = tmp_path / "far away"
    copier = copier_of(club, tmp_path, then=f"cp {{copy}} '{away}/'")
    tell_operator(club.services, OPERATOR, "UTC", club.now)
    told = []
    for _ in range(2):
        club.now += timedelta(days=1)
        copier()
        told.append(tell_operator(club.services, OPERATOR, "UTC", club.now))
    club.deliver()
    words = " ".join(club.letter(OPERATOR).text.split())
    away.mkdir()
    club.now += timedelta(days=1)
    copier()

    assert told == [True, False]
    assert "cannot be carried off this machine: cp ended with 1: cp: cannot create" in words
    assert [file.name for file in away.iterdir()] == [f"ohhell-2026-10-08-080000.{ENDING}"]
    assert known(club).kept_here is None


def test_a_server_that_stops_leaves_the_copy_to_the_next_one(club, copier, tmp_path):
    copier.stopping = True
    copier()

    assert files(tmp_path) == []
    assert (known(club).made, known(club).failing) == (None, None)
    copier_of(club, tmp_path)()
    assert len(files(tmp_path)) == 1


def test_status_doctor_and_metrics_tell_age_and_size(club, copier, tmp_path):
    def found():
        return list(local.copies(copier._services.settings, club.services.db, club.now))

    assert [one.what for one in found()] == ["no copy has been made yet"]
    copier()
    size = (tmp_path / "copies" / files(tmp_path)[0]).stat().st_size
    club.now += timedelta(hours=30)
    assert [str(one.verdict) for one in found()] == ["good"]
    with club.services.db.begin() as session:
        assert health(session, club.now).copied.bytes == size
    metrics = MetricsPage(club.services.db, "127.0.0.1", 0, lambda: club.now)
    try:
        numbers = page(metrics.port).splitlines()
    finally:
        metrics.close()
    for line in ("age_seconds 108000.0", f"bytes {float(size)}", "failing 0.0", "not_carried 0.0"):
        assert f"ohhell_copy_{line}" in numbers
    club.now += timedelta(hours=43)
    assert [one.what.partition(" MB: ")[2] for one in found()] == ["that is too old"]


def test_the_command_makes_one_among_the_others_where_copies_make_themselves(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    (tmp_path / "config.yaml").write_text("backups: {}\n")
    url = database_url(tmp_path / "club.db")
    said = out(typed(tmp_path, "backup", url=url))
    [name] = files(tmp_path)

    assert said.startswith(f"Wrote copies/{name}: ")
    screen = " ".join(out(typed(tmp_path, "status", url=url)).split())
    assert re.search(r"copies the newest is \d+ s old and has \d\.\d MB", screen)
    (tmp_path / "config.yaml").write_text("backups: {then: 'false'}\n")
    assert "false ended with 1: it said nothing" in sorry(typed(tmp_path, "backup", url=url))


# --- PostgreSQL ---------------------------------------------------------------------------------


@pytest.fixture(name="place")
def _place():
    """The URL of an empty PostgreSQL database."""
    name = shared().create(migrated())
    yield shared().url(name)
    with shared().connect() as postgres:
        postgres.execute(f"drop database {name} with (force)")


def test_of_two_servers_on_one_postgresql_one_makes_the_copy(club, place, tmp_path):
    backups = Backups(folder=tmp_path / "copies")
    settings = Settings(database=place, backups=backups)
    databases = [Database(place), Database(place)]
    one, other = (
        CopyTick(open_services(db, settings), backups, lambda: club.now) for db in databases
    )
    with databases[1].only_one("copies"):
        one()
        assert not (tmp_path / "copies").exists()
    one()
    club.now += timedelta(minutes=1)
    other()

    assert files(tmp_path) == ["ohhell-2026-10-05-080000.dump"]
    for db in databases:
        db.close()


def test_an_older_pg_dump_refuses_a_newer_server_in_a_sentence(place, tmp_path, monkeypatch):
    old = tmp_path / "bin"
    old.mkdir()
    (old / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 15.18'\n")
    (old / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{old}:/usr/bin:/bin")
    monkeypatch.setattr("pbem.store.dump._ELSEWHERE", ())

    with pytest.raises(CannotCopy, match=r"^pg_dump 15 is older than the PostgreSQL 18 it should"):
        copy_to(place, tmp_path / "copy.dump", now())
    assert not (tmp_path / "copy.dump").exists()


def test_a_copy_of_a_postgresql_that_is_cut_short_is_refused(place, tmp_path):
    copy_to(place, tmp_path / "copy.dump", now())
    whole = (tmp_path / "copy.dump").read_bytes()
    (tmp_path / "copy.dump").write_bytes(whole[: len(whole) // 2])

    with pytest.raises(CannotCopy, match="cannot be read"):
        tried(tmp_path / "copy.dump", lambda: None)


def test_a_dump_is_laid_out_to_the_last_byte(club, tmp_path):
    """Signs that a dump escapes, bytes of every value, and moments stand in it as they were."""
    name = shared().create(migrated())
    with shared().connect(name) as db:
        db.execute(
            "insert into server (name, value) values (%s, %s)",
            ("tab\there, line\nthere, back\\slash, \\N, ü, \r", bytes(range(256))),
        )
        db.execute(
            "insert into player (name, address, language, zone, reminders, renewed, mailing,"
            " digest, created_at) values ('Anna', 'a@b.c', 'en', 'UTC', 1, 0, '{}', '',"
            " '2026-10-05 10:00:00.5+02')"
        )
    copy_to(shared().url(name), tmp_path / "copy.dump", now())
    lay_out(tmp_path / "copy.dump", tmp_path / "laid.db.part")
    with closing(sqlite3.connect(tmp_path / "laid.db.part")) as laid:
        assert laid.execute("select name, value from server where name like 'tab%'").fetchall() == [
            ("tab\there, line\nthere, back\\slash, \\N, ü, \r", bytes(range(256)))
        ]
        assert laid.execute("select created_at, stopped_at from player").fetchall() == [
            ("2026-10-05 08:00:00.500000", None)
        ]
