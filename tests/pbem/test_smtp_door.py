"""The SMTP and LMTP door: what it takes, what it refuses, and when it says so."""

import asyncio
import select
import smtplib
import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from queue import Queue
from threading import Event, Thread

import pytest

from pbem.config import Door
from pbem.doors.smtp import open_door
from pbem.reading.addresses import Addresses
from pbem.reading.tokens import Keys, Purpose
from pbem.store.database import Database
from pbem.store.inbound import accept

NOON = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)
OURS = Addresses("table@cards.example", Keys(b"ours" * 8))
TOKEN, OTHER = OURS.mint(Purpose.QUESTION, 7), OURS.mint(Purpose.SEAT, 8)
FORGED = Addresses("table@cards.example", Keys(b"else" * 8)).mint(Purpose.QUESTION, 7)
FOREIGN = TOKEN.replace("cards", "chess")
ANN = "ann@home.example"
MAIL = b"From: ann@home.example\r\nSubject: My card\r\n\r\nQueen of hearts\r\n"


@contextmanager
def door(take, **settings):
    """A client at a door that runs in a thread and has its mails stored by `take`."""
    told = Queue()
    wanted = Door(port=0, **settings)

    async def listen():
        closed = asyncio.Event()
        async with await open_door(wanted, OURS.domain, OURS.is_ours, take, lambda: NOON) as it:
            told.put((it.sockets[0].getsockname(), asyncio.get_running_loop(), closed))
            await closed.wait()

    thread = Thread(target=asyncio.run, args=(listen(),))
    thread.start()
    where, loop, closed = told.get(timeout=10)
    try:
        with closing((smtplib.LMTP if wanted.protocol == "lmtp" else smtplib.SMTP)(*where)) as one:
            yield one
    finally:
        loop.call_soon_threadsafe(closed.set)
        thread.join(10)


def begun(client, *recipients):
    """The client, with the server waiting for the mail."""
    client.ehlo_or_helo_if_needed()
    said = [client.mail(ANN), *map(client.rcpt, recipients), client.docmd("DATA")]
    assert [code for code, _ in said[:-1]] == [250] * len(said[:-1])
    return client


class Store:
    """The inbound table of a real database; `troubles` are raised first, one a time."""

    def __init__(self, folder):
        self.file = folder / "mail.db"
        self.db = Database(f"sqlite:///{self.file}")
        self.troubles = []

    def take(self, mails):
        if self.troubles:
            raise self.troubles.pop()
        with self.db.begin() as session:
            for mail in mails:
                accept(session, mail)

    def rows(self, columns="recipient"):
        with closing(sqlite3.connect(self.file)) as db:
            return db.execute(f"select {columns} from inbound order by id").fetchall()


@pytest.fixture(name="store")
def _store(tmp_path):
    store = Store(tmp_path)
    yield store
    store.db.close()


@pytest.mark.parametrize(("sender", "longest"), [(ANN, 0), ("<>", 0), (ANN, 5000)])
def test_a_mail_is_stored_as_it_came(store, sender, longest):
    mail = MAIL + b"x" * longest + b"\r\n"
    with door(store.take) as client:
        client.sendmail(sender, [TOKEN], mail)

        assert store.rows("source, recipient, mail_from, raw, received_at") == [
            ("smtp", TOKEN, sender.strip("<>"), mail, "2026-10-05 12:00:00.000000")
        ]


def test_nobody_hears_250_before_the_mail_is_stored():
    storing, stored = Event(), Event()

    def take(_mails):
        storing.set()
        assert stored.wait(10)

    with door(take) as client:
        begun(client, TOKEN).send(MAIL + b".\r\n")
        assert storing.wait(10)
        early = select.select([client.sock], [], [], 0.1)[0]
        stored.set()

        assert (early, client.getreply()[0]) == ([], 250)


def test_trouble_of_ours_is_451_without_a_word_about_it_and_the_mail_is_taken_later(store):
    store.troubles.append(RuntimeError("the disk in cupboard 7 is full"))
    with door(store.take) as client:
        with pytest.raises(smtplib.SMTPDataError, match="451") as refused:
            client.sendmail(ANN, [TOKEN], MAIL)
        client.sendmail(ANN, [TOKEN], MAIL)

    assert b"cupboard" not in refused.value.smtp_error
    assert store.rows() == [(TOKEN,)]


def test_after_451_the_next_mail_may_begin_at_once(store):
    """RFC 5321 4.1.1.4: the end of the mail data clears sender and recipients, whatever comes."""
    store.troubles.append(RuntimeError("full"))
    with door(store.take) as client:
        begun(client, TOKEN).send(MAIL + b".\r\n")

        assert (client.getreply()[0], client.mail(ANN)[0]) == (451, 250)


