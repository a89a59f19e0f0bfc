"""Mails on their way out: sent once, put off when it cannot be, given up, or left behind."""

import asyncio
import io
import mailbox
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from email.utils import parseaddr
from functools import partial

import pytest
from sqlalchemy import select, text
from sqlmodel import col

from pbem.config.settings import Receiver, Smarthost
from pbem.context import Context
from pbem.domain.model import Closed
from pbem.games.guests import Person
from pbem.games.late import renew
from pbem.games.set_up import new_game
from pbem.logs import log_to
from pbem.mail.addresses import NO_SUCH_ADDRESS
from pbem.outbox.carriers import maildir, smarthost
from pbem.outbox.deliver import LEASE, Post, deliver_due, write_down
from pbem.outbox.retry import REST_MINUTES, RETRY_MINUTES, retry
from pbem.receivers.smtp import open_receiver
from pbem.server import clock
from pbem.store import questions, sending
from pbem.store.handed_on import HandedOn
from pbem.store.outbox import Sending
from pbem.store.own_file import own_file
from pbem.store.server import rest
from pbem.store.tables.mails import OutboxRow
from tests.servers import free_port
from tests.setups import set_up

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
        self.services, self.now = club.services, club.now
        self.db, self.addresses = club.services.db, club.services.addresses
        people = [Person(address.partition("@")[0].title(), address) for address in addresses]
        rules = {"setup": set_up(), "zone": "UTC"}
        who = {"organiser": Person("Marta", "marta@club.example"), "people": people}
        with self.db.begin() as session:
            new_game(Context(club.services, session, self.now), name="Lindy", **rules, **who)

    def post(self, carrier):
        return Post(
            self.db, self.addresses, carrier, lambda: self.now, partial(renew, self.services)
        )

    async def deliver(self, carrier):
        """Send what is due, and write down what became of it; how many mails are done with."""
        post = self.post(carrier)
        done = await deliver_due(post)
        write_down(post)
        return done

    def rows(self, columns):
        query = text(f"select {columns} from outbox order by id")
        with self.db.begin() as session:
            return [tuple(row) for row in session.connection().execute(query)]

    @property
    def rest(self):
        with self.db.begin() as session:
            return rest(session)

    @property
    def waits(self):
        """In how many minutes each mail is due."""
        query = select(col(OutboxRow.due_at)).order_by(col(OutboxRow.id))
        with self.db.begin() as session:
            return [(at - self.now) / timedelta(minutes=1) for at in session.scalars(query)]


@pytest.fixture(name="office")
def _office(club):
    return Office(club, ANNA, BRUNO, RUTH)


def exchanged(office, *later, refusal=lambda _address: None, tls="none"):
    """Deliver to a real mail server after some minutes each: how many mails, and what it took."""
    counts, taken = [], []

    async def deliver():
        receiver = Receiver(port=0)
        it = await open_receiver(receiver, "x.example", refusal, taken.extend, clock.now)
        carrier = to(it.port, tls)
        for minutes in later or (0,):
            office.now += timedelta(minutes=minutes)
            counts.append(await office.deliver(carrier))
        await it.close()

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
    bounces = [
        office.addresses.returns_to(message_id) for (message_id,) in office.rows("message_id")
    ]
    assert counts == [3, 0]
    assert [(mail.recipient, lines(mail.raw)) for mail in taken] == written
    assert senders(taken) == bounces
    assert office.rows("state, attempts, error") == [("sent", 1, None)] * 3


def test_a_mail_to_an_address_that_is_refused_has_failed_and_the_others_leave(office):
    _, taken = exchanged(office, refusal={BRUNO: NO_SUCH_ADDRESS}.get)

    assert recipients(taken) == [ANNA, RUTH]
    assert office.rows("state, attempts") == [("sent", 1), ("failed", 1), ("sent", 1)]
    assert "No such address here" in office.rows("error")[1][0]


def test_a_way_out_that_should_be_encrypted_but_is_not_is_not_taken(office):
    _, taken = exchanged(office, tls="starttls")

    assert (taken, office.rows("state, attempts")) == ([], [("queued", 0)] * 3)


