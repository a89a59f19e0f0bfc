"""What the operator orders by mail: whom the server hears, and who organises a game."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from pbem.domain.outcomes import AskedBack, NotActed, Ordered, Played, Resent
from pbem.domain.vocabulary import Back, WhyNot
from pbem.notifications.operator import tell_week
from pbem.store.blocks import blocks
from pbem.store.people import owner, set_stopped
from tests.club import configured, seated
from tests.conversations.test_organising import said

OWNER = "olaf@ohhell.example"
OURS = "mx.ohhell.example"
BLOCKED = NotActed(WhyNot.BLOCKED)


def table_of(folder, language="en"):
    """Lindy, where Ruth is asked for her bid, and an operator who has had a letter of the week."""
    club = seated(folder)
    club.services = configured(club.services, operator=OWNER, authserv_id=OURS)
    club.addresses["Olaf"] = OWNER
    for _ in range(8):
        tell_week(club.services, OWNER, "UTC", club.now, None)
        club.later(days=1)
    with club.services.db.begin() as session:
        speaks = text("update player set language = :language")
        session.connection().execute(speaks, {"language": language})
    club.open("Anna", "Bruno", "Ruth")
    while club.waiting != "Ruth":
        club.say(club.waiting, "1")
    return club


@pytest.fixture(name="table")
def _table(tmp_path):
    club = table_of(tmp_path)
    yield club
    club.services.db.close()


def post(club, words, verdict="", sender=OWNER):
    """Somebody writes a mail of his own under the operator's address; what becomes of it."""
    result = f"{OURS}; dmarc={verdict} header.from=ohhell.example"
    head = f"Authentication-Results: {result}\n" if verdict else ""
    raw = f"{head}From: Olaf <{sender}>\nTo: table@ohhell.example\nSubject: hello\n\n{words}\n"
    return club.receive(raw.encode(), "table@ohhell.example", sender)


def shut_out(club):
    with club.services.db.begin() as session:
        return [(one.pattern, one.words) for one in blocks(session)]


@pytest.mark.parametrize(
    ("language", "block", "told"),
    [
        ("en", "block ruth@club.example rude", "is shut out"),
        ("de", "blockieren ruth@club.example rude", "ist ausgesperrt"),
    ],
)
def test_the_door_is_shut_and_opened_by_mail(tmp_path, language, block, told):
    """Ruth gets nothing more and is heard no more, and nobody else is told."""
    club = table_of(tmp_path, language)
    before = {name: len(club.letters(name)) for name in ("Anna", "Bruno", "Ruth")}

    assert club.say("Olaf", block) == Ordered(1, 1)
    answer = club.letter("Olaf")
    assert f"ruth@club.example {told}" in said(answer)
    assert "Ruth" in said(answer)
    assert "Lindy" in said(answer)
    assert ("ruth@club.example", "rude") in shut_out(club)
    assert club.say("Ruth", "1") == BLOCKED
    assert {name: len(club.letters(name)) for name in before} == before

    assert club.tap("Olaf", "unblock ruth@club.example", to=answer) == Ordered(1, 1)
    assert "ruth@club.example" not in [one for one, _ in shut_out(club)]
    assert len(club.letters("Ruth")) == before["Ruth"] + 1
    assert club.say("Ruth", "1") == Played("1")
    assert "Olaf" not in "".join(letter.text for letter in club.letters("Ruth"))
    club.services.db.close()


