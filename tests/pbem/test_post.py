"""Mails on their way out: sent once, put off when it cannot be, given up, or left behind."""

import asyncio
import mailbox
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr

import pytest
from sqlalchemy import text

from engine import find_preset
from pbem import clock
from pbem.config import Door, Smarthost
from pbem.doors.smtp import open_door
from pbem.organiser.games import Person, new_game
from pbem.post.carriers import maildir, smarthost
from pbem.post.deliver import LEASE, RETRY_MINUTES, deliver_due
from pbem.reading.tokens import Purpose, Token
from pbem.store import outbox, questions
from pbem.table.model import Closed
from tests.servers import free_port

USUAL = {
    "hello": "220 mail.example",
    "EHLO": "250 mail.example",
    "MAIL": "250 OK",
    "RCPT": "250 OK",
    "DATA": "354 go on",
    "dot": "250 taken",
    "RSET": "250 OK",
    "QUIT": "221 bye",
}
HANG_UP = ""
ANNA, BRUNO, RUTH = (f"{name}@club.example" for name in ("anna", "bruno", "ruth"))


class Office:
    """A club whose invitations wait in the outbox."""

    def __init__(self, club, *addresses):
        self.db, self.addresses, self.now = club.house.db, club.house.addresses, club.now
        people = [Person(address.partition("@")[0].title(), address) for address in addresses]
        rules = {"preset": find_preset("ohhell_pagat"), "answer_in": 48, "hold": 0, "zone": "UTC"}
        who = {"organiser": Person("Marta", "marta@club.example"), "people": people}
        with self.db.begin() as session:
            new_game(club.house, session, name="Lindy", **rules, **who, now=self.now)

    async def deliver(self, carrier):
        """Send what is due; how many mails were looked at."""
        return await deliver_due(self.db, self.addresses, carrier, lambda: self.now)

    def rows(self, columns):
        query = text(f"select {columns} from outbox order by id")
        with self.db.begin() as session:
            return [tuple(row) for row in session.connection().execute(query)]

    @property
    def waits(self):
        """In how many minutes each mail is due."""
        due = [datetime.fromisoformat(at).replace(tzinfo=UTC) for (at,) in self.rows("due_at")]
        return [(at - self.now) / timedelta(minutes=1) for at in due]


@pytest.fixture(name="office")
def _office(club):
    return Office(club, ANNA, BRUNO, RUTH)


def exchanged(office, *later, is_ours=lambda _address: True, tls="none"):
    """Deliver to a real mail server after some minutes each: how many mails, and what it took."""
    counts, taken = [], []

    async def deliver():
        door = Door(port=0)
        async with await open_door(door, "x.example", is_ours, taken.extend, clock.now) as it:
            carrier = to(it.sockets[0].getsockname()[1], tls)
            for minutes in later or (0,):
                office.now += timedelta(minutes=minutes)
                counts.append(await office.deliver(carrier))

    asyncio.run(deliver())
    return counts, taken


@asynccontextmanager
async def scripted(**replies):
    """A mail server that answers a command with the reply set for it; HANG_UP ends the talk."""
    replies = USUAL | replies

    async def talk(reader, writer):
        command = "hello"
        while replies[command]:
            writer.write(f"{replies[command]}\r\n".encode())
            if command == "QUIT":
                break
            if command == "DATA" and replies["DATA"].startswith("354"):
                await reader.readuntil(b"\r\n.\r\n")
                command = "dot"
            else:
                command = (await reader.readline()).decode().upper()[:4] or "QUIT"
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        yield to(server.sockets[0].getsockname()[1])


def to(port, tls="none"):
    return smarthost(Smarthost(host="127.0.0.1", port=port, tls=tls))


def test_a_mail_leaves_once_as_it_was_written_with_a_bounce_address_of_its_own(office):
    counts, taken = exchanged(office, 0, 60)

    written = [(rcpt, lines(raw)) for rcpt, raw in office.rows("rcpt, raw")]
    bounces = [Token(Purpose.BOUNCE, number) for (number,) in office.rows("id")]
    assert counts == [3, 0]
    assert [(mail.recipient, lines(mail.raw)) for mail in taken] == written
    assert list(map(office.addresses.token_in, senders(taken))) == bounces
    assert office.rows("state, attempts, error") == [("sent", 1, None)] * 3


def test_a_mail_to_an_address_that_is_refused_has_failed_and_the_others_leave(office):
    _, taken = exchanged(office, is_ours=lambda address: address != BRUNO)

    assert recipients(taken) == [ANNA, RUTH]
    assert office.rows("state, attempts") == [("sent", 1), ("failed", 1), ("sent", 1)]
    assert "No such address here" in office.rows("error")[1][0]


