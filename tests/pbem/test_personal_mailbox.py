"""A mailbox that somebody reads as well, on a real Dovecot: only what is ours is touched."""

import imaplib
import re
import shutil
import socket
import time
from contextlib import closing

import pytest

from pbem.config.settings import Mailbox
from pbem.inbound.claims import MailboxClaims
from pbem.receivers.imap import ImapReceiver
from pbem.receivers.personal import Claim
from pbem.store.inbound import accept
from pbem.store.mailboxes import Baseline, baseline, set_baseline
from tests.club import configured, once, seated
from tests.effort import LONG
from tests.servers.dovecot import running_dovecot

HERE = "table@ohhell.example"


@once
def begun(folder, **ways):
    club = seated(folder, **ways)
    club.open("Anna", "Bruno", "Ruth")
    return club


class Household:
    """A folder with a person's mails, and a server that reads it."""

    def __init__(self, dovecot, folder, **ways):
        self.club = begun(folder, **ways)
        may = {"organisers": ("@club.example",), "open_registration": True}
        self.club.services = configured(self.club.services, **may)
        account = {"user": dovecot.user, "password": dovecot.password, "tls": "none"}
        names = {"folder": f"In-{folder.name}", "done": f"Done-{folder.name}"}
        self.box = Mailbox.model_validate(
            {"host": dovecot.host, "port": dovecot.imap_port, "personal": True} | account | names
        )
        self.claims = MailboxClaims(self.club.services, lambda: self.club.now)
        self.receiver = self.reads()
        self.client = imaplib.IMAP4(dovecot.host, dovecot.imap_port, timeout=30)
        self.client.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client.login(dovecot.user, dovecot.password)
        self.client.create(self.box.folder)
        self.stored = []

    def reads(self):
        """A server that has just been started."""

        def now():
            return self.club.now

        return ImapReceiver(self.box, self.club.services.db, self.take, now, self.claims)

    def take(self, mails):
        with self.club.services.db.begin() as session:
            for mail in mails:
                accept(session, mail)
        self.stored += [mail.raw for mail in mails]

    def add(self, raw, flags=""):
        assert self.client.append(self.box.folder, flags, "", raw)[0] == "OK"

    def kept(self):
        """Each mail of the person's by its UID: flags, date and bytes."""
        self.client.select(self.box.folder, readonly=True)
        _, found = self.client.uid("FETCH", "1:*", "(FLAGS INTERNALDATE BODY.PEEK[])")
        told = {}
        for head, raw in (one for one in found if isinstance(one, tuple)):
            uid = int(re.search(rb"UID (\d+)", head)[1])
            flags = set(re.search(rb"FLAGS \(([^)]*)\)", head)[1].split()) - {rb"\Recent"}
            told[uid] = (flags, re.search(rb'INTERNALDATE "([^"]+)"', head)[1], raw)
        return told

    def done(self):
        """How many mails were moved."""
        return int(self.client.select(self.box.done, readonly=True)[1][0])

    def close(self):
        self.receiver.close()
        self.client.logout()
        self.club.services.db.close()


@pytest.fixture(name="dovecot", scope="module")
def _dovecot():
    with running_dovecot() as dovecot:
        yield dovecot


@pytest.fixture(name="home")
def _home(dovecot, tmp_path):
    with closing(Household(dovecot, tmp_path)) as home:
        yield home


def mail(sender, *headers, to=HERE, text="Hello"):
    lines = (f"From: {sender}", f"To: {to}", *headers, "Content-Type: text/plain; charset=utf-8")
    return "\r\n".join([*lines, "", *text.splitlines(), ""]).encode()


def returned(to, *headers, of):
    """A report that another mail could not be delivered (RFC 3464), which returns its headers."""
    head = (
        *(f"From: MAILER-DAEMON@club.example\nTo: {to}", *headers, "Subject: Undelivered"),
        "MIME-Version: 1.0",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    )
    parts = (
        "Content-Type: text/plain\n\nYour mail did not arrive.",
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.club.example\n\n"
        "Final-Recipient: rfc822; gone@club.example\nAction: failed\nStatus: 5.1.1",
        f"Content-Type: text/rfc822-headers\n\n{of}",
    )
    text = "\n".join(head) + "\n\n" + "".join(f"--b\n{part}\n" for part in parts) + "--b--\n"
    return text.replace("\n", "\r\n").encode()