def met(office, **replies):
    """Deliver once to a scripted mail server."""

    async def send():
        async with scripted(**replies) as carrier:
            await office.deliver(carrier)

    asyncio.run(send())


@pytest.mark.parametrize(
    "replies",
    [
        {"RCPT": "450 4.2.2 mailbox full"},
        {"RCPT": "451 4.7.1 greylisted, come back"},
        {"RCPT": "550 5.7.1 relaying denied"},
        {"DATA": "451 4.3.0 later"},
        {"dot": "452 4.3.1 later"},
    ],
    ids=" ".join,
)
def test_trouble_with_one_mail_is_an_attempt_of_that_mail_and_the_post_works_on(office, replies):
    met(office, **replies)

    assert office.rows("state, attempts, done_at") == [("queued", 1, None)] * 3
    assert all(error for (error,) in office.rows("error"))
    assert all(7.5 <= minutes <= 8.25 for minutes in office.waits)
    assert office.rest is None


@pytest.mark.parametrize(
    ("replies", "said"),
    [
        ({"RCPT": "550 5.1.1 <Anna@club.example>: unknown here"}, "unknown here"),
        ({"RCPT": "450 4.2.2 anna@club.example, that is: bruno@far.example is full"}, "is full"),
        ({"RCPT": "421 4.3.2 closing on anna@club.example"}, "closing on"),
        ({"dot": "554 5.6.0 spam for <anna@club.example>"}, "spam for"),
    ],
    ids=["unknown", "full", "closing", "spam"],
)
def test_what_a_smarthost_says_is_kept_and_logged_without_addresses(office, replies, said):
    """Whoever is forgotten later stands in no line of the log."""
    logged = io.StringIO()
    log_to(logged, verbose=True)
    met(office, **replies)

    kept = [*office.rows("error"), office.rest and office.rest.why]
    for told in (str(kept), logged.getvalue()):
        assert said in told
        assert "@" not in told


@pytest.mark.parametrize(
    "replies",
    [
        {"MAIL": "550 5.7.1 we do not know you"},
        {"MAIL": "451 4.3.0 later"},
        {"RCPT": "550 5.4.5 Daily user sending limit exceeded."},
        {"RCPT": "450 4.7.1 You have reached your sending limit for today"},
        {"DATA": "554 5.2.0 SubmissionQuotaExceededException; message submission quota exceeded"},
        {"MAIL": "530 5.7.0 log in first"},
        {"RCPT": "421 4.3.2 closing"},
        {"RCPT": "530 5.7.0 log in first"},
        {"dot": "421 4.3.2 closing"},
        {"hello": "421 4.3.2 closing"},
        {"hello": "554 5.7.1 go away"},
        {"EHLO": "421 4.3.2 closing", "HELO": "421 4.3.2 closing"},
        *({moment: HANG_UP} for moment in ("hello", "EHLO", "MAIL", "RCPT")),
    ],
    ids=lambda replies: " ".join(f"{at}-{said[:3] or 'gone'}" for at, said in replies.items()),
)
def test_trouble_with_the_way_out_rests_the_whole_post_and_is_nobodys_attempt(office, replies):
    met(office, **replies)

    assert office.rows("state, attempts, done_at") == [("queued", 0, None)] * 3
    assert all(error for (error,) in office.rows("error"))
    assert office.waits == [0, 0, 0]
    assert (office.rest.until - office.now, office.rest.troubles) == (timedelta(seconds=30), 1)


@pytest.mark.parametrize(
    ("replies", "state"),
    [
        ({"DATA": "554 5.7.1 no"}, "queued"),
        ({"dot": "554 5.6.0 that is spam"}, "queued"),
        ({"DATA": HANG_UP}, "sending"),
        ({"dot": HANG_UP}, "sending"),
    ],
    ids=["DATA-554", "dot-554", "DATA-gone", "dot-gone"],
)
def test_a_mail_turned_down_or_left_without_a_reply_may_be_the_one_to_blame(office, replies, state):
    """The first counts an attempt, the post rests, and the next time another goes first.

    What got no reply may have been taken: it counts as seen.
    """
    met(office, **replies)
    first = office.rows("state, attempts")
    office.now += timedelta(minutes=1)
    _, taken = exchanged(office)

    assert first == [(state, 1), ("queued", 0), ("queued", 0)]
    assert recipients(taken) == [BRUNO, RUTH]
    assert office.rest is None


