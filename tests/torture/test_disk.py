"""The disk is full, the database is locked: the post waits, and no mail and no player is blamed."""

import smtplib
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import event

from pbem.domain.outcomes import Played
from pbem.inbound.worker import process_next
from pbem.store.database import DatabaseUnavailable
from pbem.store.inbound import Arrived, accept
from tests.databases import FULL_DISK
from tests.effort import LONG
from tests.servers import HOST
from tests.torture.audit import audit
from tests.torture.run import tables
from tests.torture.server import wait_until

pytestmark = [LONG, FULL_DISK]


def test_while_nothing_can_be_written_mail_is_put_off_and_then_all_goes_on(tmp_path):
    """The same server, the whole time: it puts mail off with 451, and neither stops nor parks."""
    patient = "database: sqlite:///ohhell.db?timeout=0.2\n"
    with tables(tmp_path, 1, patient) as players:
        players.server.start()
        for trouble in (players.server.disk_full, players.server.locked):
            players.hand_in(players.next())
            reply = players.next()
            letters = len(players.sink.copies)
            with trouble():
                for _ in range(4):
                    assert code(players, reply) == 451
                assert len(players.sink.copies) == letters
            wait_until(lambda mail=reply: code(players, mail) == 250, "room for a mail")
            players.accepted[reply.digest] = reply
            wait_until(lambda before=letters: len(players.sink.copies) > before, "a letter")

        assert audit(players).wrong == {}
        assert players.server.ask("select max(attempts) from inbound") == [(0,)]
        players.server.stop()


def code(players, reply):
    """What the server says when an answer is handed in."""
    with smtplib.SMTP(HOST, players.server.smtp, timeout=30) as client:
        try:
            client.sendmail(reply.sender, [reply.to], reply.raw)
        except smtplib.SMTPDataError as refused:
            return refused.smtp_code
        return 250


def test_trouble_of_the_database_is_none_of_the_three_attempts_of_a_mail(club, tmp_path):
    """Room enough to count the attempt, and none to make the move."""
    club.open("Anna", "Bruno", "Ruth")
    letter = club.letter(club.waiting)
    raw = f"From: {club.addresses[club.waiting]}\n\n2\n".encode()
    with club.services.db.begin() as session:
        accept(session, Arrived("smtp", letter.reply_to, "a@b", raw, club.now))
    club.services.db.close()
    with closing(sqlite3.connect(tmp_path / "club.db")) as db:
        db.execute("vacuum")
        [pages] = db.execute("pragma page_count").fetchone()

    def full(connection, _record):
        connection.execute(f"pragma max_page_count = {pages}")

    event.listen(club.services.db._engine, "connect", full)
    try:
        for _ in range(5):
            with pytest.raises(DatabaseUnavailable, match="full"):
                process_next(club.services, club.now)
    finally:
        event.remove(club.services.db._engine, "connect", full)
        club.services.db.close()

    with club.services.db.begin() as session:
        found = session.connection().exec_driver_sql("select state, attempts from inbound")
        assert [tuple(row) for row in found] == [("new", 0)]
    assert club.process() == Played("2")
