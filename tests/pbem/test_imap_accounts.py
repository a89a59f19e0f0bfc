"""Mailboxes as providers have them, on a real Dovecot: TLS of each kind, and folders' names."""

import os
import socket
from contextlib import closing, contextmanager, suppress
from threading import Thread

import pytest

from pbem.config.settings import Mailbox
from pbem.receivers.connection import CannotEnter, connected, log_in, log_out, look_in
from pbem.receivers.imap import ImapReceiver
from pbem.server.clock import now
from tests.club import empty_database
from tests.pbem.test_imap_receiver import NEW, Office
from tests.servers.authority import own_authority
from tests.servers.dovecot import BELOW_INBOX, running_dovecot


@pytest.fixture(name="authority", scope="module")
def _authority():
    with own_authority() as authority:
        yield authority


@pytest.fixture(name="dovecot", scope="module")
def _dovecot(authority):
    with running_dovecot(tls=authority) as dovecot:
        yield dovecot


@pytest.fixture(name="trusted")
def _trusted(authority, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.authority))


def box(dovecot, tls, **other):
    port = dovecot.imaps_port if tls == "tls" else dovecot.imap_port
    account = {"user": dovecot.user, "password": dovecot.password, "tls": tls}
    return Mailbox.model_validate({"host": dovecot.host, "port": port} | account | other)


@pytest.mark.parametrize(
    ("said", "meant"), [(True, "tls"), (False, "none"), ("true", "tls"), ("false", "none")]
)
def test_a_yes_or_a_no_of_older_settings_still_says_which_tls(said, meant):
    assert Mailbox(host="x", user="u", password="p", tls=said).tls == meant


@pytest.mark.parametrize("tls", ["tls", "starttls", "none"])
@pytest.mark.usefixtures("trusted")
def test_a_mailbox_opens_with_each_kind_of_tls(dovecot, tls):
    assert look_in(box(dovecot, tls)) == 0


@pytest.mark.usefixtures("trusted")
def test_all_connections_share_what_this_machine_trusts_until_it_changes(dovecot, authority):
    contexts = []
    for tls in ("tls", "starttls", "tls"):
        if len(contexts) == 2:
            os.utime(authority.authority, (1, 1))
        client = connected(box(dovecot, tls))
        contexts.append(client.socket().context)
        log_out(client)

    assert contexts[0] is contexts[1]
    assert contexts[2] is not contexts[1]


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_a_certificate_that_nobody_vouches_for_is_not_taken(dovecot, tls):
    with pytest.raises(CannotEnter, match="certificate verify failed"):
        look_in(box(dovecot, tls))


@pytest.mark.usefixtures("trusted")
def test_a_certificate_of_another_name_is_not_taken():
    with own_authority("elsewhere.example") as other, running_dovecot(tls=other) as dovecot:
        for tls in ("tls", "starttls"):
            with pytest.raises(CannotEnter, match="certificate verify failed"):
                look_in(box(dovecot, tls, host="localhost"))


@pytest.mark.usefixtures("trusted")
def test_nothing_of_the_account_is_said_before_the_connection_is_private(dovecot):
    with listening(dovecot.imap_port) as (port, said):
        assert look_in(box(dovecot, "starttls", port=port)) == 0

    plain = bytes(said).partition(b"STARTTLS\r\n")
    assert plain[1]
    assert b"LOGIN" not in plain[0].upper()
    assert dovecot.password.encode() not in bytes(said)
    assert plain[2][:1] == b"\x16"  # a handshake of TLS comes next (RFC 8446 5.1)


@pytest.mark.usefixtures("trusted")
def test_where_starttls_is_not_offered_nothing_of_the_account_is_said(dovecot):
    with (
        listening(dovecot.imap_port, (b" STARTTLS",)) as (port, said),
        pytest.raises(CannotEnter, match="STARTTLS"),
    ):
        look_in(box(dovecot, "starttls", port=port))

    assert b"LOGIN" not in bytes(said).upper()


@pytest.mark.usefixtures("trusted")
def test_what_was_offered_before_the_connection_was_private_counts_no_more(dovecot):
    with listening(dovecot.imap_port, (b" ID ",), b" FORGED ") as (port, _):
        client = connected(box(dovecot, "none", port=port))
        assert client.has_capability("FORGED")
        log_out(client)
    with listening(dovecot.imap_port, (b" ID ",), b" FORGED ") as (port, _):
        client = connected(box(dovecot, "starttls", port=port))
        assert not client.has_capability("FORGED")
        log_in(client, box(dovecot, "starttls"))
        assert not client.has_capability("FORGED")
        assert client.has_capability("MOVE")
        log_out(client)


@pytest.fixture(name="nested", scope="module")
def _nested():
    with running_dovecot(more=BELOW_INBOX) as dovecot:
        yield box(dovecot, "none")


def test_where_folders_are_below_inbox_done_is_made_there(nested, tmp_path):
    account = nested.model_copy(update={"folder": "INBOX"})
    with (
        closing(empty_database(tmp_path / "mail.db")) as db,
        closing(ImapReceiver(account, db, list, now)) as receiver,
    ):
        receiver.poll()
        assert receiver.heard is not None
    client = connected(account)
    log_in(client, account)
    names = [name for _, _, name in client.list_folders()]
    log_out(client)

    assert sorted(names) == ["INBOX", "INBOX.Done"]


def test_a_folder_below_inbox_is_known_by_its_name_alone(nested, tmp_path):
    class Below(Office):
        def __init__(self, account, folder):
            super().__init__(account, folder)
            self.receiver = ImapReceiver(self.box, self.db, self.take, now)

    names = {"folder": "INBOX.Cards", "done": "INBOX.Cards.Done"}
    with closing(Below(nested, tmp_path)) as office:
        office.client.create(names["folder"])
        bare = office.box.model_copy(update={"folder": "Cards", "done": "Cards.Done"})
        office.box = office.box.model_copy(update=names)
        with closing(ImapReceiver(bare, office.db, office.take, now)) as receiver:
            receiver.poll()
            office.add(NEW)
            assert receiver.poll() == 1
        assert office.places == (["new"], [], ["new"])


@contextmanager
def listening(port, hidden=(), instead=b" "):
    """A port that leads to a server once and keeps what a client says; before TLS begins, some
    words of the server are others."""
    said = bytearray()

    def carry(source, target, kept=None):
        with suppress(OSError):
            while data := source.recv(65536):
                if kept is not None:
                    kept += data
                else:
                    for word in hidden:
                        data = data.replace(word, instead)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def lead(listener):
        with listener.accept()[0] as one, socket.create_connection(("127.0.0.1", port)) as other:
            back = Thread(target=carry, args=(other, one))
            back.start()
            carry(one, other, said)
            back.join(10)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=lead, args=(listener,), daemon=True)
        thread.start()
        yield listener.getsockname()[1], said
        thread.join(10)