def theirs(club):
    """Mails that are none of ours, however near they come."""
    letter = club.letter("Anna")
    forwarded = letter.raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return {
        "a friend": mail("eva@home.example", "Subject: Sunday?"),
        "a player about something else": mail("anna@club.example", "Subject: Dinner", text="At 8?"),
        "a newsletter": mail(
            "news@shop.example", "Subject: Register now!", "List-Id: <n.shop.example>"
        ),
        "a game of theirs": mail("eva@home.example", "Subject: new game with dan@home.example"),
        "a letter of ours that its reader has here": forwarded,
        "a mail of theirs that came back": returned(HERE, of="Message-ID: <x@ohhell.example>"),
        "a code that is no code": mail("eva@home.example", to="table+abcdefghijk@ohhell.example"),
        "a receipt": mail(
            "shop@shop.example", "Subject: Order #f7k3v2m9x4pqrstu8wh6tc2y", "Auto-Submitted: yes"
        ),
        "somebody else's answer": mail("eva@home.example", "In-Reply-To: <x@ohhell.example>"),
        "no headers at all": b"\r\nHello\r\n",
        "a wish in the text alone": mail("eva@home.example", "Subject: Hi", text="register"),
    }


def ours(club):
    """Mails that are for the server."""
    letter = club.letter("Anna")
    name, quoted = letter.message["Message-ID"], f"3\n\n> {letter.tag}"
    return {
        "an answer": mail("anna@club.example", to=letter.reply_to, text="3"),
        "an answer from elsewhere": mail("a@elsewhere.example", to=letter.reply_to, text="3"),
        "delivered to a code": mail("anna@club.example", f"Delivered-To: {letter.reply_to}"),
        "a code in the subject": mail("anna@club.example", f"Subject: Re: cards {letter.tag}"),
        "a reference to a letter": mail("anna@club.example", f"References: <y@z> {name}"),
        "a code in what is quoted": mail("anna@club.example", "Subject: Re", text=quoted),
        "a letter that came back": returned(HERE, of=f"Message-ID: {name}"),
        "a letter returned to its code": returned(letter.reply_to, of="Subject: x"),
        "a game": mail("marta@club.example", "Subject: new game Lindy with eva@home.example"),
        "a game told in the text": mail("marta@club.example", "Subject: New game"),
        "a registration": mail("eva@home.example", "Subject: register"),
        "a registration in French": mail("eva@home.example", "Subject: inscription"),
    }


def claimed(home, raw):
    """Whether a mail is taken for ours."""
    head, blank, text = raw.partition(b"\r\n\r\n")
    [claim] = home.claims.by_heads([head + blank])
    if claim is not Claim.PERHAPS:
        return claim is Claim.OURS
    return home.claims.by_texts([head + blank + text[:4096]]) == [True]


def test_what_is_ours_and_what_is_not(home):
    assert {name: claimed(home, raw) for name, raw in ours(home.club).items()} == dict.fromkeys(
        ours(home.club), True
    )
    assert {name: claimed(home, raw) for name, raw in theirs(home.club).items()} == dict.fromkeys(
        theirs(home.club), False
    )


def test_who_may_not_begin_anything_is_left_alone(home):
    bare = configured(home.club.services, organisers=(), open_registration=False)
    home.claims = MailboxClaims(bare, lambda: home.club.now)
    begins = ("a game", "a game told in the text", "a registration", "a registration in French")

    assert not any(claimed(home, ours(home.club)[name]) for name in begins)


