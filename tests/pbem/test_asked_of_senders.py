"""What large receivers ask of senders: the operators' table of it, and every kind of letter."""

from __future__ import annotations

import email
import email.policy
import re
from datetime import UTC, datetime
from email.utils import parseaddr

import pytest

from engine import Seat
from pbem.config.settings import Settings
from pbem.context.services import open_services
from pbem.demo.specimens import all_pages
from pbem.domain.model import Outsider, Player
from pbem.letters.kinds import all_kinds
from pbem.letters.page import Notice
from pbem.letters.taps import Taps
from pbem.notifications.mailer import ToSend, written
from tests.databases import empty_database
from tests.docs.blocks import DOCS

NOW = datetime(2026, 10, 5, 8, 0, tzinfo=UTC)
ANNA = Player(1, "Anna", "anna@club.example", "en", "UTC")
MAILBOX = "table@ohhell.example"
TAPS = Taps("table+f7k3v2m9@ohhell.example", "Lindy 1/19", "en")
TO_NOBODYS_SEAT = {"operator_day", "operator_week", "server_answer", "server_orders_meant"}
"""Letters that nobody leaves: who keeps the server is told of it."""


@pytest.fixture(name="letters", scope="module")
def _letters(tmp_path_factory):
    """A letter of every kind to a player, by its kind, and whether it is about a seat."""
    db = empty_database(tmp_path_factory.mktemp("senders") / "house.db")
    services = open_services(db, Settings(mailbox=MAILBOX))
    pages = {page.kind: page for page in all_pages().values()}
    assert pages.keys() == all_kinds().keys()
    found = {}
    for kind, page in pages.items():
        notice = isinstance(page, Notice)
        mail = ToSend(
            page,
            ANNA,
            "",
            f"1 Lindy {kind}",
            page.taps.address if notice else TAPS.address,
            NOW,
            taps=None if notice else TAPS,
            seat=None if notice else Seat(0),
        )
        raw = written(services, mail)[1]
        found[kind] = raw, email.message_from_bytes(raw, policy=email.policy.default)
    services.db.close()
    return found


def table():
    """The rows of the operators' table: what is asked, by whom, and who sees to it."""
    page = (DOCS / "OPERATING.md").read_text("utf-8")
    _, _, below = page.partition("### What receivers ask of senders")
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", below.partition("\n#")[0], re.MULTILINE)
    return [row for row in rows[1:] if not row[0].startswith("---")]


def well_formed(raw, message):
    """RFC 5322 3.6 and 2.1.1: one of each of these, and no line above 998 signs; all in ASCII."""
    for name in ("From", "To", "Subject", "Date", "Message-ID", "Reply-To"):
        assert len(message.get_all(name)) == 1
    assert re.fullmatch(r"<[^<>@\s]+@ohhell\.example>", message["Message-ID"])
    assert not message.defects
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\n" not in raw.replace(b"\r\n", b"")


def one_sender(_, message):
    assert parseaddr(message["From"])[1] == MAILBOX
    assert re.fullmatch(r"table(\+[\w.-]+)?@ohhell\.example", message["Reply-To"])


def lists(_, message):
    assert re.fullmatch(r"<[\w.-]+\.ohhell\.example>", message["List-Id"])


def leaves(_, message):
    link = message["List-Unsubscribe"]
    assert re.fullmatch(r"<mailto:table(\+[\w.-]+)?@ohhell\.example\?subject=\S+>", link)
    assert message["List-Unsubscribe-Post"] is None


def no_robot(_, message):
    assert message["Auto-Submitted"] in {"auto-generated", "auto-replied"}
    assert message["Precedence"] is None


def one_reader(_, message):
    assert message["To"].addresses[0].addr_spec == ANNA.address
    assert len(message["To"].addresses) == 1
    assert message["Cc"] is None


def loads_nothing(_, message):
    """What a letter shows is in it: no picture, style or script comes from elsewhere."""
    html = message.get_body(("html",)).get_content()
    assert not re.search(r"<(script|iframe|form|link|object)\b|https?://[^\"]*\"[^>]*src", html)
    assert not re.search(r"\b(src|background)=\"https?:|url\(\s*['\"]?https?:", html)
    assert message.get_body(("plain",)).get_content().strip()


EVERY_LETTER = {
    "Well formed": well_formed,
    "From and Reply-To": one_sender,
    "`List-Id`": lists,
    "`List-Unsubscribe`": leaves,
    "`Auto-Submitted`": no_robot,
    "One reader": one_reader,
    "Text beside HTML": loads_nothing,
}


def test_every_row_that_letters_meet_is_looked_at():
    said = [what for what, _, who in table() if who.startswith("every letter")]

    assert [what.partition(":")[0] for what in said] == list(EVERY_LETTER)


@pytest.mark.parametrize("rule", EVERY_LETTER)
def test_every_kind_of_letter_meets_it(letters, rule):
    for kind, (raw, message) in letters.items():
        if rule != "`List-Unsubscribe`" or kind not in TO_NOBODYS_SEAT:
            EVERY_LETTER[rule](raw, message)


def test_nobody_leaves_the_operators_letters(letters):
    for kind in TO_NOBODYS_SEAT:
        assert letters[kind][1]["List-Unsubscribe"] is None


def test_somebody_who_is_no_player_has_nothing_to_leave(tmp_path):
    """Asked once, and never again unless she answers: RFC 2369 would promise a list."""
    services = open_services(empty_database(tmp_path / "house.db"), Settings(mailbox=MAILBOX))
    page = next(page for page in all_pages().values() if isinstance(page, Notice))
    mail = ToSend(page, Outsider("Eva", "eva@club.example"), "", "1", page.taps.address, NOW)

    assert b"List-Unsubscribe" not in written(services, mail)[1]
    services.db.close()
