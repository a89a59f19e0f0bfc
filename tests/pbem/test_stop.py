"""A server that is told to stop is gone in ten seconds, whatever those it talks with do."""

import re
import signal
import socket
import time
from contextlib import contextmanager, suppress
from threading import Event, Thread

import pytest

from tests.databases import NO_SETTINGS
from tests.effort import LONG
from tests.memory import most_resident
from tests.pbem.test_cli import PLAYERS, out, pbem, serving, wait_until

pytestmark = [LONG, NO_SETTINGS]

MB = 1_000_000


@contextmanager
def listening(talk):
    """A port where a peer talks with one after the other; each talk ends with the block."""
    lines = []

    def listen():
        with suppress(OSError):
            while True:
                line = listener.accept()[0]
                lines.append(line)
                Thread(target=talked, args=(line,), daemon=True).start()

    def talked(line):
        with suppress(OSError):
            talk(line)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=listen, daemon=True).start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            for line in lines:
                line.close()


class Mailbox:
    """An IMAP server whose one mail comes as `pour` sends it, after its length was named."""

    def __init__(self, length, pour):
        self.length, self.pour, self.asked = length, pour, Event()

    def talk(self, line):
        said = line.makefile("rb")
        line.sendall(b"* OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS] ready\r\n")
        for asked in said:
            tag, _, words = asked.strip().partition(b" ")
            for pattern, reply in (
                (b"CAPABILITY", b"* CAPABILITY IMAP4rev1 MOVE UIDPLUS\r\n"),
                (b"LIST", b'* LIST () "/" Done\r\n'),
                (b"SELECT", b"* 1 EXISTS\r\n* OK [UIDVALIDITY 7]\r\n* OK [UIDNEXT 1]\r\n"),
                (b"UID SEARCH", b"* SEARCH 1\r\n"),
                (b"UID FETCH.*RFC822.SIZE", b"* 1 FETCH (UID 1 RFC822.SIZE 1000)\r\n"),
            ):
                if re.match(pattern, words):
                    line.sendall(reply)
            if re.match(rb"UID FETCH.*BODY", words):
                line.sendall(b"* 1 FETCH (UID 1 BODY[]<0> {%d}\r\n" % self.length)
                self.asked.set()
                self.pour(line)
            line.sendall(tag + b" OK done\r\n")


def drop_by_drop(line):
    while True:
        line.sendall(b"x")
        time.sleep(0.2)


def in_a_flood(line):
    for _ in range(300):
        line.sendall(b"x" * MB)


def settings(folder, *lines):
    (folder / "config.yaml").write_text("\n".join([*lines, "tick: 0.2"]) + "\n")


def seconds_to_stop(process, how):
    began = time.monotonic()
    process.send_signal(how)
    assert process.wait(30) == 0
    return time.monotonic() - began


def imap(port):
    account = f"host: 127.0.0.1, port: {port}, user: u, password: p, tls: false, every: 0.5"
    return f"imap: {{{account}}}"


def test_a_mailbox_that_sends_drop_by_drop_is_not_waited_for(tmp_path):
    slow = Mailbox(900_000, drop_by_drop)
    with listening(slow.talk) as port:
        settings(tmp_path, "doors: []", imap(port))
        with serving(tmp_path) as (process, _):
            assert slow.asked.wait(30)
            assert seconds_to_stop(process, signal.SIGTERM) < 10


def test_a_smarthost_that_says_nothing_is_not_waited_for(tmp_path):
    met = Event()

    def say_nothing(_line):
        met.set()

    with listening(say_nothing) as port:
        smarthost = f"smarthost: {{host: 127.0.0.1, port: {port}, tls: none}}"
        settings(tmp_path, "doors: [{port: 0}]", smarthost)
        out(pbem(tmp_path, "new", "Lindy", *PLAYERS))
        with serving(tmp_path) as (process, _):
            assert met.wait(30)
            assert seconds_to_stop(process, signal.SIGINT) < 10


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_clients_that_hang_are_not_waited_for(tmp_path, how):
    settings(tmp_path, "doors: [{port: 0}]")
    with serving(tmp_path) as (process, printed):
        port = int(re.search(r"SMTP on 127.0.0.1:(\d+)", printed.read_text())[1])
        with socket.create_connection(("127.0.0.1", port)) as idle:
            idle.recv(100)
            with socket.create_connection(("127.0.0.1", port)) as sending:
                for words in (b"EHLO x", b"MAIL FROM:<a@b>", b"RCPT TO:<table@ohhell.localhost>"):
                    sending.recv(1000)
                    sending.sendall(words + b"\r\n")
                sending.recv(1000)
                sending.sendall(b"DATA\r\nla la")
                assert seconds_to_stop(process, how) < 10
                assert idle.recv(100).startswith(b"421 ")


def test_a_mail_of_three_gigabytes_is_never_read_into_memory(tmp_path):
    rogue = Mailbox(3_000 * MB, in_a_flood)
    with listening(rogue.talk) as port:
        settings(tmp_path, "doors: []", imap(port))
        with serving(tmp_path) as (process, printed):
            before = most_resident(process.pid)
            assert rogue.asked.wait(30)
            wait_until(lambda: "it sends 3000000000 bytes at once" in printed.read_text())

            assert most_resident(process.pid) - before < 20
            assert seconds_to_stop(process, signal.SIGTERM) < 10