def test_of_two_hundred_other_mails_none_is_touched(home):
    home.receiver.poll()
    flags = ("", r"\Seen", r"\Flagged \Seen", r"\Answered", r"\Draft Important")
    others, answers = list(theirs(home.club).values()), list(ours(home.club).values())
    for number in range(200):
        marked = others[number % len(others)] + b"%d\r\n" % number
        home.add(marked, flags[number % len(flags)])
        if number % 20 == 0:
            before = home.kept()
            home.add(answers[number // 20])
            assert home.receiver.poll() == 1
            assert home.kept() == before

    assert (home.receiver.poll(), len(home.kept()), home.done()) == (0, 200, 10)
    assert home.stored == answers[:10]


def test_a_mail_is_looked_at_once_and_never_again_after_a_start(home):
    home.receiver.poll()
    for raw in theirs(home.club).values():
        home.add(raw)
    home.receiver.poll()
    looked = []
    home.claims = replace_heads(home.claims, looked)
    with closing(home.reads()) as again:
        assert [again.poll(), again.poll()] == [0, 0]
        home.add(ours(home.club)["an answer"])
        assert again.poll() == 1

    assert len(looked) == 1


def replace_heads(claims, looked):
    """The same claims, which write down what they are asked."""

    class Noted:
        def by_heads(self, heads):
            looked.extend(heads)
            return claims.by_heads(heads)

        by_texts = staticmethod(claims.by_texts)

    return Noted()


def test_an_answer_that_could_not_be_stored_is_taken_at_the_next_look(home):
    home.receiver.poll()
    home.add(theirs(home.club)["a friend"])
    home.add(ours(home.club)["an answer"])
    take, home.receiver._accept = home.receiver._accept, fails

    assert (home.receiver.poll(), len(home.kept())) == (0, 2)
    home.receiver._accept = take
    assert (home.receiver.poll(), len(home.kept()), home.done()) == (1, 1, 1)


def fails(_mails):
    raise OSError("the disk is full")


def test_a_mail_that_cannot_be_looked_into_is_the_persons(home, monkeypatch):
    monkeypatch.setattr("pbem.inbound.claims.read_mail", fails)

    assert home.claims.by_heads([b"Subject: x\r\n\r\n"]) == [Claim.THEIRS]


def test_a_personal_mailbox_is_never_read_without_claims(home):
    with pytest.raises(ValueError, match="claims"):
        ImapReceiver(home.box, home.club.services.db, list, lambda: home.club.now)


@LONG
def test_among_twenty_thousand_other_mails_the_server_starts_at_once(tmp_path):
    """Shown in seconds of a slow machine: 3 to begin, and to go on after a start."""
    with running_dovecot() as dovecot:
        maildir = dovecot.folder / "mail" / "Maildir"
        for name in ("cur", "new", "tmp"):
            (maildir / name).mkdir(parents=True)
        for number in range(20_000):
            raw = mail(f"n{number}@home.example", f"Subject: {number}", text="Hello " * 50)
            (maildir / "cur" / f"{1600000000 + number}.M1P1.here:2,S").write_bytes(raw)
        for path in (maildir, *maildir.rglob("*")):
            shutil.chown(path, "mail", "mail")
        with closing(Household(dovecot, tmp_path)) as home:
            home.box = home.box.model_copy(update={"folder": "INBOX"})
            before = home.kept()
            assert len(before) == 20_000
            begins = []
            for _ in range(2):
                with closing(home.reads()) as receiver:
                    began = time.monotonic()
                    assert receiver.poll() == 0
                    begins.append(time.monotonic() - began)
                    assert receiver.heard is not None
            home.add(ours(home.club)["an answer"])
            with closing(home.reads()) as receiver:
                assert receiver.poll() == 1

            assert (home.kept(), home.done()) == (before, 1)
            assert max(begins) < 3

            db = home.club.services.db
            account = f"{home.box.user}@{home.box.host}:{home.box.port}"
            with db.begin() as session:
                known = baseline(session, account, "INBOX")
                set_baseline(session, account, "INBOX", Baseline(known.uidvalidity - 1, 5))
            with closing(home.reads()) as receiver:  # numbered anew: all are looked at, once
                assert (receiver.poll(), receiver.poll()) == (0, 0)
            assert home.kept() == before
