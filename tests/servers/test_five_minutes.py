"""A stranger's five minutes, from `pbem init` to the first invitation, in the README's words.

Against a real Dovecot and a real Postfix of each kind that providers have; the domain's SRV records
tell where they are (RFC 6186, 8314), and nobody types a port. `pytest -s` shows all that is read.
"""

import json
import smtplib
import subprocess
import time
from contextlib import contextmanager

import pytest

from tests.databases import NO_SETTINGS
from tests.docs.blocks import README, blocks
from tests.effort import LONG
from tests.pbem.test_cli import wait_until
from tests.servers import HOST, free_port, server_folder
from tests.servers.authority import own_authority
from tests.servers.dovecot import running_dovecot, tokens_only
from tests.servers.names import running_names
from tests.servers.postfix import running_postfix
from tests.servers.tokens import running_tokens
from tests.terminal import ENVIRONMENT, PBEM
from tests.torture.sink import Sink

pytestmark = [NO_SETTINGS, LONG]

DOMAIN = "cards.example"
INIT, SERVE, _, NEW, GAMES = [
    words[3:] for one in blocks(README, "console", "a game of four") for words in one.commands
]
FOUR = [word for word in NEW if "@" in word]
PRIVATE_ONLY = "ssl = required\ndisable_plaintext_auth = yes\n"
ASKED_BY_POSTFIX = (
    "service auth {\n  inet_listener {\n    address = 127.0.0.1\n    port = %d\n  }\n}\n"
)


@pytest.fixture(name="authority", scope="module")
def _authority():
    with own_authority("localhost") as authority:
        yield authority


