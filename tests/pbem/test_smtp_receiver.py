"""The SMTP and LMTP receiver: what it takes, what it refuses, and when it says so.

The tests named row_1 to row_11 hold the traps of aiosmtpd listed in EMAIL 6.1.
"""

import asyncio
import io
import select
import smtplib
import sys
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from queue import Queue
from tempfile import SpooledTemporaryFile
from threading import Event, Thread

import pytest
from sqlalchemy import text

from pbem.config.settings import Receiver
from pbem.logs import log_to
from pbem.mail.addresses import Addresses
from pbem.mail.codes import Keys, Signs, draw
from pbem.receivers.smtp import open_receiver
from pbem.store import inbox
from pbem.store.inbound import accept
from tests.club import empty_database

NOON = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)
OURS = Addresses("table@cards.example", Keys(b"ours" * 8))
SEVEN = Signs("7" * 16)
TOKEN, OTHER = OURS.answers_to(SEVEN), OURS.answers_to(Signs("8" * 16))
FORGED = Addresses("table@cards.example", Keys(b"else" * 8)).answers_to(SEVEN)
FOREIGN = TOKEN.replace("cards", "chess")
ANN = "ann@home.example"
MAIL = b"From: ann@home.example\r\nSubject: My card\r\n\r\nQueen of hearts\r\n"


@contextmanager
def receiver(take, ours=OURS, **settings):
    """A client at a receiver that runs in a thread and has its mails stored by `take`."""
    told = Queue()
    wanted = Receiver(port=0, **settings)

    async def listen():
        closed = asyncio.Event()
        refusal = partial(ours.refusal, today=NOON.date())
        it = await open_receiver(wanted, ours.domain, refusal, take, lambda: NOON)
        told.put(((it.host, it.port), asyncio.get_running_loop(), closed))
        await closed.wait()
        await it.close()

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
        self.db = empty_database(folder / "mail.db")
        self.troubles = []

    def take(self, mails):
        if self.troubles:
            raise self.troubles.pop()
        with self.db.begin() as session:
            for mail in mails:
                accept(session, mail)

    def rows(self, columns="recipient"):
        with self.db.begin() as session:
            query = text(f"select {columns} from inbound order by id")
            return [tuple(row) for row in session.connection().execute(query)]


@pytest.fixture(name="store")
def _store(tmp_path):
    store = Store(tmp_path)
    yield store
    store.db.close()


def test_a_mail_is_stored_as_it_came(store):
    with receiver(store.take) as client:
        client.sendmail(ANN, [TOKEN], MAIL)

        assert store.rows("source, recipient, mail_from, raw") == [("smtp", TOKEN, ANN, MAIL)]
        with store.db.begin() as session:
            assert inbox.recent_inbound(session, 1)[0].received_at == NOON


@pytest.mark.parametrize(
    ("longest", "code"), [(998, 250), (5000, 250), (64_000, 250), (70_000, 500)]
)
def test_row_4_a_line_may_be_longer_than_a_thousand_bytes(store, longest, code):
    mail = MAIL + b"x" * longest + b"\r\n"
    with receiver(store.take) as client:
        begun(client, TOKEN).send(mail + b".\r\n")

        assert client.getreply()[0] == code
        assert store.rows("raw") == [(mail,)] * (code == 250)


@pytest.mark.parametrize("protocol", ["smtp", "lmtp"])
def test_row_9_the_null_sender_is_nobody(store, protocol):
    with receiver(store.take, protocol=protocol) as client:
        client.sendmail("<>", [TOKEN], MAIL)

        assert store.rows("mail_from") == [("",)]


def test_row_5_a_mail_that_never_ends_is_cut_off_and_nothing_of_it_is_kept(store):
    """The clock is not set back during DATA: that also bounds a client that dribbles."""
    with receiver(store.take, patience=0.3) as client:
        begun(client, TOKEN).send(MAIL)
        for _ in range(100):
            if select.select([client.sock], [], [], 0.05)[0]:
                break
            client.send(b"la\r\n")

        with pytest.raises((smtplib.SMTPServerDisconnected, OSError)):
            client.getreply()
        assert store.rows() == []


