"""The IMAP receiver, against pymap and Dovecot: each mail is stored, then moved, and only once."""

import base64
import imaplib
import socket
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from sqlalchemy import text

from pbem.config.settings import Mailbox
from pbem.demo.mailbox import running_mailbox
from pbem.mail.mail import read_mail
from pbem.receivers.imap import ImapReceiver
from pbem.server.clock import now
from pbem.store import inbox
from pbem.store.inbound import accept
from pbem.store.troubles import happened
from tests.club import empty_database
from tests.lines import text_that_counts
from tests.servers.dovecot import running_dovecot

OLD, NEW = (b"Subject: %s\r\n\r\nQH\r\n" % word for word in (b"old", b"new"))


@pytest.fixture(name="account", scope="module", params=["pymap", "dovecot"])
def _account(request):
    """A mailbox on a real server."""
    if request.param == "pymap":
        with running_mailbox() as mailbox:
            yield mailbox
        return
    with running_dovecot() as it:
        account = {"host": it.host, "port": it.imap_port, "user": it.user, "password": it.password}
        yield Mailbox.model_validate(account | {"tls": False})


class Office:
    """A receiver of a new folder; a trouble is raised `before` or `after` mails are stored."""

    def __init__(self, account, folder):
        names = {"folder": f"In-{folder.name}", "done": f"Done-{folder.name}"}
        self.box = account.model_copy(update=names)
        self.db = empty_database(folder / "mail.db")
        self.receiver = ImapReceiver(self.box, self.db, self.take, now)
        self.trouble = {}
        self.inbox_when_stored = []
        self.client = imaplib.IMAP4(self.box.host, self.box.port, timeout=30)
        self.client.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client.login(self.box.user, self.box.password.get_secret_value())
        self.client.create(self.box.folder)

    def take(self, mails):
        self.inbox_when_stored.append(self.subjects(self.box.folder))
        if "before" in self.trouble:
            raise self.trouble.pop("before")
        with self.db.begin() as session:
            for mail in mails:
                accept(session, mail)
        if "after" in self.trouble:
            raise self.trouble.pop("after")

    def add(self, raw, at=""):
        assert self.client.append(self.box.folder, "", at, raw)[0] == "OK"

    def rows(self, columns):
        with self.db.begin() as session:
            query = text(f"select {columns} from inbound order by id")
            return [tuple(row) for row in session.connection().execute(query)]

    def subjects(self, folder, criterion="ALL"):
        self.client.select(folder, readonly=True)
        numbers = self.client.search(None, criterion)[1][0].split()
        return [subject(self.client.fetch(n, "(BODY.PEEK[])")[1][0][1]) for n in numbers]

    @property
    def places(self):
        """The subjects of the mails in the database, in the inbox and among those done."""
        stored = [subject(raw) for (raw,) in self.rows("raw")]
        return stored, self.subjects(self.box.folder), self.subjects(self.box.done)

    def close(self):
        self.receiver.close()
        self.client.logout()
        self.db.close()


def subject(raw):
    return raw.partition(b"\r\n")[0].decode().removeprefix("Subject: ")


@pytest.fixture(name="office")
def _office(account, tmp_path):
    with closing(Office(account, tmp_path)) as office:
        yield office


def test_mails_from_before_the_first_look_are_left_alone(office):
    office.add(OLD)

    assert [office.receiver.poll(), office.receiver.poll()] == [0, 0]
    assert office.places == ([], ["old"], [])


def test_a_new_mail_is_stored_then_moved_and_not_taken_again(office):
    office.add(OLD)
    office.receiver.poll()
    office.add(NEW)

    assert [office.receiver.poll() for _ in range(3)] == [1, 0, 0]
    assert office.inbox_when_stored == [["old", "new"]]
    assert office.places == (["new"], ["old"], ["new"])


def test_a_stored_mail_has_its_bytes_and_the_time_the_mailbox_got_it(office):
    office.receiver.poll()
    office.add(NEW, imaplib.Time2Internaldate(datetime(2026, 10, 5, 12, 0, tzinfo=UTC)))
    office.receiver.poll()

    assert office.rows("source, recipient, mail_from, raw") == [("imap", "", "", NEW)]
    with office.db.begin() as session:
        [kept] = inbox.recent_inbound(session, 1)
    assert kept.received_at == datetime(2026, 10, 5, 12, 0, tzinfo=UTC)


def test_many_mails_are_all_taken_in_their_order(office):
    many = [b"Subject: %d\r\n\r\nQH\r\n" % number for number in range(55)]
    office.receiver.poll()
    for raw in many:
        office.add(raw)

    assert office.receiver.poll() == 55
    assert office.rows("raw") == [(raw,) for raw in many]
    assert office.subjects(office.box.folder) == []