class Stranger:
    """Types commands one after another, and reads what they say; `began` is the first moment."""

    def __init__(self, folder, authority, names, sink):
        self.folder, self.sink = folder, sink
        self.names = ["--name-server", f"{names[0]}:{names[1]}"]
        self.env = ENVIRONMENT | {"SSL_CERT_FILE": str(authority.authority)}
        self.began = time.monotonic()

    def type(self, *words, answers="", fails=False):
        """What a command said, in one line; it did what it was asked, unless it `fails`."""
        done = subprocess.run(
            [*PBEM, *words],
            cwd=self.folder,
            env=self.env,
            input=answers,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        said = done.stdout + done.stderr
        seconds = time.monotonic() - self.began
        print(f"\n[{seconds:.1f} s] $ pbem {' '.join(words)}\n{said}")
        assert "Traceback" not in said
        assert (done.returncode != 0) is fails, said
        return " ".join(said.split())

    @contextmanager
    def serving(self):
        """Leave the server running in another terminal."""
        with (self.folder / "printed").open("w") as file:
            process = subprocess.Popen(
                [*PBEM, *SERVE], cwd=self.folder, env=self.env, stdout=file, stderr=file
            )
        try:
            yield
        finally:
            process.terminate()
            assert process.wait(20) == 0
            print((self.folder / "printed").read_text())

    def letter(self, to, subject):
        """The mail somebody gets that has this in its subject."""

        def got():
            copies = list(self.sink.copies)
            return [one for one in copies if one.rcpt == to and subject in one.message["Subject"]]

        wait_until(got)
        return got()[0]

    def invites(self):
        """Begin a game, and wait until all have heard of it; how long all of it took."""
        assert "Invitations are in the outbox" in self.type(*NEW)
        self.letter(FOUR[0], "Your game is set up")
        for friend in FOUR[1:]:
            self.letter(friend, "invites you")
        seconds = time.monotonic() - self.began
        print(f"the last invitation was delivered after {seconds:.1f} s")
        return seconds


@contextmanager
def stranger(folder, authority, *, implicit=False, tokens=None):
    """Somebody with an account at a provider whose ports speak TLS from the beginning if it is
    `implicit`, else by STARTTLS; with `tokens` it is entered by these alone."""
    with server_folder() as home, Sink() as sink:
        auth = free_port()
        how = ASKED_BY_POSTFIX % auth
        if tokens:
            how = tokens_only(tokens, home, auth, "xoauth2", "oauthbearer")
        friends = " ".join(f"{{{one} = smtp:[{HOST}]:{sink.port}}}" for one in FOUR)
        wants = {
            "smtpd_tls_cert_file": str(authority.certificate),
            "smtpd_tls_key_file": str(authority.key),
            "smtpd_tls_security_level": "encrypt",
            "smtpd_tls_wrappermode": "yes" if implicit else "no",
            "smtpd_tls_auth_only": "yes",
            "smtpd_sasl_auth_enable": "yes",
            "smtpd_sasl_type": "dovecot",
            "smtpd_sasl_path": f"inet:{HOST}:{auth}",
            "smtpd_relay_restrictions": "permit_sasl_authenticated, reject",
            "transport_maps": f"inline:{{ {friends} }}",
        }
        with (
            running_dovecot(home, tls=authority, more=how + PRIVATE_ONLY) as dovecot,
            running_postfix(dovecot.lmtp_port, DOMAIN, more=wants) as postfix,
        ):
            box = ("_imaps", dovecot.imaps_port) if implicit else ("_imap", dovecot.imap_port)
            post = ("_submissions" if implicit else "_submission", postfix.smtp_port)
            records = {
                (f"{service}._tcp.{DOMAIN}", "SRV"): [f"0 1 {port} localhost."]
                for service, port in (box, post)
            }
            with running_names(records) as names:
                me = Stranger(folder, authority, names, sink)
                me.dovecot, me.at = dovecot, {"imap": box[1], "smarthost": post[1]}
                yield me


AGREED = "\n\n"
"""The hosts are of another domain than the address: they are shown, and agreed to."""


def test_starttls_and_a_password(tmp_path, authority):
    with stranger(tmp_path, authority) as me:
        said = me.type(*INIT, *me.names, answers=f"{AGREED}{me.dovecot.password}\n")
        assert "good a mail to an address with a plus comes back" in said
        assert "Wrote config.yaml, which only you can read." in said
        with me.serving():
            assert me.invites() < 300


def test_tls_and_an_app_password_that_is_wrong_at_first(tmp_path, authority):
    with stranger(tmp_path, authority, implicit=True) as me:
        typed = f"{AGREED}mistyped\n\n{me.dovecot.password}\n"
        said = me.type(*INIT, *me.names, answers=typed)
        assert "does not take this name and password" in said
        assert "-> type them as in your provider's webmail" in said
        assert "Wrote config.yaml, which only you can read." in said
        with me.serving():
            assert me.invites() < 300


def test_a_login_by_oauth(tmp_path, authority):
    """The client is in a file, as docs/OPERATING.md says; the server for tokens has its days."""
    with running_tokens(1600) as tokens, stranger(tmp_path, authority, tokens=tokens) as me:
        parts = {
            name: {"host": "localhost", "port": port, "tls": "starttls", "user": "table"}
            | {"oauth": tokens.settings}
            for name, port in me.at.items()
        }
        (tmp_path / "mine.yaml").write_text(json.dumps(parts))
        said = me.type(*INIT, "--from", "mine.yaml", *me.names)
        assert "Before them: `pbem login`" in said

        for day in ("down", "garbage"):
            tokens.day = day
            said = me.type("login", fails=True)
            assert "127.0.0.1" in said
            assert "try again in some minutes" in said
            assert "--browser" not in said
        tokens.day = "unauthorized_client"
        assert "perhaps `pbem login --browser` may" in me.type("login", fails=True)
        tokens.day, tokens.person = "good", "no"
        said = me.type("login", fails=True)
        assert "whoever was asked there said no: `pbem login` asks once more" in said

        tokens.person = "yes"
        assert "table is logged in" in me.type("login")
        with me.serving():
            assert me.invites() < 300

            tokens.expire()  # as after their minute
            heard, later = (me.letter(one, "invites you").message["Reply-To"] for one in FOUR[1:3])
            answer(me, FOUR[1], heard)
            wait_until(lambda: "Bruno" not in me.type(*GAMES))
            tokens.withdraw()
            answer(me, FOUR[2], later)  # with what it brings the server has to log in anew
            wait_until(lambda: "games wait until `pbem login`" in me.type("status"), 240)


def answer(me, who, to):
    """Somebody says yes, by mail to that mailbox."""
    raw = f"From: {who}\nTo: {to}\nDelivered-To: {to}\nSubject: Re: cards\n\nyes\n"
    with smtplib.LMTP(HOST, me.dovecot.lmtp_port, timeout=10) as client:
        client.sendmail(who, [str(to)], raw.replace("\n", "\r\n"))
