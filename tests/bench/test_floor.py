"""The floor that moves are measured by does all that it says, and in that order."""

import email
import sqlite3
from contextlib import closing

from aiosmtpd.smtp import Envelope

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