def test_a_poisonous_mail_is_given_up_after_as_many_attempts_as_any(office):
    with office.db.begin() as session:
        for number in (2, 3):
            sending.mark(session, number, Sending.SENT, office.now)
    for _ in range(len(RETRY_MINUTES) + 1):
        met(office, dot="554 5.6.0 that is spam")
        office.now += timedelta(minutes=max(office.waits[0], 30))

    assert office.rows("state, attempts")[0] == ("failed", len(RETRY_MINUTES) + 1)


def test_while_the_post_rests_nothing_is_tried_and_then_it_rests_longer(office):
    waits = []
    for _ in range(len(REST_MINUTES) + 2):
        asyncio.run(office.deliver(to(free_port())))
        waits.append((office.rest.until - office.now) / timedelta(minutes=1))
        early = exchanged(office)
        office.now = office.rest.until
        assert early == ([0], [])

    assert waits == [*REST_MINUTES, REST_MINUTES[-1], REST_MINUTES[-1]]
    assert office.rows("state, attempts") == [("queued", 0)] * 3
    assert len(exchanged(office)[1]) == 3
    assert office.rest is None


def test_a_mail_is_tried_ever_more_seldom_and_then_given_up(office):
    waits, full = [], {"RCPT": "452 4.2.2 mailbox full"}
    for _ in RETRY_MINUTES:
        met(office, **full)
        waits.append(office.waits[0])
        office.now += timedelta(minutes=max(office.waits))
    states = office.rows("state")
    met(office, **full)

    assert all(
        least <= wait <= 1.1 * least for least, wait in zip(RETRY_MINUTES, waits, strict=True)
    )
    assert states == [("queued",)] * 3
    assert office.rows("state, attempts") == [("failed", len(RETRY_MINUTES) + 1)] * 3


def test_mails_put_off_together_come_back_apart():
    waits = {retry(mail, 1) for mail in range(100)}

    assert len(waits) == 100
    assert {retry(7, 3)} == {retry(7, 3)}
    assert retry(7, len(RETRY_MINUTES) + 1) is None


def test_a_mail_put_off_leaves_when_its_time_comes_and_no_sooner(office):
    met(office, RCPT="450 4.2.2 mailbox full")
    counts, taken = exchanged(office, 7, 2)

    assert (counts, sorted(recipients(taken))) == ([0, 3], [ANNA, BRUNO, RUTH])
    assert office.rows("state, attempts") == [("sent", 2)] * 3


def test_a_mail_whose_question_is_closed_stays_behind(office):
    [asked] = office.rows("question_id")[1]
    with office.db.begin() as session:
        questions.close(session, asked, Closed.ANSWERED, office.now, "yes")
    _, taken = exchanged(office)

    assert recipients(taken) == [ANNA, RUTH]
    assert office.rows("state") == [("sent",), ("superseded",), ("sent",)]


def test_a_mail_whose_sender_was_killed_comes_back_after_the_lease(office):
    with office.db.begin() as session:
        sending.claim(session, office.now, LEASE)
    minutes = LEASE / timedelta(minutes=1)
    counts, taken = exchanged(office, minutes - 0.1, 0.1)

    assert (counts, recipients(taken)) == ([0, 3], [ANNA, BRUNO, RUTH])


def test_an_address_that_cannot_be_written_to_does_not_keep_the_others_waiting(club):
    office = Office(club, ANNA, "änne@club.example", RUTH)
    _, taken = exchanged(office)

    assert {ANNA, RUTH} <= set(recipients(taken))
    assert office.rows("state")[0] == office.rows("state")[2] == ("sent",)


JORG = "jörg@exämple.example"


def test_an_address_with_other_letters_is_written_to_where_the_smarthost_takes_such(club):
    """RFC 6531 3.4: by SMTPUTF8, in the envelope and in To as it is."""
    office = Office(club, ANNA, JORG, RUTH)
    _, taken = exchanged(office)

    assert recipients(taken) == [ANNA, JORG, RUTH]
    assert f"To: =?utf-8?b?SsO2cmc=?= <{JORG}>\r\n".encode() in taken[1].raw


