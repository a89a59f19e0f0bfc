"""The disk is full, the database is locked: the post waits, and no mail and no player is blamed."""

import smtplib

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
