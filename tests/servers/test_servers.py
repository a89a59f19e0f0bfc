"""The mail servers the other tests rely on start, carry mail, and leave nothing behind."""

import imaplib
import os
import smtplib
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers import HOST, free_port, need, running_server, server_folder
from tests.servers.dovecot import Dovecot, running_dovecot
from tests.servers.postfix import Postfix, running_postfix

DOMAIN = "cards.example"
PLAY = f"Play+aBc@{DOMAIN}"
MAIL = b"From: ann@home.example\r\nSubject: My card\r\n\r\nQueen of hearts\r\n"


def test_dovecot_delivers_any_recipient_to_the_one_mailbox_and_moves_mail() -> None:
    with running_dovecot() as dovecot:
        deliver(dovecot, f"play+abc@{DOMAIN}")
        deliver(dovecot, "someone.else@another.example")
        with imap(dovecot) as client:
            assert client.select("INBOX") == ("OK", [b"2"])
            fetched = client.uid("FETCH", "1", "(RFC822)")[1][0]
            assert f"Delivered-To: play+abc@{DOMAIN}".encode() in fetched[1]
            assert fetched[1].endswith(b"Queen of hearts\r\n")
            assert client.create("Done")[0] == "OK"
            assert client.uid("MOVE", "1", "Done")[0] == "OK"
            assert client.response("COPYUID")[1][0].endswith(b" 1 1")
            assert client.uid("SEARCH", "ALL") == ("OK", [b"2"])
            assert client.select("Done") == ("OK", [b"1"])


@pytest.mark.parametrize(("user", "password"), [("table", "wrong"), ("play", "open-sesame")])
def test_dovecot_lets_nobody_else_in(user: str, password: str) -> None:
    with running_dovecot() as dovecot:
        client = imaplib.IMAP4(dovecot.host, dovecot.imap_port)
        with client, pytest.raises(imaplib.IMAP4.error, match="AUTHENTICATIONFAILED"):
            client.login(user, password)


def test_dovecot_keeps_the_mail_in_a_given_folder() -> None:
    with server_folder() as folder:
        with running_dovecot(folder / "kept") as dovecot:
            deliver(dovecot, PLAY)
        with running_dovecot(folder / "kept") as dovecot, imap(dovecot) as client:
            assert client.select("INBOX") == ("OK", [b"1"])


def test_dovecot_names_the_folder_that_shuts_it_out() -> None:
    with server_folder() as folder:
        folder.chmod(0o700)
        with pytest.raises(ValueError, match=str(folder)), running_dovecot(folder / "mail"):
            pass


@pytest.mark.parametrize("replies", [["250 OK"], ["451 Not now", "250 OK"]])
def test_postfix_hands_mail_for_its_domain_to_lmtp_until_it_is_taken(replies: list[str]) -> None:
    with Sink(LMTP, *replies) as sink, running_postfix(sink.port, DOMAIN) as postfix:
        send(postfix, PLAY)
        for _ in replies:
            envelope = sink.arrived.get(timeout=30)
            assert (envelope.mail_from, envelope.rcpt_tos) == ("ann@home.example", [PLAY])
            assert envelope.original_content is not None
            assert envelope.original_content.endswith(b"Queen of hearts\r\n")


def test_postfix_relays_mail_for_other_domains_if_told_where_to() -> None:
    with Sink(SMTP, "250 OK") as sink, running_postfix(free_port(), DOMAIN, sink.port) as postfix:
        send(postfix, "bob@away.example")
        assert sink.arrived.get(timeout=30).rcpt_tos == ["bob@away.example"]


def test_postfix_refuses_mail_for_other_domains_without_a_relay() -> None:
    refused = pytest.raises(smtplib.SMTPRecipientsRefused, match="Relay access denied")
    with running_postfix(free_port(), DOMAIN) as postfix, refused:
        send(postfix, "bob@away.example")


def test_postfix_hands_mail_to_dovecot() -> None:
    with running_dovecot() as dovecot, running_postfix(dovecot.lmtp_port, DOMAIN) as postfix:
        send(postfix, PLAY)
        with imap(dovecot) as client:
            until = time.monotonic() + 10
            while client.select("INBOX") == ("OK", [b"0"]) and time.monotonic() < until:
                time.sleep(0.02)
            assert f"Delivered-To: {PLAY}".encode() in client.uid("FETCH", "1", "(RFC822)")[1][0][1]


def test_nothing_is_left_after_the_block() -> None:
    with running_dovecot() as dovecot, running_postfix(dovecot.lmtp_port, DOMAIN) as postfix:
        folders = (dovecot.folder, postfix.folder)
        assert all(processes_in(folder) for folder in folders)
    assert not any(processes_in(folder) or folder.exists() for folder in folders)
    for port in (dovecot.imap_port, dovecot.lmtp_port, postfix.smtp_port):
        with pytest.raises(ConnectionRefusedError), socket.create_connection((HOST, port)):
            pass


def test_a_server_that_fails_to_start_shows_its_log() -> None:
    command = [sys.executable, "-c", "raise SystemExit('no such setting')"]
    shown = pytest.raises(RuntimeError, match="no such setting")
    with server_folder() as folder, shown, running_server(command, folder / "log", [free_port()]):
        pass


def test_a_missing_program_skips_the_test_unless_servers_are_required() -> None:
    required = os.environ.get("OHHELL_SERVERS") == "required"
    outcome = pytest.fail.Exception if required else pytest.skip.Exception
    with pytest.raises(outcome, match="no-such-program is not installed"):
        need("no-such-program")


def test_free_ports_differ() -> None:
    assert len({free_port() for _ in range(100)}) == 100


def deliver(dovecot: Dovecot, recipient: str) -> None:
    with smtplib.LMTP(dovecot.host, dovecot.lmtp_port) as client:
        client.sendmail("ann@home.example", [recipient], MAIL)


def send(postfix: Postfix, recipient: str) -> None:
    with smtplib.SMTP(postfix.host, postfix.smtp_port) as client:
        client.sendmail("ann@home.example", [recipient], MAIL)


@contextmanager
def imap(dovecot: Dovecot) -> Iterator[imaplib.IMAP4]:
    with imaplib.IMAP4(dovecot.host, dovecot.imap_port) as client:
        client.login(dovecot.user, dovecot.password)
        yield client


def processes_in(folder: Path) -> list[Path]:
    """Where in the folder processes are at work, even if it is deleted."""
    places = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            places.append(link.readlink())
    return [place for place in places if place.is_relative_to(folder)]


class Sink(Controller):
    """A server in a thread: gives the next reply to every mail, and puts the mail in a queue."""

    def __init__(self, protocol: type[SMTP], *replies: str) -> None:
        super().__init__(self, hostname=HOST, port=free_port())
        self.protocol = protocol
        self.replies = iter(replies)
        self.arrived: Queue[Envelope] = Queue()

    def __enter__(self) -> "Sink":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def factory(self) -> SMTP:
        return self.protocol(self)

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        self.arrived.put(envelope)
        return next(self.replies)
