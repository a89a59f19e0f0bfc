"""Why nobody is let in, told in words, with what to do: real servers, and what providers say."""

import socket
import struct
from contextlib import contextmanager, suppress
from threading import Thread

import pytest

from pbem.config.settings import Mailbox, Smarthost
from pbem.doctor.finding import Verdict
from pbem.doctor.logging_in import LoginTrouble, log_in_both, read_login, send_login
from pbem.doctor.providers import provider_of
from tests.servers import HOST, free_port
from tests.servers.authority import own_authority
from tests.servers.dovecot import running_dovecot
from tests.servers.submission import running_submission

PATIENCE, SHORT = 10, 0.5


@pytest.fixture(name="authority", scope="module")
def _authority():
    with own_authority() as authority:
        yield authority


@pytest.fixture(name="ports", scope="module")
def _ports(authority):
    """Where a mailbox is, and a smarthost, each by STARTTLS and by TLS."""
    with (
        running_dovecot(tls=authority) as dovecot,
        running_submission(dovecot, authority) as starttls,
        running_submission(dovecot, authority, implicit=True) as tls,
    ):
        yield {
            ("imap", "starttls"): dovecot.imap_port,
            ("imap", "tls"): dovecot.imaps_port,
            ("smtp", "starttls"): starttls,
            ("smtp", "tls"): tls,
        }


@pytest.fixture(name="trusted")
def _trusted(authority, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.authority))


def tried(protocol, port, tls, password="open-sesame", host="localhost", **how):
    account = {"host": host, "port": port, "tls": tls, "user": "table", "password": password}
    how = {"patience": PATIENCE} | how
    if protocol == "imap":
        return read_login(Mailbox(**account), **how)
    return send_login(Smarthost(**account), **how)


@pytest.mark.parametrize("tls", ["starttls", "tls"])
@pytest.mark.parametrize("protocol", ["imap", "smtp"])
@pytest.mark.usefixtures("trusted")
def test_who_is_let_in_is_told_so(ports, protocol, tls):
    login = tried(protocol, ports[protocol, tls], tls)

    assert (login.trouble, login.finding.verdict) == (None, Verdict.GOOD)


@pytest.mark.parametrize("tls", ["starttls", "tls"])
@pytest.mark.parametrize("protocol", ["imap", "smtp"])
@pytest.mark.usefixtures("trusted")
def test_a_wrong_password_is_told_from_one_that_should_be_an_app_password(ports, protocol, tls):
    def told(provider):
        login = tried(protocol, ports[protocol, tls], tls, "wrong", provider=provider)
        return login.trouble, login.finding.what, login.finding.advice

    trouble, what, advice = told(None)
    assert (trouble, "wrong" in what) == (LoginTrouble.PASSWORD, False)
    assert "does not take this name and password" in what
    assert advice == "type them as in your provider's webmail"

    trouble, what, advice = told(provider_of("gmail.com"))
    assert trouble is LoginTrouble.APP_PASSWORD
    assert "Gmail wants an app password of programs" in what
    assert "https://myaccount.google.com/apppasswords" in advice

    assert told(provider_of("outlook.com"))[0] is LoginTrouble.OAUTH
    assert "https://hilfe.web.de/pop-imap/einschalten.html" in told(provider_of("web.de"))[2]


@pytest.mark.parametrize("protocol", ["imap", "smtp"])
@pytest.mark.parametrize(
    ("speaks", "tls", "trouble"),
    [
        ("starttls", "tls", LoginTrouble.WRONG_TLS),
        ("tls", "starttls", LoginTrouble.SILENT),  # each side waits for the other to begin
        ("tls", "none", LoginTrouble.SILENT),
    ],
)
@pytest.mark.usefixtures("trusted")
def test_tls_of_the_wrong_kind_is_told_with_the_right_ports(ports, protocol, speaks, tls, trouble):
    patience = SHORT if trouble is LoginTrouble.SILENT else PATIENCE
    login = tried(protocol, ports[protocol, speaks], tls, patience=patience)

    assert login.trouble is trouble
    assert f"`tls: {tls}`" in f"{login.finding.what} {login.finding.advice}"
    usual = {"imap": "993 is for tls, 143 for starttls", "smtp": "465 is tls, 587 starttls"}
    assert usual[protocol] in login.finding.advice


