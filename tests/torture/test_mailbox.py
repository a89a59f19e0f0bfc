"""A polled mailbox that is read by two, changes under our eyes, or is not there."""

from __future__ import annotations

from contextlib import closing
from threading import Barrier, Thread

import pytest

from pbem.config.settings import Mailbox, Settings
from pbem.demo.mailbox import running_mailbox
from pbem.receivers.imap import ImapReceiver
from pbem.server.app import Server
from pbem.server.clock import now
from pbem.store.inbound import accept
from pbem.store.server import ServerTime, server_time
from tests.databases import database_url
from tests.effort import LONG
from tests.pbem.test_imap_receiver import NEW, Office
from tests.servers import free_port
from tests.servers.dovecot import running_dovecot
from tests.torture.relay import Relay

pytestmark = LONG


@pytest.fixture(name="box", scope="module")
def _box():
    with running_mailbox() as box:
        yield box


@pytest.fixture(name="office")
def _office(box, tmp_path):
    with closing(Office(box, tmp_path)) as office:
        office.receiver.poll()
        yield office


def test_two_readers_of_one_mailbox_store_each_mail_once(office):
    """EMAIL 7.4."""
    many = [b"Subject: %d\r\n\r\nQH\r\n" % number for number in range(60)]
    for raw in many:
        office.add(raw)
    start = Barrier(2)

    def read():
        with closing(
            ImapReceiver(office.box, office.db, lambda m: store(office, m), now)
        ) as receiver:
            start.wait(10)
            receiver.poll()
            receiver.poll()

    readers = [Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()

    assert sorted(office.rows("raw")) == sorted((raw,) for raw in many)
    assert office.subjects(office.box.folder) == []


def store(office, mails):
    with office.db.begin() as session:
        for mail in mails:
            accept(session, mail)


@pytest.mark.parametrize("word", [b"RFC822.SIZE", b"BODY.PEEK"])
def test_a_mail_that_vanishes_between_search_and_fetch_is_no_trouble(tmp_path, word):
    """EMAIL 7.4. Somebody else reads this mailbox, too; Dovecot then gives an empty answer."""
    with running_dovecot() as it, Relay(it.imap_port) as relay:
        account = {"host": it.host, "user": it.user, "password": it.password, "tls": False}
        there = Mailbox.model_validate(account | {"port": it.imap_port})
        with closing(Office(there, tmp_path)) as office:
            box = office.box.model_copy(update={"port": relay.port})
            with closing(ImapReceiver(box, office.db, office.take, now)) as receiver:
                receiver.poll()
                office.add(NEW)

                def at(way, data):
                    if way == "asks" and word in data:
                        office.client.select(office.box.folder)
                        office.client.store("1", "+FLAGS", r"(\Deleted)")
                        office.client.expunge()
                    return False

                relay.at = at

                assert (receiver.poll(), office.rows("raw")) == (0, [])
                assert receiver.heard is not None


def test_while_the_mailbox_cannot_be_read_nobody_is_late(tmp_path):
    """Answers may lie there: no deadline passes, and the server does not count as at work."""
    nowhere = {"host": "127.0.0.1", "port": free_port(), "user": "u", "password": "p"}
    settings = Settings.model_validate(
        {
            "database": database_url(tmp_path / "x.db"),
            "doors": (),
            "imap": nowhere | {"tls": False},
        }
    )
    server = Server(settings)
    with closing(server.services.db):
        server.mailbox.look()

        assert server.mailbox.heard() is None
        assert not server.judge()
        with server.services.db.begin() as session:
            assert server_time(session, ServerTime.AT_WORK) is None
