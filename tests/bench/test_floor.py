"""The floors that moves and letters are measured by do all that they say."""

import email
import email.policy
import sqlite3
from contextlib import closing

import pytest
from aiosmtpd.smtp import Envelope

from pbem.demo.specimens import all_pages
from pbem.letters.render import Templates
from tests.bench import letters
from tests.bench.floor import Floor


def test_a_mail_is_stored_answered_and_done_in_two_commits_before_the_third(tmp_path):
    floor = Floor(0, str(tmp_path / "floor.db"))
    envelope = Envelope()
    envelope.mail_from = "anna@club.example"
    envelope.content = b"From: anna@club.example\r\n\r\nQH\r\n"
    number = floor.store(envelope)
    out, raw = floor.written(number, envelope)

    assert email.message_from_bytes(raw)["To"] == "Anna <anna@club.example>"
    with closing(sqlite3.connect(tmp_path / "floor.db")) as db:
        assert db.execute("select raw, done from inbound").fetchall() == [(envelope.content, 1)]
        assert db.execute("select id, raw, sent from outbox").fetchall() == [(out, raw, 0)]


@pytest.mark.parametrize("kind", letters.KINDS)
def test_the_floor_of_a_letter_says_what_the_letter_says(kind):
    page, templates = all_pages()[kind], Templates()
    ours = letters.ours(templates, page)()
    floor = letters.floor(templates.render(page), page.frame.to)()

    assert said(floor) == said(ours)


def said(raw: bytes) -> list[list[str]]:
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    return [[mail["Subject"]], *(part.get_content().splitlines() for part in mail.iter_parts())]