@pytest.mark.usefixtures("trusted")
def test_a_password_is_not_told_to_a_smarthost_without_tls(ports):
    assert tried("smtp", ports["smtp", "starttls"], "none").trouble is LoginTrouble.WRONG_TLS


@pytest.mark.parametrize("tls", ["starttls", "tls"])
@pytest.mark.parametrize("protocol", ["imap", "smtp"])
def test_a_certificate_that_nobody_vouches_for_is_told(ports, protocol, tls):
    login = tried(protocol, ports[protocol, tls], tls)

    assert login.trouble is LoginTrouble.CERTIFICATE
    assert "Never log in otherwise" in login.finding.advice


@pytest.mark.parametrize("protocol", ["imap", "smtp"])
def test_a_name_that_is_not_there_a_port_that_is_closed_and_one_that_is_silent(protocol):
    assert tried(protocol, 993, "tls", host="no.such.host.invalid").trouble is LoginTrouble.NAME
    assert tried(protocol, free_port(), "tls").trouble is LoginTrouble.CLOSED
    with socket.create_server((HOST, 0)) as silent:
        port = silent.getsockname()[1]
        assert tried(protocol, port, "none", patience=SHORT).trouble is LoginTrouble.SILENT


@pytest.mark.usefixtures("trusted")
def test_both_are_tried_at_once(ports):
    account = {"host": "localhost", "user": "table", "password": "open-sesame"}
    box = Mailbox(**account, port=ports["imap", "tls"])
    out = Smarthost(**account, port=free_port(), tls="starttls")
    reading, sending = log_in_both(box, out, None, PATIENCE)

    assert (reading.trouble, reading.mails) == (None, 0)
    assert sending.trouble is LoginTrouble.CLOSED


SAID = [
    (
        "[ALERT] Application-specific password required: https://x (Failure)",
        LoginTrouble.APP_PASSWORD,
    ),
    ("[AUTHENTICATIONFAILED] Invalid credentials (Failure)", LoginTrouble.PASSWORD),
    ("[ALERT] Your account is not enabled for IMAP use. Please visit x", LoginTrouble.IMAP_OFF),
    ("IMAP access is disabled for this mailbox", LoginTrouble.IMAP_OFF),
    ("LOGIN failed. BasicAuthBlocked", LoginTrouble.OAUTH),
    ("[UNAVAILABLE] Temporary authentication failure.", LoginTrouble.LATER),
    ("[LIMIT] Too many simultaneous connections", LoginTrouble.LATER),
    ("[PRIVACYREQUIRED] Plaintext authentication disallowed", LoginTrouble.WRONG_TLS),
    ("no such luck", LoginTrouble.PASSWORD),
]


@pytest.mark.parametrize(("said", "trouble"), SAID)
def test_what_a_server_says_at_the_login_is_understood(said, trouble):
    with refusing(said) as port:
        login = tried("imap", port, "none", host=HOST)

    assert login.trouble is trouble
    assert said in login.finding.what
    assert login.finding.advice


@contextmanager
def refusing(said):
    """An IMAP server that lets nobody in, and says why."""

    def serve(listener):
        with suppress(OSError), listener.accept()[0] as client, client.makefile("rwb") as lines:
            lines.write(b"* OK ready\r\n")
            lines.flush()
            for line in lines:
                tag, _, asked = line.decode().partition(" ")
                if asked.upper().startswith("CAPABILITY"):
                    lines.write(b"* CAPABILITY IMAP4rev1\r\n")
                word = "NO " + said if asked.upper().startswith("LOGIN") else "OK done"
                lines.write(f"{tag} {word}\r\n".encode())
                lines.flush()

    with socket.create_server((HOST, 0)) as listener:
        thread = Thread(target=serve, args=(listener,), daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(10)


@contextmanager
def hanging_up():
    """A server that resets each connection as soon as it is there."""

    def reset(listener):
        with suppress(OSError):
            while True:
                one, _ = listener.accept()
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                one.close()

    with socket.create_server((HOST, 0)) as listener:
        Thread(target=reset, args=[listener], daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("protocol", ["imap", "smtp"])
def test_a_server_that_hangs_up_is_told_with_the_right_ports(protocol):
    with hanging_up() as port:
        login = tried(protocol, port, "none")

    assert login.trouble is LoginTrouble.HUNG_UP
    assert "hangs up before it lets us in" in login.finding.what
    assert "is the port right for `tls: none`?" in login.finding.advice
    assert "try again in some minutes" in login.finding.advice
