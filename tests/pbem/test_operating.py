"""A server that others look after: systemd's words, numbers for Prometheus, the one screen."""

import os
import signal
import socket
import urllib.request
from contextlib import contextmanager, suppress
from datetime import timedelta

import pytest
from sqlalchemy import update

from pbem.doctor.health import health
from pbem.server.clock import now
from pbem.server.metrics import MetricsPage
from pbem.server.serve import watchdog_every
from pbem.store.inbound import Arrived, accept
from pbem.store.server import ServerTime, set_server_time
from pbem.store.server_lock import only_server, server_runs
from pbem.store.tables.log import QuestionRow
from tests.databases import COPIES, database_url
from tests.effort import LONG
from tests.pbem.test_cli import ENVIRONMENT, out, pbem, serving, wait_until


def page(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        return answer.read().decode()


def test_the_numbers_for_prometheus_are_those_of_the_moment(club):
    metrics = MetricsPage(club.services.db, "127.0.0.1", 0, lambda: club.now)
    try:
        club.open("Anna", "Bruno", "Ruth")
        before = page(metrics.port)
        with club.services.db.begin() as session:
            accept(session, Arrived("smtp", "x@y.example", "a@b.example", b"waits", club.now))
        club.now += timedelta(days=3)
        after = page(metrics.port)
    finally:
        metrics.close()

    for line in (
        'ohhell_games{stage="playing"} 1.0',
        'ohhell_outbox_mails{state="sent"} 3.0',
        "ohhell_open_questions 1.0",
        "ohhell_overdue_questions 0.0",
        "ohhell_inbound_wait_seconds 0.0",
    ):
        assert line in before.splitlines()
    for line in (
        'ohhell_inbound_mails{state="new"} 1.0',
        "ohhell_overdue_questions 1.0",
        "ohhell_inbound_wait_seconds 259200.0",
        "ohhell_post_rests 0.0",
    ):
        assert line in after.splitlines()


def test_a_server_that_said_nothing_for_two_minutes_is_not_at_work(club):
    with club.services.db.begin() as session:
        assert not health(session, club.now).running
        set_server_time(session, ServerTime.AT_WORK, club.now)
        assert health(session, club.now + timedelta(seconds=119)).running
        assert not health(session, club.now + timedelta(seconds=120)).running


@pytest.mark.parametrize(
    ("given", "every"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "60000000"}, 30),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}, 30),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
    ],
)
def test_the_watchdog_is_fed_twice_as_often_as_it_must_be(monkeypatch, given, every):
    for name in ("WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)

    assert watchdog_every() == every


@contextmanager
def systemd(folder, monkeypatch):
    """What systemd would hear: gives a function that returns all words so far."""
    where = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(where))
        ear.setblocking(False)
        monkeypatch.setitem(ENVIRONMENT, "NOTIFY_SOCKET", str(where))
        monkeypatch.setitem(ENVIRONMENT, "WATCHDOG_USEC", "400000")
        words = []

        def heard():
            with suppress(BlockingIOError):
                while True:
                    words.append(ear.recv(1000).decode())
            return words

        yield heard


@LONG
def test_systemd_hears_ready_alive_reloading_and_stopping(tmp_path, monkeypatch):
    (tmp_path / "config.yaml").write_text("doors: [{port: 0}]\nmailbox: one@cards.example\n")
    with systemd(tmp_path, monkeypatch) as heard, serving(tmp_path) as (process, printed):
        wait_until(lambda: heard().count("WATCHDOG=1") >= 2)
        assert heard()[0] == "READY=1"
        (tmp_path / "config.yaml").write_text("doors: nonsense\n")
        process.send_signal(signal.SIGHUP)
        wait_until(lambda: "settings not read anew" in printed.read_text())
        assert "RELOADING=1" not in heard()
        (tmp_path / "config.yaml").write_text("doors: [{port: 0}]\nmailbox: two@cards.example\n")
        process.send_signal(signal.SIGHUP)
        wait_until(lambda: "two@cards.example" in printed.read_text())
        wait_until(lambda: heard().count("READY=1") == 2)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        told = [word for word in heard() if word != "WATCHDOG=1"]

    assert told == ["READY=1", "RELOADING=1", "READY=1", "STOPPING=1"]


@COPIES
def test_a_server_that_died_a_moment_ago_does_not_run(club, tmp_path):
    """It wrote down that it is at work a second before; the lock beside the file is free."""
    with club.services.db.begin() as session:
        set_server_time(session, ServerTime.AT_WORK, now())
    url = database_url(tmp_path / "club.db")
    screen = out(pbem(tmp_path, "status", database=url))
    found = " ".join(pbem(tmp_path, "doctor", "--wait", "0", database=url).stdout.split())

    assert "does not run, last heard of" in screen
    assert "look no server runs, and none has been at work since" in found
    with only_server(url):
        assert "server is at work" in " ".join(out(pbem(tmp_path, "status", database=url)).split())
    assert not server_runs(url)


def test_the_one_screen_tells_what_waits(club, tmp_path):
    club.open("Anna", "Bruno", "Ruth")
    with club.services.db.begin() as session:
        session.execute(update(QuestionRow).values(asked_at=now() - timedelta(hours=30)))
    said = out(pbem(tmp_path, "status", database=database_url(tmp_path / "club.db")))

    for fact in (
        "is not at work, and never was",
        "0 inviting, 1 playing, 0 over",
        "1 open",
        "3 in all, 0 queued, 0 failed",
        f"│ Lindy │ deal 1 of 19 │ {club.waiting}",
        "30 h",
    ):
        assert fact in said