def test_where_the_smarthost_takes_none_that_mail_fails_in_words(club):
    office = Office(club, ANNA, JORG, RUTH)
    met(office)

    assert office.rows("state") == [("sent",), ("failed",), ("sent",)]
    assert "it does not offer SMTPUTF8" in office.rows("error")[1][0]


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

    assert office.rows("state, attempts") == [("queued", 0)] * 3
    assert "Not a directory" in office.rest.why


def recipients(mails):
    return [mail.recipient for mail in mails]


def senders(mails):
    return [mail.mail_from for mail in mails]


def lines(raw):
    return raw.replace(b"\r\n", b"\n")


def test_what_cannot_be_written_down_keeps_no_other_letter_waiting(office, tmp_path, monkeypatch):
    """It leaves only once all the same, and is written down as soon as that can be."""
    journal, taken = tmp_path / "x.sent", maildir(tmp_path / "taken")
    post = replace(office.post(taken), journal=HandedOn(own_file(journal)))

    bad = {2}

    def refuses(session, number, **about):
        if number in bad:
            raise ValueError(number)
        sending.mark(session, number, **about)

    monkeypatch.setattr("pbem.outbox.deliver.mark", refuses)
    asyncio.run(deliver_due(post))
    office.now += LEASE
    asyncio.run(deliver_due(post))
    noted = office.rows("state"), journal.read_text().count("\n")
    bad.clear()
    office.now += LEASE
    asyncio.run(deliver_due(post))
    write_down(post)

    assert noted == ([("sent",), ("sending",), ("sent",)], 3)
    assert office.rows("state") == [("sent",)] * 3
    assert len(mailbox.Maildir(tmp_path / "taken")) == 3
    assert journal.read_bytes() == b""


def killed_after_sending(office, journal, carrier):
    """A server hands its letters on, and is killed before the database hears of it."""
    dying = replace(office.post(carrier), journal=HandedOn(own_file(journal)))
    asyncio.run(deliver_due(dying))
    assert office.rows("state") == [("sending",)] * 3
    dying.journal.close()


def started_anew(office, journal, carrier):
    """The next server comes up on the same database."""
    post = replace(office.post(carrier), journal=HandedOn(own_file(journal)))
    with office.db.begin() as session:
        sending.release(session, office.now)
    write_down(post)
    return post


def test_a_letter_that_was_taken_before_a_kill_leaves_only_once(office, tmp_path):
    journal, taken = tmp_path / "x.sent", maildir(tmp_path / "taken")
    killed_after_sending(office, journal, taken)

    post = started_anew(office, journal, taken)

    assert asyncio.run(deliver_due(post)) == 0
    assert office.rows("state") == [("sent",)] * 3
    assert len(mailbox.Maildir(tmp_path / "taken")) == 3
    assert journal.read_bytes() == b""


def test_what_the_journal_lost_leaves_twice_rather_than_never(office, tmp_path):
    """After a loss of power the journal may be empty, or end within a line."""
    journal, taken = tmp_path / "x.sent", maildir(tmp_path / "taken")
    killed_after_sending(office, journal, taken)
    [first, *_] = journal.read_text().splitlines()
    journal.write_text(f"{first}\n999999999999999999 <far@off>\n2 <half")

    post = started_anew(office, journal, taken)

    assert asyncio.run(deliver_due(post)) == 2
    write_down(post)
    assert office.rows("state") == [("sent",)] * 3
    assert len(mailbox.Maildir(tmp_path / "taken")) == 5


def test_a_journal_of_other_letters_marks_none(office, tmp_path):
    """After a copy was brought back, the same number may be another letter's."""
    journal, taken = tmp_path / "x.sent", maildir(tmp_path / "taken")
    journal.write_text("1 <another@table.example>\n")

    post = started_anew(office, journal, taken)

    assert office.rows("state") == [("queued",)] * 3
    assert asyncio.run(deliver_due(post)) == 3
