"""The ways to play somebody else's card by mail, one row each, through the receivers; none does.

Beside them the ways an honest answer is bent on its way, which must still count.
"""

from __future__ import annotations

import smtplib
from contextlib import closing

import pytest

from pbem.domain.outcomes import (
    AskedBack,
    Held,
    NotActed,
    Played,
    Refused,
    Repeated,
    Resent,
    TakenBack,
)
from pbem.domain.vocabulary import Back, Why, WhyNot
from pbem.store.inbound import Arrived, accept
from tests.club import configured, is_like, once, seated
from tests.receiver import smtp_receiver

OURS = "mx.ohhell.example"
RESULTS = "Authentication-Results: {server}; dmarc={found} header.from=club.example\n"
PASS, FAIL = (RESULTS.format(server=OURS, found=found) for found in ("pass", "fail"))
FOREIGN = RESULTS.format(server="mx.evil.example", found="pass")
BARE = "table@ohhell.example"

HELD = Held("eve@evil.example")
NO_CODE = Resent(WhyNot.NO_CODE)
FORGED = NotActed(WhyNot.NO_CODE, WhyNot.FORGED)
UNCLEAR = NotActed(WhyNot.NO_SENDER)

SPOOFS = {
    # what is tried: headers, recipient, subject, what is below the answer; what becomes of it
    "two addresses in From": (
        *("From: anna@club.example <eve@evil.example>", "{code}", "", ""),
        UNCLEAR,
    ),
    "two From headers": (
        *("From: anna@club.example\nFrom: eve@evil.example", "{code}", "", ""),
        UNCLEAR,
    ),
    "two From headers, hers below": (
        *("From: eve@evil.example\nFrom: anna@club.example", "{code}", "", ""),
        UNCLEAR,
    ),
    "her address as a display name": (
        *('From: "anna@club.example" <eve@evil.example>', "{code}", "", ""),
        UNCLEAR,
    ),
    "her address as an encoded display name": (
        *("From: =?utf-8?q?anna=40club=2Eexample?= <eve@evil.example>", "{code}", "", ""),
        HELD,
    ),
    "her name as a display name": ("From: Anna <eve@evil.example>", "{code}", "", "", HELD),
    "her address as Reply-To, Sender and Return-Path": (
        "From: eve@evil.example\nReply-To: anna@club.example\nSender: anna@club.example\n"
        "Return-Path: <anna@club.example>",
        *("{code}", "", ""),
        HELD,
    ),
    "forged results of another server, no code": (
        *(f"{FOREIGN}From: anna@club.example", BARE, "", ""),
        NO_CODE,
    ),
    "forged results of our server below its own, no code": (
        *(f"{FAIL}Received: from x\n{PASS}From: anna@club.example", BARE, "", ""),
        FORGED,
    ),
    "forged results of our server below its own, a stolen code": (
        *(f"{FAIL}{PASS}From: anna@club.example", "{code}", "", ""),
        Held("anna@club.example"),
    ),
    "forged From that our server took for good, no code": (
        *(f"{PASS}From: anna@club.example", BARE, "", ""),
        NO_CODE,
    ),
    "the code of an older question": ("From: anna@club.example", "{old}", "", "", Refused),
    "the code of an older question, from elsewhere": (
        *("From: eve@evil.example", "{old}", "", ""),
        Held("eve@evil.example"),
    ),
    "another player's code": (
        *("From: bruno@club.example", "{code}", "", ""),
        NotActed(WhyNot.OTHER_PLAYER),
    ),
    "another player's code, with her own": (
        *("From: bruno@club.example\nCc: {bruno}", "{code}", "", ""),
        NotActed(WhyNot.OTHER_PLAYER),
    ),
    "a mail she forwarded, answered by a friend": (
        *("From: eve@evil.example", "{code}", "Fwd: Lindy", "> Oh Hell! by mail [Lindy {tag}]"),
        HELD,
    ),
    "a mail she forwarded, a button tapped by a friend": (
        *("From: eve@evil.example", "{code}", "[Lindy {tag}] 2", ""),
        HELD,
    ),
    "a Message-ID that can be guessed": (
        "From: anna@club.example\nIn-Reply-To: <game1.seat0.game_start.6@ohhell.example>",
        *(BARE, "", ""),
        NO_CODE,
    ),
}

BENT = {
    "a code in capitals": ("From: anna@club.example", "{CODE}", "", ""),
    "her address in capitals": ("From: ANNA@CLUB.EXAMPLE", "{code}", "", ""),
    "the code in the subject only": ("From: anna@club.example", BARE, "[Lindy {tag}] 2", ""),
    "the part after the plus stripped from a reply": (
        *("From: anna@club.example\nIn-Reply-To: {message_id}", BARE, "Re: Lindy", ""),
    ),
    "the same, and a relay that put Message-IDs of its own": (
        *("From: anna@club.example\nIn-Reply-To: <1@relay.example>", BARE, "Re: Lindy"),
        "> Oh Hell! by mail [Lindy {tag}]",
    ),
    "her address twice in From": (
        *('From: "anna@club.example" <anna@club.example>', "{code}", "", ""),
    ),
}