def test_who_is_shut_out_is_listed_with_since_when_and_why(table):
    assert table.say("Olaf", "blocks") == Ordered(1, 1)
    assert "Nobody is shut out." in said(table.letter("Olaf"))

    assert table.say("Olaf", "block @evil.example, spam\nblocks\nthank you") == Ordered(2, 2)
    assert "@evil.example, since" in said(table.letter("Olaf"))
    assert ": spam" in said(table.letter("Olaf"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("block Ruth", "an address is needed"),
        ("block", "an address is needed"),
        ("block @ohhell.example", "is the server's own address, or yours"),
        (f"block {OWNER}", "is the server's own address, or yours"),
        ("unblock eve@evil.example", "eve@evil.example is not shut out."),
        ("adopt Nowhere", "No game is called Nowhere."),
        ("adopt", "the name of a game is needed"),
        ("3", "I could not read that, and nothing has been done."),
        ("thank you", "There was no order in it."),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(table, line, told):
    assert table.say("Olaf", line) == Ordered(0, int(line != "thank you"))
    assert told in said(table.letter("Olaf"))
    assert not shut_out(table)


def test_a_game_whose_organiser_is_gone_is_the_operators_by_mail(table):
    assert table.say("Olaf", "adopt lindy") == Ordered(1, 1)
    organises, became = table.letters("Olaf")[-2:]
    assert "You organise Lindy from now on" in said(became)
    assert organises.subject == "[Lindy] Your game is set up"
    assert table.table.organiser.address == OWNER
    for name in ("Anna", "Bruno", "Ruth"):
        assert "Olaf" in said(table.letter(name)) or "Operator" in said(table.letter(name))

    table.say("Olaf", "pause", to=organises)
    assert "Lindy is paused" in said(table.letter("Olaf"))
    assert table.say("Olaf", "adopt Lindy", to=became) == Ordered(0, 1)
    assert "You organise Lindy already." in said(table.letter("Olaf"))


def test_a_code_of_an_organiser_alone_is_not_enough(table):
    """Whoever organises a game has one, and may write the operator's address into From."""
    table.say("Olaf", "adopt lindy")
    organises = table.letters("Olaf")[-2]
    for verdict, became in (("none", AskedBack(Back.SENDER)), ("pass", Ordered(1, 1))):
        result = f"{OURS}; dmarc={verdict} header.from=ohhell.example"
        head = f"Authentication-Results: {result}\n"
        assert table.say("Olaf", "block eve@evil.example", to=organises, headers=head) == became


def test_who_wants_no_mail_about_games_organises_none(table):
    with table.services.db.begin() as session:
        set_stopped(session, owner(session, OWNER), table.now)
    assert table.say("Olaf", "adopt Lindy") == Ordered(0, 1)
    assert "you want no mail about games, so you cannot organise Lindy" in said(
        table.letter("Olaf")
    )
    assert table.table.organiser.address != OWNER


def test_a_new_mail_counts_where_our_mail_server_vouches_for_it(table):
    sender = OWNER.upper()
    assert post(table, "block eve@evil.example", "pass", sender) == Ordered(1, 1)
    assert shut_out(table) == [("eve@evil.example", "")]


def test_a_new_mail_that_nobody_vouches_for_is_asked_back_three_times_a_day(table):
    """Anybody can write the operator's address into From."""
    assert post(table, "block ruth@club.example") == AskedBack(Back.SENDER)
    asked = table.letter("Olaf")
    assert asked.subject == "Oh Hell! server: was that you?"
    assert not shut_out(table)
    assert post(table, "unblock eve@evil.example") == AskedBack(Back.SENDER)
    assert post(table, "blocks") == AskedBack(Back.SENDER)
    assert post(table, "adopt Lindy") == NotActed(WhyNot.ASKED_LATELY)

    assert table.tap("Olaf", "block ruth@club.example", to=asked) == Ordered(1, 1)
    assert shut_out(table) == [("ruth@club.example", "")]


def test_nothing_is_done_for_somebody_else(table):
    """Not under the operator's code from another address, nor where the sender is forged."""
    letters = len(table.letters("Olaf"))
    table.say("Olaf", "block ruth@club.example", sender="eve@evil.example")
    assert table.say("Olaf", "block ruth@club.example", sender="anna@club.example") == Resent(
        WhyNot.UNKNOWN_CODE
    )
    failed = f"Authentication-Results: {OURS}; dmarc=fail header.from=ohhell.example\n"
    assert table.say("Olaf", "block ruth@club.example", headers=failed) == NotActed(WhyNot.FORGED)
    post(table, "block ruth@club.example", "fail")
    table.say("Anna", "block ruth@club.example")

    assert not shut_out(table)
    assert len(table.letters("Olaf")) == letters