def test_a_mail_that_cannot_be_stored_stays_and_is_taken_at_the_next_look(office):
    office.receiver.poll()
    office.add(NEW)
    office.trouble["before"] = OSError("the disk is full")

    assert (office.receiver.poll(), office.places) == (0, ([], ["new"], []))
    assert (office.receiver.poll(), office.places) == (1, (["new"], [], ["new"]))


def test_trouble_in_the_database_is_survived_like_any_other(office):
    office.receiver.poll()
    office.add(NEW)
    with office.db.begin() as session:
        session.connection().execute(text("alter table inbound rename to mislaid"))
    taken = office.receiver.poll()
    with office.db.begin() as session:
        session.connection().execute(text("alter table mislaid rename to inbound"))

    assert (taken, office.places) == (0, ([], ["new"], []))
    assert (office.receiver.poll(), office.places) == (1, (["new"], [], ["new"]))


def test_a_mail_stored_just_before_a_crash_is_moved_but_not_stored_again(office):
    office.receiver.poll()
    office.add(NEW)
    office.trouble["after"] = OSError("killed between the commit and the move")
    office.receiver.poll()

    assert office.places == (["new"], ["new"], [])
    assert (office.receiver.poll(), office.places) == (1, (["new"], [], ["new"]))


def test_of_many_mails_a_crash_between_two_commits_loses_none_and_doubles_none(office):
    many = [b"Subject: %d\r\n\r\nQH\r\n" % number for number in range(205)]
    office.receiver.poll()
    for raw in many:
        office.add(raw)
    office.trouble["after"] = OSError("killed between two commits")
    dead = (office.receiver.poll(), len(office.rows("id")))

    assert dead == (0, 200)
    assert office.subjects(office.box.done) == []
    assert office.receiver.poll() == 205
    assert office.rows("raw") == [(raw,) for raw in many]
    assert office.subjects(office.box.folder) == []


def test_what_is_left_between_others_is_not_moved_with_them(office):
    office.receiver.poll()
    for raw in (OLD, b"Subject: big\r\n" + FROM + IMAGE, NEW):
        office.add(raw)

    assert office.receiver.poll() == 2
    assert office.places[1:] == (["big"], ["old", "new"])


def test_nobody_is_told_that_a_mail_was_read(office):
    office.receiver.poll()
    office.add(NEW)
    office.trouble["before"] = OSError("the disk is full")

    assert (office.receiver.poll(), office.subjects(office.box.folder, "UNSEEN")) == (0, ["new"])
    assert (office.receiver.poll(), office.subjects(office.box.done, "UNSEEN")) == (1, ["new"])


def test_a_connection_that_dies_is_made_anew(office):
    office.receiver.poll()
    office.receiver._client.socket().shutdown(socket.SHUT_RDWR)
    office.add(NEW)

    assert [office.receiver.poll(), office.receiver.poll()] == [0, 1]
    assert office.places == (["new"], [], ["new"])


def test_a_wrong_password_breaks_nothing(office):
    wrong = Mailbox.model_validate(office.box.model_dump() | {"password": "not this"})
    receiver = ImapReceiver(wrong, office.db, list, now)

    assert [receiver.poll(), receiver.poll(), receiver.seen] == [0, 0, False]


def test_a_server_that_is_gone_breaks_nothing(tmp_path):
    with closing(empty_database(tmp_path / "mail.db")) as db:
        with running_mailbox() as box:
            receiver = ImapReceiver(box, db, list, now)
            receiver.poll()

        assert [receiver.seen, receiver.poll(), receiver.poll()] == [True, 0, 0]


def test_a_folder_that_is_numbered_anew_is_read_from_its_beginning(office):
    office.add(OLD)
    office.receiver.poll()
    office.receiver.close()
    office.client.delete(office.box.folder)
    office.client.create(office.box.folder)
    office.add(NEW)

    assert (office.receiver.poll(), office.places) == (1, (["new"], [], ["new"]))


@pytest.mark.parametrize("lacking", [[b" MOVE"], [b" MOVE", b" UIDPLUS"]])
def test_where_mails_cannot_be_moved_they_are_copied_once(office, lacking):
    with relay(office.box.port, lacking) as port:
        box = office.box.model_copy(update={"port": port})
        with closing(ImapReceiver(box, office.db, office.take, now)) as receiver:
            receiver.poll()
            office.add(NEW)
            office.add(NEW.replace(b"new", b"newer"))
            taken = [receiver.poll() for _ in range(3)]

    assert (taken, office.subjects(office.box.done)) == ([2, 0, 0], ["new", "newer"])
    assert office.subjects(office.box.folder, "UNDELETED") == []
    assert receiver.heard is not None