def test_row_3_who_hangs_up_before_the_final_dot_leaves_nothing(store):
    with receiver(store.take) as client:
        where = client.sock.getpeername()
        begun(client, TOKEN).send(MAIL)
        client.close()
        with smtplib.SMTP(*where) as again:
            again.sendmail(ANN, [OTHER], MAIL)

        assert store.rows() == [(OTHER,)]


def test_row_6_a_hundred_clients_are_served_and_the_next_is_put_off_until_one_goes(store):
    with receiver(store.take) as client, ExitStack() as stack:
        where = client.sock.getpeername()
        others = [stack.enter_context(closing(smtplib.SMTP(*where))) for _ in range(99)]
        with pytest.raises(smtplib.SMTPConnectError, match="421"):
            smtplib.SMTP(*where)
        others[0].quit()
        with smtplib.SMTP(*where) as late:
            late.sendmail(ANN, [TOKEN], MAIL)

        assert store.rows() == [(TOKEN,)]


def connected(where):
    """One more client; what it is told first."""
    one = smtplib.SMTP()
    return one, one.connect(*where)[0]


@pytest.mark.parametrize(
    ("protocol", "trusted", "third"),
    [
        ("smtp", [], 421),
        ("smtp", ["127.0.0.0/8"], 220),
        ("smtp", ["192.0.2.7"], 421),
        ("lmtp", [], 220),
    ],
)
def test_one_host_has_so_many_places_unless_it_brings_the_mails_of_all(protocol, trusted, third):
    limits = {"most_of_one_host": 2, "trusted_hosts": trusted}
    with receiver(list, protocol=protocol, **limits) as client, ExitStack() as stack:
        where = client.sock.getpeername()
        told = []
        for _ in range(2):
            one, code = connected(where)
            stack.enter_context(closing(one))
            told.append(code)

        assert told == [220, third]


def test_whoever_is_silent_makes_room_when_all_places_are_taken(store):
    with receiver(store.take, most_clients=2, idle=0) as client, ExitStack() as stack:
        where = client.sock.getpeername()
        other = stack.enter_context(closing(connected(where)[0]))
        client.noop()
        late = stack.enter_context(closing(connected(where)[0]))
        late.sendmail(ANN, [TOKEN], MAIL)

        assert (other.getreply()[0], client.noop()[0], store.rows()) == (421, 250, [(TOKEN,)])


def test_nobody_makes_room_while_his_mail_is_being_stored():
    storing, stored = Event(), Event()

    def take(_mails):
        storing.set()
        assert stored.wait(10)

    with receiver(take, most_clients=1, idle=0) as client:
        begun(client, TOKEN).send(MAIL + b".\r\n")
        assert storing.wait(10)
        late, told = connected(client.sock.getpeername())
        late.close()
        stored.set()

        assert (told, client.getreply()[0]) == (421, 250)


@pytest.mark.parametrize("protocol", ["smtp", "lmtp"])
@pytest.mark.parametrize(
    ("sent", "code"),
    [(b"x" * 1_100_000, 500), (b"la\r\n" * 300_000, 552), (b"\r\n" * 600_000, 552)],
    ids=["one line", "many lines", "empty lines"],
)
def test_a_mail_without_end_is_answered_for_each_recipient_and_hung_up_on(protocol, sent, code):
    with receiver(list, protocol=protocol, most_bytes=10_000) as client:
        begun(client, TOKEN, OTHER).send(sent)
        codes = [client.getreply()[0] for _ in range(2 if protocol == "lmtp" else 1)]

        assert set(codes) == {code}
        with pytest.raises(smtplib.SMTPServerDisconnected):
            client.getreply()


