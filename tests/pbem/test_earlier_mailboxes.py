"""Addresses that the server had before: doors and mailboxes read them, the doctor knows them."""

from __future__ import annotations

import asyncio
import smtplib
from contextlib import ExitStack, closing
from datetime import UTC, date, datetime

import pytest

from engine import view
from pbem.config.load import load
from pbem.config.settings import ConfigError, EarlierMailbox, Mailbox, Receiver, Settings
from pbem.demo.mailbox import Feeder, running_mailbox
from pbem.doctor import dns, earlier
from pbem.doctor.finding import Verdict
from pbem.server.app import Server
from tests.club import Club, seated
from tests.databases import database_url
from tests.pbem.test_doctor import said
from tests.servers import free_port
from tests.servers.names import running_names

OLD, NEW = "table@ohhell.example", "cards@new.example"
LAST_DAY = date(2027, 3, 1)
NO_MX = "look: nobody takes mail for ohhell.example, which has no MX record"


def earlier_one(**more):
    return EarlierMailbox(mailbox=OLD, until=LAST_DAY, **more)


@pytest.fixture(name="asked")
def _asked(tmp_path):
    """A club whose first player is asked for a bid under the old address."""
    club = seated(tmp_path)
    club.open("Anna", "Bruno", "Ruth")
    return club


def answer(club: Club) -> bytes:
    """The mail with which who is asked answers the letter of before."""
    name, bid = club.waiting, view(club.game, club.seat(club.waiting)).legal[0]
    to = club.letter(name).reply_to
    return f"From: {club.addresses[name]}\nTo: {to}\nSubject: my bid\n\n{bid}\n".encode()


def moved(club, tmp_path, **ways_in):
    """The server after the move, on the same database."""
    return Server(
        Settings(database=database_url(tmp_path / "club.db"), mailbox=NEW, **ways_in),
        now=lambda: club.now,
    )


def test_a_door_takes_mail_to_the_old_address_until_its_last_day_is_over(asked, tmp_path):
    replies = []
    server = moved(asked, tmp_path, doors=(Receiver(port=0),), earlier_mailboxes=(earlier_one(),))
    to = asked.letter(asked.waiting).reply_to

    def knock():
        with smtplib.SMTP("127.0.0.1", server.ports[0], timeout=10) as client:
            client.ehlo()
            client.mail("anna@club.example")
            replies.append(client.rcpt(to))

    async def both_days():
        await server.start()
        await asyncio.to_thread(knock)
        asked.now = datetime(2027, 3, 2, 0, 1, tzinfo=UTC)
        await asyncio.to_thread(knock)
        await server.stop()

    asyncio.run(both_days())
    assert replies == [
        (250, b"2.1.5 OK"),
        (550, f"5.1.6 This table has moved: write to {NEW}".encode()),
    ]


def test_an_answer_in_the_old_mailbox_is_played_and_looked_for_no_more_after_the_last_day(
    asked, tmp_path
):
    with ExitStack() as open_until_then:
        today, before = (open_until_then.enter_context(running_mailbox()) for _ in range(2))
        feeder = open_until_then.enter_context(closing(Feeder(before)))
        ways = {"doors": (), "imap": today, "earlier_mailboxes": (earlier_one(imap=before),)}
        server = moved(asked, tmp_path, **ways)
        server.mailbox.look()
        first, mail = asked.waiting, answer(asked)
        feeder.add(mail)
        server.mailbox.look()
        server.worker.think()

        assert asked.waiting != first
        asked.now = datetime(2027, 3, 2, 0, 1, tzinfo=UTC)
        feeder.add(mail + b"once more\n")
        server.mailbox.look()
        with server.services.db.begin() as session:
            count = session.connection().exec_driver_sql("select count(*) from inbound").scalar()
        assert count == 1
        server.mailbox.close()
        server.close()


@pytest.mark.parametrize(("day", "late"), [(LAST_DAY, False), (date(2027, 3, 2), True)])
def test_nobody_is_late_while_an_old_mailbox_that_is_still_read_cannot_be(
    asked, tmp_path, day, late
):
    gone = Mailbox(host="127.0.0.1", port=free_port(), user="u", password="p", tls="none")
    ways = {"doors": (), "earlier_mailboxes": (earlier_one(imap=gone),)}
    server = moved(asked, tmp_path, **ways)
    asked.now = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    server.mailbox.look()

    assert (server.mailbox.heard() is not None) == late
    server.close()


def test_letters_leave_though_the_old_mailbox_cannot_be_read(asked, tmp_path):
    gone = Mailbox(host="127.0.0.1", port=free_port(), user="u", password="p", tls="none")
    server = moved(asked, tmp_path, doors=(), earlier_mailboxes=(earlier_one(imap=gone),))

    assert server.mailbox.seen()
    server.close()


@pytest.mark.parametrize(
    ("today", "records", "wrong"),
    [
        (date(2027, 2, 1), {("ohhell.example", "MX"): ["10 mx.ohhell.example."]}, []),
        (date(2027, 2, 1), {("ohhell.example", "A"): ["192.0.2.1"]}, []),
        (date(2027, 3, 1), {}, [NO_MX]),
        (date(2027, 3, 2), {}, ["look: table@ohhell.example has not been read since 01 Mar 2027"]),
    ],
)
def test_the_doctor_knows_how_long_it_is_read_and_whether_mail_comes(today, records, wrong):
    settings = Settings(mailbox=NEW, earlier_mailboxes=(earlier_one(),))
    noon = datetime(today.year, today.month, today.day, 12, tzinfo=UTC)
    with running_names(records) as server:
        found = list(earlier.addresses(settings, dns.lookup(server), noon))

    assert said(found) == wrong
    if not wrong:
        [good] = found
        assert good.verdict is Verdict.GOOD
        assert good.what == f"answers to {OLD} are read for 28 more days, until 01 Mar 2027"


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("{mailbox: table@old.example}", "until"),
        (f"{{mailbox: {NEW}, until: 2027-03-01}}", "is `mailbox` itself, and no earlier one"),
        ("{mailbox: table, until: 2027-03-01}", "an address like table@cards.example"),
        ("{mailbox: table@old.example, until: soon}", "date"),
    ],
)
def test_what_cannot_be_an_earlier_address_is_refused_by_name(tmp_path, written, why):
    file = tmp_path / "config.yaml"
    file.write_text(f"mailbox: {NEW}\nearlier_mailboxes: [{written}]\n")

    with pytest.raises(ConfigError, match="earlier_mailboxes") as refused:
        load(file)
    assert why in str(refused.value)


def test_the_settings_file_names_them(tmp_path):
    file = tmp_path / "config.yaml"
    file.write_text(f"mailbox: {NEW}\nearlier_mailboxes: [{{mailbox: {OLD}, until: 2027-03-01}}]\n")

    assert load(file)[0].earlier_mailboxes == (earlier_one(),)