PHOTO = base64.encodebytes(bytes(range(256)) * 8_000)
"""What a phone adds: two megabytes, in lines of base64."""

IMAGE = b"Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n" + PHOTO
PLAIN = b"Content-Type: text/plain\r\n\r\nQH\r\n"
HTML = b"Content-Type: text/html\r\n\r\n<p>QH</p>\r\n"
FILE = b"Content-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\nKC\r\n"
FORWARDED = b"Content-Type: message/rfc822\r\n\r\nSubject: x\r\n" + PLAIN


def of_parts(*parts, kind=b"mixed", boundary=b"b"):
    inside = b"".join(b"--" + boundary + b"\r\n" + part + b"\r\n" for part in parts)
    head = b"Content-Type: multipart/" + kind + b"; boundary=" + boundary + b"\r\n\r\n"
    return head + inside + b"--" + boundary + b"--\r\n"


BIG = {
    "a photo below": of_parts(PLAIN, IMAGE),
    "a photo above": of_parts(IMAGE, PLAIN),
    "text and HTML": of_parts(of_parts(PLAIN, HTML, kind=b"alternative", boundary=b"c"), IMAGE),
    "HTML first": of_parts(of_parts(HTML, PLAIN, kind=b"alternative", boundary=b"c"), IMAGE),
    "HTML alone": of_parts(of_parts(HTML, IMAGE, kind=b"related", boundary=b"c"), IMAGE),
    "a file of text above": of_parts(FILE, IMAGE, PLAIN),
    "one long text": PLAIN + b"la la la\r\n" * 200_000,
}
WORDLESS = {
    "a photo": IMAGE,
    "photos": of_parts(IMAGE, IMAGE),
    "a file": of_parts(FILE, IMAGE),
    "a forwarded mail": of_parts(FORWARDED, IMAGE),
}
FROM = b"From: ann@home.example\r\nMIME-Version: 1.0\r\n"


@pytest.mark.parametrize("what", BIG)
def test_of_a_big_mail_the_first_text_is_read(office, what):
    office.receiver.poll()
    office.add(b"Subject: big\r\n" + FROM + BIG[what])
    office.add(NEW)

    assert [office.receiver.poll() for _ in range(2)] == [2, 0]
    assert office.places == (["big", "new"], [], ["big", "new"])
    raw = office.rows("raw")[0][0]
    mail = read_mail(raw)
    assert (mail.sender, mail.subject) == ("ann@home.example", "big")
    assert text_that_counts(mail.body)[:1] == ("QH",)
    assert b"KC" not in raw
    assert len(raw) < (1_100_000 if what == "one long text" else 1000)


@pytest.mark.parametrize("what", WORDLESS)
def test_a_big_mail_without_text_is_left_and_the_operator_told_once(office, what):
    office.receiver.poll()
    office.add(b"Subject: big\r\n" + FROM + WORDLESS[what])
    office.add(NEW)
    polled = [office.receiver.poll() for _ in range(2)]
    again = ImapReceiver(office.box, office.db, office.take, now)
    with closing(again):
        polled.append(again.poll())

    assert polled == [1, 0, 0]
    assert office.subjects(office.box.folder) == ["big"]
    with office.db.begin() as session:
        told = happened(session, now() - timedelta(days=1), now())
    assert [one.what for one in told] == ["left"]


def test_the_limit_is_a_setting(office):
    office.box = office.box.model_copy(update={"most_bytes": 10_000})
    with closing(ImapReceiver(office.box, office.db, office.take, now)) as receiver:
        receiver.poll()
        office.add(b"Subject: big\r\n" + PLAIN + b"la la la\r\n" * 5_000)

        assert receiver.poll() == 1
    assert 10_000 <= len(office.rows("raw")[0][0]) < 10_100


@contextmanager
def relay(port, hidden):
    """A port that leads to an IMAP server once, and does not tell of some capabilities."""

    def carry(source, target, dropped=()):
        with suppress(OSError):
            while data := source.recv(65536):
                for word in dropped:
                    data = data.replace(word, b"")
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def lead(listener):
        with listener.accept()[0] as one, socket.create_connection(("127.0.0.1", port)) as other:
            back = Thread(target=carry, args=(other, one, hidden))
            back.start()
            carry(one, other)
            back.join(10)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=lead, args=(listener,), daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(10)