def test_a_command_without_end_is_answered_and_hung_up_on():
    with receiver(list) as client:
        client.send(b"EHLO " + b"x" * 1_100_000)

        assert client.getreply()[0] == 500
        with pytest.raises(smtplib.SMTPServerDisconnected):
            client.getreply()


@pytest.mark.parametrize("protocol", ["smtp", "lmtp"])
def test_a_mail_of_the_greatest_size_is_stored_as_it_came(store, protocol):
    mail = MAIL + b"." * 64 + b"\r\n" + b"x" * 65_000 + b"\r\n"
    mail += b"la\r\n" * ((1_000_000 - len(mail)) // 4)
    with receiver(store.take, protocol=protocol) as client:
        client.sendmail(ANN, [TOKEN], mail)

        assert store.rows("raw") == [(mail,)]


def test_a_mail_that_finds_no_room_on_the_disk_is_taken_later(store, monkeypatch):
    """The rest of it is no command."""

    class Full(SpooledTemporaryFile):
        def write(self, _piece):
            raise OSError("no space left on device")

    with receiver(store.take) as client:
        with monkeypatch.context() as there:
            there.setattr("pbem.receivers.smtp.SpooledTemporaryFile", Full)
            begun(client, TOKEN).send(MAIL + b"NOOP\r\n.\r\n")
            said = client.getreply()[0]
        client.sendmail(ANN, [TOKEN], MAIL)

    assert (said, store.rows("raw")) == (451, [(MAIL,)])


@pytest.mark.parametrize(("command", "most"), [("NOOP", 20), ("RSET", 100), ("VRFY ann", 100)])
def test_row_6_nobody_keeps_a_line_busy_for_ever(command, most):
    with receiver(list) as client:
        client.ehlo()
        said = [client.docmd(command)[0] for _ in range(most)]
        with suppress(smtplib.SMTPServerDisconnected):
            said.append(client.docmd(command)[0])

    assert 421 not in said[:most]
    assert said[most:] == [421]


@pytest.mark.parametrize("end", [b"\n", b"\r"])
def test_row_10_a_mail_with_other_line_ends_is_the_same_mail(store, end):
    """A relay may write them anew when it tries again."""
    with receiver(store.take) as client:
        client.sendmail(ANN, [TOKEN], MAIL)
        begun(client, TOKEN).send(MAIL.strip().replace(b"\r\n", end) + b"\r\n.\r\n")

        assert client.getreply()[0] == 250
        assert store.rows("raw") == [(MAIL,)]


def test_row_11_addresses_in_any_script_are_taken_and_unknown_wishes_refused(store):
    with receiver(store.take) as client:
        client.command_encoding = "utf-8"
        client.ehlo()
        refused = client.docmd("MAIL", "FROM:<ann@home.example> X=Y")[0]
        client.sendmail("änne@home.example", [TOKEN], MAIL, ["SMTPUTF8"])

        assert client.has_extn("smtputf8")
        assert (refused, store.rows("mail_from")) == (555, [("änne@home.example",)])


def test_nobody_hears_250_before_the_mail_is_stored():
    storing, stored = Event(), Event()

    def take(_mails):
        storing.set()
        assert stored.wait(10)

    with receiver(take) as client:
        begun(client, TOKEN).send(MAIL + b".\r\n")
        assert storing.wait(10)
        early = select.select([client.sock], [], [], 0.1)[0]
        stored.set()

        assert (early, client.getreply()[0]) == ([], 250)


def test_row_1_trouble_of_ours_is_451_without_a_word_about_it_and_the_mail_is_taken_later(store):
    store.troubles.append(RuntimeError("the disk in cupboard 7 is full"))
    with receiver(store.take) as client:
        with pytest.raises(smtplib.SMTPDataError, match="451") as refused:
            client.sendmail(ANN, [TOKEN], MAIL)
        client.sendmail(ANN, [TOKEN], MAIL)

    assert b"cupboard" not in refused.value.smtp_error
    assert store.rows() == [(TOKEN,)]


@pytest.mark.parametrize("trouble", [OSError("no space left"), ValueError("the stream is closed")])
def test_row_1_a_log_that_cannot_be_written_leaves_the_reply_as_it_is(store, trouble):
    """aiosmtpd answers 500 when the hook for trouble is in trouble itself."""

    class Full(io.StringIO):
        def write(self, _text):
            raise trouble

        def flush(self):
            raise trouble

    store.troubles.append(RuntimeError("full"))
    log_to(Full())
    try:
        with receiver(store.take) as client, pytest.raises(smtplib.SMTPDataError, match="451"):
            client.sendmail(ANN, [TOKEN], MAIL)
    finally:
        log_to(sys.stderr)


def test_row_1_after_451_the_next_mail_may_begin_at_once(store):
    """RFC 5321 4.1.1.4: the end of the mail data clears sender and recipients, whatever comes."""
    store.troubles.append(RuntimeError("full"))
    with receiver(store.take) as client:
        begun(client, TOKEN).send(MAIL + b".\r\n")

        assert (client.getreply()[0], client.mail(ANN)[0]) == (451, 250)


@pytest.mark.parametrize("address", [TOKEN.upper(), OURS.mailbox, "POSTMASTER@cards.example"])
def test_our_addresses_are_taken_whatever_their_case(store, address):
    with receiver(store.take) as client:
        client.sendmail(ANN, [address], MAIL)

        assert store.rows() == [(address,)]


@pytest.mark.parametrize("address", [FORGED, FOREIGN, "ann@cards.example", "table+q@cards.example"])
def test_an_address_without_a_token_of_ours_is_refused_before_the_mail(address):
    with receiver(list) as client:
        client.ehlo()
        client.mail(ANN)

        assert client.rcpt(address)[0] == 550
        assert client.docmd("DATA")[0] == 503


def test_the_same_mail_is_taken_again_but_kept_once_for_each_address(store):
    with receiver(store.take) as client:
        client.sendmail(ANN, [TOKEN], MAIL)
        client.sendmail(ANN, [TOKEN, OTHER], MAIL)

        assert store.rows() == [(TOKEN,), (OTHER,)]


def test_row_11_a_sender_that_is_not_utf8_is_not_told_to_try_again_for_ever(store):
    with receiver(store.take) as client:
        client.ehlo()
        client.send(b"MAIL FROM:<\xff@home.example>\r\n")
        if (said := client.getreply()[0]) == 250 and client.rcpt(TOKEN):
            said = client.data(MAIL)[0]

        assert not 400 <= said < 500


@pytest.mark.parametrize(("ill", "lines", "code"), [(0, 1, 250), (1, 1, 451), (0, 3000, 552)])
def test_row_2_over_lmtp_each_recipient_has_a_reply(store, ill, lines, code):
    """RFC 2033 4.2: one reply after the final dot for each RCPT that was taken, in order."""
    store.troubles += [RuntimeError("full")] * ill
    with receiver(store.take, protocol="lmtp", most_bytes=10_000) as client:
        begun(client, TOKEN, OTHER).send(MAIL + b"la\r\n" * lines + b".\r\nNOOP\r\n")

        assert [client.getreply()[0] for _ in range(2)] == [code, code]
        assert store.rows() == ([(TOKEN,), (OTHER,)] if code == 250 else [])


@pytest.mark.parametrize("end", [b"\n.\r\n", b"\r\n.\n", b"\n.\n", b"\r.\r", b"\r\n.\r"])
def test_row_10_only_a_dot_alone_between_crlf_ends_a_mail(store, end):
    with receiver(store.take) as client:
        begun(client, TOKEN).send(MAIL + b"and" + end + b"MAIL FROM:<eve@x.example>\r\n\r\n.\r\n")

        assert client.getreply()[0] == 250
        assert [b"eve@x.example" in raw for (raw,) in store.rows("raw")] == [True]


def test_row_7_a_mail_that_is_too_big_is_refused_when_announced_and_when_sent(store):
    big = MAIL + b"la la la\r\n" * 2000
    with receiver(store.take, most_bytes=10_000) as client:
        client.ehlo()
        announced = client.mail(ANN, [f"size={len(big)}"])[0]
        begun(client, TOKEN).send(big + b".\r\n")

        assert (announced, client.getreply()[0], store.rows()) == (552, 552, [])


def test_row_6_fifty_recipients_are_served_and_one_more_is_put_off(store):
    many = [OURS.answers_to(draw(bytes([number]).__mul__)) for number in range(51)]
    with receiver(store.take) as client:
        refused = client.sendmail(ANN, many, MAIL)

        assert {one: said[0] for one, said in refused.items()} == {many[50]: 452}
        assert len(store.rows()) == 50


def test_row_8_nobody_is_asked_to_log_in(store):
    with receiver(store.take) as client:
        client.ehlo()

        assert not client.has_extn("auth")
        assert client.docmd("AUTH", "PLAIN AGFubgBxdWVlbg==")[0] >= 500


def test_row_3_who_hangs_up_after_the_final_dot_leaves_one_mail_even_if_he_tries_again(
    store,
):
    storing, gone, stored = Event(), Event(), Event()

    def take(mails):
        storing.set()
        assert gone.wait(10)
        store.take(mails)
        stored.set()

    with receiver(take) as client:
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
    with receiver(list) as client:
        taken = Receiver(port=client.sock.getpeername()[1])

        with pytest.raises(OSError, match="address already in use"):
            asyncio.run(open_receiver(taken, OURS.domain, OURS.refusal, list, lambda: NOON))


class Gate:
    """A store whose first commit takes until it is let through."""

    def __init__(self, bad=b"\0"):
        self.bad, self.commits = bad, []
        self.begun, self.open = Event(), Event()

    def take(self, mails):
        raws = [mail.raw for mail in mails]
        if not self.begun.is_set():
            self.begun.set()
            assert self.open.wait(10)
        if any(self.bad in raw for raw in raws):
            raise ValueError(self.bad)
        self.commits.append(raws)


def handed_in_at_once(gate, raws):
    """Each client hands in one mail, the first before the others; what each is told."""
    with receiver(gate.take) as first, ExitStack() as all_clients:
        where = first.sock.getpeername()
        clients = [first, *(all_clients.enter_context(smtplib.SMTP(*where)) for _ in raws[1:])]
        for client, raw in zip(clients, raws, strict=True):
            begun(client, TOKEN).send(raw + b".\r\n")
            assert gate.begun.wait(10)
        # Its reply to another command says that all the mails before it are here.
        with smtplib.SMTP(*where) as last:
            last.noop()
        answered = [bool(select.select([client.sock], [], [], 0)[0]) for client in clients]
        gate.open.set()
        return answered, [client.getreply()[0] for client in clients]


def test_mails_that_come_during_a_commit_are_stored_in_the_next_one_together():
    """Each client hears 250 only after it; the mail that came alone waited for no other."""
    gate, raws = Gate(), [MAIL + b"%d\r\n" % number for number in range(5)]
    answered, codes = handed_in_at_once(gate, raws)

    assert answered == [False] * 5
    assert codes == [250] * 5
    assert gate.commits == [raws[:1], raws[1:]]


def test_a_mail_that_cannot_be_stored_takes_no_other_with_it():
    gate = Gate(bad=b"2\r\n")
    raws = [MAIL + b"%d\r\n" % number for number in range(5)]
    _, codes = handed_in_at_once(gate, raws)

    assert codes == [250, 250, 451, 250, 250]
    assert sorted(raw for commit in gate.commits for raw in commit) == [*raws[:2], *raws[3:]]
