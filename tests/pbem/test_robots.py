"""What is automatic mail, of which kind, and what is none (RFC 3834, 3464, 5965)."""

from __future__ import annotations

import csv
import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.domain.bounce_score import HARD, SOFT, scored, too_many
from pbem.mail.mail import read_mail
from pbem.mail.robots import RobotKind
from tests.corpus import CORPUS, NEEDS_CORPUS
from tests.effort import of_each

ANNA = "From: Anna <anna@club.example>\n"
NOON = datetime(2026, 10, 5, 12, tzinfo=UTC)


@of_each(
    ("head", "kind"),
    [
        ("Auto-Submitted: auto-replied\n", RobotKind.AUTOMATIC),
        ("Auto-Submitted: AUTO-GENERATED; x=y\n", RobotKind.AUTOMATIC),
        ("Subject: Automatic reply: Lindy\n", RobotKind.AUTOMATIC),
        ("Subject: Automatische Antwort: Lindy\n", RobotKind.AUTOMATIC),
        ("Subject: Réponse automatique : Lindy\n", RobotKind.AUTOMATIC),
        ("Subject: Risposta automatica: Lindy\n", RobotKind.AUTOMATIC),
        ("X-Autoreply: yes\n", RobotKind.AUTOMATIC),
        ("X-Autorespond: x\n", RobotKind.AUTOMATIC),
        ("X-AutoReply-From: a@b\n", RobotKind.AUTOMATIC),
        ("Precedence: auto_reply\n", RobotKind.AUTOMATIC),
        ("Subject: Out of Office: Lindy\n", RobotKind.AWAY),
        ("Subject: Out of the office\n", RobotKind.AWAY),
        ("Subject: Abwesenheitsnotiz: Lindy\n", RobotKind.AWAY),
        ("Subject: =?utf-8?q?Fuori_ufficio=3A_Lindy?=\n", RobotKind.AWAY),
        ("Subject: Absence du bureau : Lindy\n", RobotKind.AWAY),
        ("Subject: Fuera de la oficina\n", RobotKind.AWAY),
        ("Subject: Afwezigheidsbericht\n", RobotKind.AWAY),
        ("Auto-Submitted: auto-replied\nSubject: I am on vacation\n", RobotKind.AWAY),
        ("Return-Path: <>\nX-Autoreply: yes\nSubject: Urlaub\n", RobotKind.AWAY),
        (
            "Auto-Submitted: auto-replied\nSubject: Please confirm your message\n",
            RobotKind.CHALLENGE,
        ),
        ("Subject: [spamarrest] Re: Lindy: verification required\n", RobotKind.CHALLENGE),
        (
            "Content-Type: text/calendar; method=REPLY\nSubject: Accepted: Lindy\n",
            RobotKind.CALENDAR,
        ),
        ('Content-Type: text/calendar; charset=utf-8; method="COUNTER"\n', RobotKind.CALENDAR),
        ("Precedence: bulk\n", RobotKind.BULK),
        ("Precedence: Junk\n", RobotKind.BULK),
        ("List-Unsubscribe: <mailto:a@b>\n", RobotKind.BULK),
        ("List-Id: <x.y>\n", RobotKind.BULK),
        ("Subject: Undelivered Mail Returned to Sender\n", RobotKind.BOUNCE),
        ("X-Failed-Recipients: a@b\n", RobotKind.BOUNCE),
        ("Return-Path: <>\n", RobotKind.BOUNCE),
        ("Subject: Warning: message delayed\nReturn-Path: <MAILER-DAEMON>\n", RobotKind.DELAY),
        ("Content-Type: multipart/report; report-type=feedback-report\n", RobotKind.COMPLAINT),
        (
            "Content-Type: multipart/report; report-type=disposition-notification\n",
            RobotKind.RECEIPT,
        ),
        ("Content-Type: multipart/report; report-type=tlsrpt\n", RobotKind.RECEIPT),
        ("X-OhHell-Server: game1.ohhell.example\n", RobotKind.OWN),
    ],
)
def test_what_is_automatic(head, kind):
    robot = read_mail(f"{ANNA}{head}\n2\n".encode()).robot

    assert robot is not None
    assert robot.kind is kind


@pytest.mark.parametrize(
    ("sender", "kind"),
    [
        ("MAILER-DAEMON@mx.example", RobotKind.BOUNCE),
        ("Postmaster <postmaster@mx.example>", RobotKind.BOUNCE),
        ("MDaemon@mx.example", RobotKind.BOUNCE),
        ("Jetmail System <>", RobotKind.BOUNCE),
        ("no-reply@shop.example", RobotKind.AUTOMATIC),
        ("Shop <donotreply@shop.example>", RobotKind.AUTOMATIC),
    ],
)
def test_who_is_no_person(sender, kind):
    robot = read_mail(f"From: {sender}\n\n2\n".encode()).robot

    assert robot is not None
    assert robot.kind is kind


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: no\n",
        "X-Auto-Response-Suppress: All\n",
        "Importance: high\n",
        "Precedence: first-class\n",
        "Return-Path: <anna@club.example>\n",
        "Subject: Re: [Lindy 6/19] your bid, by Tue 9:00\n",
        "Subject: away next week\n",
        "Subject: Urlaub 3.-17.8.\n",
        "Subject: I was out of office, sorry\n",
        "Content-Type: text/calendar; method=REQUEST\n",
        "Disposition-Notification-To: anna@club.example\n",
    ],
)
def test_what_people_send_is_not_automatic(head):
    assert read_mail(f"{ANNA}{head}\n2\n".encode()).robot is None