def by_smtp(club, raw, recipient):
    """Hand a mail in at the receiver; what became of it."""
    with smtp_receiver(club) as where, closing(smtplib.SMTP(*where)) as client:
        client.sendmail("somebody@evil.example", [recipient], raw)
    return club.process()


def by_mailbox(club, raw, _recipient):
    """Let a mail be found in a polled mailbox, which knows no envelope; what became of it."""
    with club.services.db.begin() as session:
        accept(session, Arrived("imap", "", "", raw, club.now, f"x/INBOX/1/{len(raw)}"))
    return club.process()


WAYS_IN = {"smtp": by_smtp, "imap": by_mailbox}


@once
def asked_twice(folder):
    """Anna is asked a second time, and may have two tricks; Bruno has a code, too."""
    club = seated(folder)
    club.open("Anna", "Bruno", "Ruth", hold=10)
    while club.waiting != "Anna":
        club.say(club.waiting, "1")
        club.later(minutes=10)
    club.say("Anna", "1")
    assert club.say("Anna", "undo") == TakenBack()
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = asked_twice(tmp_path)
    club.services = configured(club.services, authserv_id=OURS)
    *_, old, new = [letter for letter in club.letters("Anna") if letter.choices]
    yield club, old, new
    club.services.db.close()


def mail(table, headers, recipient, subject, below):
    """The bytes of a mail that bids two, and whom its envelope names."""
    club, old, new = table
    words = {
        "code": new.reply_to,
        "CODE": new.reply_to.upper(),
        "old": old.reply_to,
        "tag": new.tag,
        "message_id": new.message["Message-ID"],
        "bruno": club.letter("Bruno").reply_to,
    }
    to = recipient.format(**words)
    raw = f"{headers}\nTo: Lindy <{to}>\nSubject: {subject}\n\n2\n\n{below}\n"
    return raw.format(**words).encode(), to


@pytest.mark.parametrize("way_in", WAYS_IN)
@pytest.mark.parametrize("spoof", SPOOFS)
def test_a_spoofed_mail_moves_nothing(table, spoof, way_in):
    club, *_ = table
    *parts, becomes = SPOOFS[spoof]
    before, letters = club.game, {name: len(club.letters(name)) for name in club.addresses}

    got = WAYS_IN[way_in](club, *mail(table, *parts))
    club.later(minutes=30)

    if (spoof, way_in) == ("another player's code, with her own", "imap"):
        becomes = AskedBack(Back.QUESTIONS)
    assert is_like(got, becomes)
    assert club.game == before
    told = {name for name in club.addresses if len(club.letters(name)) > letters[name]}
    # Whoever is told anything reads it at the registered address.
    honest = {
        Held: {"Anna"},
        Refused: {"Anna"},
        Resent: {"Anna"},
        AskedBack: {"Bruno"},
        NotActed: set(),
    }
    assert told == honest[type(got)]


@pytest.mark.parametrize("way_in", WAYS_IN)
@pytest.mark.parametrize("bend", BENT)
def test_an_honest_answer_counts_however_it_was_bent(table, bend, way_in):
    club, *_ = table

    assert WAYS_IN[way_in](club, *mail(table, *BENT[bend])) == Played("2")


def test_a_mail_sent_again_moves_nothing(table):
    """The very bytes are known; with another date they answer a question that is closed."""
    club, *_ = table
    raw, to = mail(table, *BENT["her address twice in From"])
    assert by_smtp(club, raw, to) == Played("2")
    club.later(minutes=10)
    name = club.waiting
    assert isinstance(club.tap(name, club.letter(name).choices[0]), Played)
    club.later(minutes=10)
    before, sent = club.game, club.sent

    assert isinstance(by_smtp(club, raw, to), Played)  # is the became of the mail before
    assert (club.game, club.sent) == (before, sent)
    assert by_smtp(club, b"Date: Fri, 9 Oct 2026 10:00:00 +0000\n" + raw, to) == (Repeated())
    assert (club.game, club.sent) == (before, sent)
    again = b"Date: Fri, 9 Oct 2026 11:00:00 +0000\n" + raw.replace(b"\n2\n", b"\n3\n")
    assert by_smtp(club, again, to) == Refused(Why.OLD_QUESTION)
    assert club.game == before


def test_a_code_that_is_none_is_refused_at_the_door(table):
    club, _, new = table
    bad = new.reply_to.replace(new.tag[-1] + "@", ("3" if new.tag[-1] == "2" else "2") + "@")

    with smtp_receiver(club) as where, closing(smtplib.SMTP(*where)) as client:
        assert client.sendmail("x@evil.example", [new.reply_to, bad], b"Subject: x\n\n2") == {
            bad: (550, b"5.1.1 No such address here")
        }