@pytest.mark.parametrize("address", [TOKEN.upper(), OURS.mailbox, "POSTMASTER@cards.example"])
def test_our_addresses_are_taken_whatever_their_case(store, address):
    with door(store.take) as client:
        client.sendmail(ANN, [address], MAIL)

        assert store.rows() == [(address,)]


@pytest.mark.parametrize("address", [FORGED, FOREIGN, "ann@cards.example", "table+q@cards.example"])
def test_an_address_without_a_token_of_ours_is_refused_before_the_mail(address):
    with door(list) as client:
        client.ehlo()
        client.mail(ANN)

        assert client.rcpt(address)[0] == 550
        assert client.docmd("DATA")[0] == 503


def test_the_same_mail_is_taken_again_but_kept_once_for_each_address(store):
    with door(store.take) as client:
        client.sendmail(ANN, [TOKEN], MAIL)
        client.sendmail(ANN, [TOKEN, OTHER], MAIL)

        assert store.rows() == [(TOKEN,), (OTHER,)]


def test_a_sender_that_is_not_utf8_is_not_told_to_try_again_for_ever(store):
    with door(store.take) as client:
        client.ehlo()
        client.send(b"MAIL FROM:<\xff@home.example>\r\n")
        if (said := client.getreply()[0]) == 250 and client.rcpt(TOKEN):
            said = client.data(MAIL)[0]

        assert not 400 <= said < 500


@pytest.mark.parametrize(("ill", "lines", "code"), [(0, 1, 250), (1, 1, 451), (0, 3000, 552)])
def test_over_lmtp_each_recipient_has_a_reply(store, ill, lines, code):
    """RFC 2033 4.2: one reply after the final dot for each RCPT that was taken, in order."""
    store.troubles += [RuntimeError("full")] * ill
    with door(store.take, protocol="lmtp", most_bytes=10_000) as client:
        begun(client, TOKEN, OTHER).send(MAIL + b"la\r\n" * lines + b".\r\nNOOP\r\n")

        assert [client.getreply()[0] for _ in range(2)] == [code, code]
        assert store.rows() == ([(TOKEN,), (OTHER,)] if code == 250 else [])


@pytest.mark.parametrize("end", [b"\n.\r\n", b"\r\n.\n", b"\n.\n", b"\r.\r", b"\r\n.\r"])
def test_only_a_dot_alone_between_crlf_ends_a_mail(store, end):
    with door(store.take) as client:
        begun(client, TOKEN).send(MAIL + b"and" + end + b"MAIL FROM:<eve@x.example>\r\n\r\n.\r\n")

        assert client.getreply()[0] == 250
        assert [b"eve@x.example" in raw for (raw,) in store.rows("raw")] == [True]


def test_a_mail_that_is_too_big_is_refused_when_announced_and_when_sent(store):
    big = MAIL + b"la la la\r\n" * 2000
    with door(store.take, most_bytes=10_000) as client:
        client.ehlo()
        announced = client.mail(ANN, [f"size={len(big)}"])[0]
        begun(client, TOKEN).send(big + b".\r\n")

        assert (announced, client.getreply()[0], store.rows()) == (552, 552, [])


def test_fifty_recipients_are_served_and_one_more_is_put_off(store):
    many = [OURS.mint(Purpose.QUESTION, number) for number in range(51)]
    with door(store.take) as client:
        refused = client.sendmail(ANN, many, MAIL)

        assert {one: said[0] for one, said in refused.items()} == {many[50]: 452}
        assert len(store.rows()) == 50


def test_nobody_is_asked_to_log_in(store):
    with door(store.take) as client:
        client.ehlo()

        assert not client.has_extn("auth")
        assert client.docmd("AUTH", "PLAIN AGFubgBxdWVlbg==")[0] >= 500


def test_a_client_that_hangs_up_after_the_final_dot_leaves_one_mail_even_if_it_tries_again(store):
    storing, gone, stored = Event(), Event(), Event()

    def take(mails):
        storing.set()
        assert gone.wait(10)
        store.take(mails)
        stored.set()

    with door(take) as client:
        where = client.sock.getpeername()
        begun(client, TOKEN).send(MAIL + b".\r\n")
        assert storing.wait(10)
        client.close()
        gone.set()
        assert stored.wait(10)
        with smtplib.SMTP(*where) as again:
            again.sendmail(ANN, [TOKEN], MAIL)

        assert store.rows() == [(TOKEN,)]


def test_a_port_that_is_taken_is_an_oserror():
    with door(list) as client:
        taken = Door(port=client.sock.getpeername()[1])

        with pytest.raises(OSError, match="address already in use"):
            asyncio.run(open_door(taken, OURS.domain, OURS.is_ours, list, lambda: NOON))