def test_a_null_sender_is_known_by_the_envelope_too():
    assert read_mail(f"{ANNA}\n2\n".encode(), "").robot.kind is RobotKind.BOUNCE
    assert read_mail(f"{ANNA}\n2\n".encode(), "anna@club.example").robot is None


def report(status, action="failed", said="", kind="report; report-type=delivery-status"):
    said = f"Diagnostic-Code: smtp; {said}\n" if said else ""
    return (
        f'From: MAILER-DAEMON@mx.example\nContent-Type: multipart/{kind}; boundary="x"\n\n'
        "--x\nContent-Type: text/plain\n\nSorry.\n"
        "--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
        f"Final-Recipient: rfc822; anna@club.example\nAction: {action}\nStatus: {status}\n{said}\n"
        "--x--\n"
    ).encode()


@pytest.mark.parametrize(
    ("status", "said", "hard"),
    [
        ("5.1.1", "", True),  # no such mailbox
        ("5.1.2", "", True),  # no such host
        ("5.1.10", "", True),  # null MX, RFC 7505
        ("5.2.1", "", True),  # mailbox disabled
        ("5.2.2", "", False),  # mailbox full
        ("5.3.4", "", False),  # message too big
        ("5.4.4", "", True),  # no route
        ("5.6.1", "", False),  # the mail itself
        ("5.7.1", "", False),  # we are refused
        ("5.0.0", "", True),
        ("5.0.0", "550 5.7.1 you are listed", False),
        ("5.0.0", "550 5.1.1 user unknown", True),
        ("5.0.0 (quota exceeded)", "", False),
        ("4.4.7", "", False),
        ("4.2.2", "", False),
        ("553 too big", "", False),
        ("", "", False),
        ("", "550 5.1.1 user unknown", True),
        ("5.1.1.1", "", False),
    ],
)
def test_a_status_tells_whether_an_address_is_gone_for_good(status, said, hard):
    """RFC 3463; what it does not say counts as passing."""
    robot = read_mail(report(status, said=said)).robot

    assert (robot.kind, robot.hard) == (RobotKind.BOUNCE, hard)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("failed", RobotKind.BOUNCE),
        ("Delayed", RobotKind.DELAY),
        ("delivered", RobotKind.RECEIPT),
        ("relayed (to host)", RobotKind.RECEIPT),
        ("expanded", RobotKind.RECEIPT),
        ("error", RobotKind.BOUNCE),
    ],
)
def test_an_action_tells_what_happened(action, kind):
    assert read_mail(report("4.4.1", action)).robot.kind is kind


def test_a_report_counts_whatever_it_is_wrapped_in_and_gives_the_reason():
    robot = read_mail(report("5.1.1", said="550 User\n unknown", kind="mixed")).robot

    assert (robot.hard, robot.said, str(robot)) == (True, "550 User unknown", "bounce for good")


DAYS = timedelta(days=1)


@pytest.mark.parametrize(
    ("bounces", "stops"),
    [
        ([(0, HARD)], False),
        ([(0, HARD), (0.1, HARD)], True),  # the second hard bounce
        ([(0, HARD), (0.1, SOFT)], False),
        ([(0, HARD), (0.1, SOFT), (0.2, SOFT)], True),
        ([(0, SOFT), (0, SOFT), (0, SOFT)], False),
        ([(0, SOFT), (0, SOFT), (0, SOFT), (0, SOFT)], True),
        ([(0, SOFT), (0.9, SOFT)], False),
        ([(0, SOFT), (1, SOFT)], True),  # soft bounces for 24 hours
        ([(0, SOFT), (7, SOFT)], False),  # the first is forgotten
        ([(0, HARD), (14, HARD)], False),
        ([(0, HARD), (13, HARD)], True),  # they have gone on for 13 days
        ([(0, SOFT), (1, 0)], True),  # the same mail, still not delivered after a day
    ],
)
def test_when_nothing_more_is_sent_to_an_address(bounces, stops):
    score = None
    for day, points in bounces:
        score = scored(score, points, NOON + day * DAYS)

    assert too_many(score) is stops


BOUNCES = Path(__file__).parent.parent / "data" / "bounces.tsv"


def reviewed() -> list[dict[str, str]]:
    with BOUNCES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_every_bounce_was_reviewed():
    assert len({row["file"] for row in reviewed()}) == len(reviewed()) == 117


@pytest.mark.skipif(not CORPUS.is_dir(), reason=NEEDS_CORPUS)
@of_each("row", reviewed())
def test_a_real_bounce_is_what_its_reader_says(row):
    raw = (CORPUS / "flufl_bounces" / row["file"]).read_bytes()
    robot = read_mail(raw).robot
    found = "a person" if robot is None else f"{robot.kind.name.lower()}"

    assert hashlib.sha256(raw).hexdigest()[:16] == row["digest"]
    assert (found, "yes" if robot and robot.hard else "no") == (row["kind"], row["for good"])