def test_a_way_out_that_should_be_encrypted_but_is_not_is_not_taken(office):
    _, taken = exchanged(office, tls="starttls")

    assert (taken, office.rows("state, attempts")) == ([], [("queued", 1)] * 3)


@pytest.mark.parametrize(
    "replies",
    [
        {"RCPT": "450 4.2.2 mailbox full"},
        {"MAIL": "550 5.7.1 we do not know you"},
        {"MAIL": "451 4.3.0 later"},
        {"DATA": "554 5.7.1 no"},
        {"dot": "554 5.6.0 that is spam"},
        {"dot": "451 4.3.0 later"},
        {"hello": "421 4.3.2 closing"},
        {"hello": "554 5.7.1 go away"},
        {"EHLO": "421 4.3.2 closing", "HELO": "421 4.3.2 closing"},
        *({moment: HANG_UP} for moment in ("hello", "EHLO", "MAIL", "RCPT", "DATA", "dot")),
    ],
    ids=lambda replies: " ".join(f"{at}-{said[:3] or 'gone'}" for at, said in replies.items()),
)
def test_what_is_not_the_players_fault_is_tried_again(office, replies):
    async def send():
        async with scripted(**replies) as carrier:
            await office.deliver(carrier)

    asyncio.run(send())

    assert office.rows("state, attempts, done_at") == [("queued", 1, None)] * 3
    assert all(error for (error,) in office.rows("error"))
    assert all(7.5 <= minutes <= 8.25 for minutes in office.waits)


def test_a_mail_is_tried_ever_more_seldom_and_then_given_up(office):
    waits = []
    for _ in RETRY_MINUTES:
        asyncio.run(office.deliver(to(free_port())))
        waits.append(office.waits[0])
        office.now += timedelta(minutes=max(office.waits))
    states = office.rows("state")
    asyncio.run(office.deliver(to(free_port())))

    assert all(
        least <= wait <= 1.1 * least for least, wait in zip(RETRY_MINUTES, waits, strict=True)
    )
    assert states == [("queued",)] * 3
    assert office.rows("state, attempts") == [("failed", len(RETRY_MINUTES) + 1)] * 3


def test_a_mail_put_off_leaves_when_its_time_comes_and_no_sooner(office):
    asyncio.run(office.deliver(to(free_port())))
    counts, taken = exchanged(office, 7, 2)

    assert (counts, sorted(recipients(taken))) == ([0, 3], [ANNA, BRUNO, RUTH])
    assert office.rows("state, attempts") == [("sent", 2)] * 3


def test_a_mail_whose_question_is_closed_stays_behind(office):
    [asked] = office.rows("question_id")[1]
    with office.db.begin() as session:
        questions.close(session, asked, Closed.ANSWERED, "yes")
    _, taken = exchanged(office)

    assert recipients(taken) == [ANNA, RUTH]
    assert office.rows("state") == [("sent",), ("superseded",), ("sent",)]


def test_a_mail_whose_sender_was_killed_comes_back_after_the_lease(office):
    with office.db.begin() as session:
        outbox.claim(session, office.now, LEASE)
    minutes = LEASE / timedelta(minutes=1)
    counts, taken = exchanged(office, minutes - 0.1, 0.1)

    assert (counts, recipients(taken)) == ([0, 3], [ANNA, BRUNO, RUTH])


def test_an_address_that_cannot_be_written_to_does_not_keep_the_others_waiting(club):
    office = Office(club, ANNA, "änne@club.example", RUTH)
    _, taken = exchanged(office)

    assert {ANNA, RUTH} <= set(recipients(taken))
    assert office.rows("state")[0] == office.rows("state")[2] == ("sent",)


@pytest.mark.parametrize("place", ["outgoing", "made/by hand", "not/there/yet"])
def test_until_a_smarthost_is_set_mails_are_filed_in_a_maildir(office, tmp_path, place):
    (tmp_path / "made" / "by hand").mkdir(parents=True)
    asyncio.run(office.deliver(maildir(tmp_path / place)))

    filed = mailbox.Maildir(tmp_path / place, create=False)
    assert sorted(parseaddr(mail["To"])[1] for mail in filed) == [ANNA, BRUNO, RUTH]
    assert office.rows("state") == [("sent",)] * 3


def test_a_maildir_that_cannot_be_written_is_tried_again(office, tmp_path):
    (tmp_path / "outgoing").write_text("a file")
    asyncio.run(office.deliver(maildir(tmp_path / "outgoing")))

    assert office.rows("state, attempts") == [("queued", 1)] * 3


def recipients(mails):
    return [mail.recipient for mail in mails]


def senders(mails):
    return [mail.mail_from for mail in mails]


def lines(raw):
    return raw.replace(b"\r\n", b"\n")
