"""The server's week: on Monday mornings its operator is told what needs a hand, and what was."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from pbem.domain.outcomes import Automatic
from pbem.notifications.operator import tell_week
from pbem.store import bounces, sending
from pbem.store.outbox import Sending
from pbem.store.rows import change_row
from pbem.store.tables.mails import OutboxRow
from pbem.store.week import grown_since_last
from tests.conversations.test_bounces import complaint
from tests.databases import FROM_A_FILE

OPERATOR = "op@ohhell.example"
MAILBOX = "table@ohhell.example"
THURSDAY = datetime(2026, 10, 1, 12, tzinfo=UTC)
MONDAY = datetime(2026, 10, 5, 5, tzinfo=UTC)
"""Seven in the morning in Paris."""


def tells(club, room=None):
    written = tell_week(club.services, OPERATOR, "Europe/Paris", club.now, room)
    club.deliver()
    return written


def letter(club):
    """The newest letter to the operator, in one line."""
    return " ".join(club.letter(OPERATOR).text.split())


@pytest.fixture(name="begun")
def _begun(club):
    """Lindy began on a Thursday, in the week that is told first."""
    club.now = THURSDAY
    assert not tells(club)
    club.now += timedelta(minutes=5)
    club.open("Anna", "Bruno", "Ruth", hold=0)
    return club


def test_it_comes_on_monday_morning_and_once_a_week(begun):
    begun.now = MONDAY - timedelta(minutes=1)
    assert not tells(begun)
    begun.now = MONDAY
    assert tells(begun)
    assert begun.letter(OPERATOR).subject == "Oh Hell! server: its week"
    begun.now += timedelta(days=6, hours=23, minutes=59)
    assert not tells(begun)
    begun.now += timedelta(minutes=1)
    assert tells(begun)
    assert len(begun.letters(OPERATOR)) == 2


def test_it_counts_what_happened_in_the_week_and_not_before(begun):
    first = begun.waiting
    begun.say(first, "1")
    begun.say(begun.waiting, "0")
    begun.now = MONDAY
    tells(begun, 41_800_000_000)
    told = letter(begun)

    assert "Games 1 began, 0 ended, 1 under way" in told
    assert "People 4 new, 2 wrote" in told
    assert "Mails in 2" in told
    assert "Slowest answer 0.0 s, to mail 2" in told
    assert "Free on its disk 41.8 GB" in told
    assert "Newest copy none" in told

    begun.now += timedelta(days=7)
    tells(begun)
    told = letter(begun)
    assert "Games 0 began, 0 ended, 1 under way" in told
    assert "People 0 new, 0 wrote" in told
    assert "Slowest answer" not in told


def test_mails_are_told_by_the_domain_they_went_to(begun):
    """Of three letters to the club one was refused and one came back; one goes elsewhere."""
    with begun.services.db.begin() as session:
        ids = [
            bounces.sent_as(session, [begun.letters(name)[0].message["Message-ID"]]).id
            for name in ("Anna", "Bruno")
        ]
        sending.mark(session, ids[0], Sending.FAILED, begun.now, "550 no such user")
        change_row(session, OutboxRow, ids[1], attempts=3, bounced=2)
    begun.now = MONDAY
    tells(begun)
    told = letter(begun)

    assert "club.example 2 taken, 1 of them not at once, 1 refused, 1 came back" in told
    assert told.index("This needs a hand:") < told.index("could not be sent: 550 no such user")
    assert told.index("550 no such user") < told.index("Games 1 began")


def test_who_complains_is_told_apart_from_what_comes_back(begun):
    """The report of Anna's provider returns her letter (RFC 5965)."""
    assert begun.receive(complaint(begun.letters("Anna")[0]), MAILBOX) == Automatic("complaint")
    begun.now = MONDAY
    tells(begun)
    told = letter(begun)

    assert "club.example 4 taken, 1 complained about" in told
    assert "came back" not in told


def test_where_all_is_well_it_says_so_first(begun):
    begun.now = MONDAY
    tells(begun)

    assert "Nothing needs a hand." in letter(begun)


@FROM_A_FILE
def test_it_tells_how_the_database_has_grown(begun, tmp_path):
    with begun.services.db.begin() as session:
        size, grown = grown_since_last(session)
        session.execute(text("create table big as select zeroblob(2000000) as stuff"))
    assert size >= sum(one.stat().st_size for one in tmp_path.glob("*.db")) > 100_000
    assert grown is not None
    begun.now = MONDAY
    tells(begun)

    assert re.search(r"Database \d\.\d MB, \+2\.0 since the letter before", letter(begun))
