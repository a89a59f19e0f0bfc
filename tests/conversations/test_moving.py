"""A player changes address: the new one confirms, the old one may object for seven days."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import text

from pbem.domain.code_powers import Grave
from pbem.domain.outcomes import (
    AskedAgain,
    AskedBack,
    Changed,
    Held,
    NotActed,
    Played,
    Refused,
    Said,
    Unchanged,
)
from pbem.domain.vocabulary import Already, Back, Change, To, Why, WhyNot
from pbem.mail.codes import Purpose
from pbem.store import registration
from pbem.store.erasure import forget
from tests.codes import about

NEW = "Anna at home"
HOME = "anna@home.example"
CODE = re.compile(r"[+#](\w{24})")


@pytest.fixture(name="table")
def _table(club):
    """Anna's turn; her new mailbox is there, but nobody has written to it."""
    club.open("Anna", "Bruno", "Ruth")
    club.addresses[NEW] = HOME
    while club.waiting != "Anna":
        club.say(club.waiting, "1")
    return club


def registered(club):
    return club.table.players[club.seat("Anna")].address


def asks(club, address, letter):
    """Anna asks for another address, and says that she means it; what became of it."""
    became = club.say("Anna", f"address {address}", to=letter)
    return club.say("Anna", "yes") if became == AskedBack(Grave.ADDRESS) else became


def move(club):
    """Anna asks for another address; the question of the game, and what the new mailbox got."""
    asked = club.letter("Anna")
    assert asks(club, HOME, asked) == Changed(Change.ADDRESS_ASKED)
    return asked, club.letter(NEW)


def test_the_old_address_is_told_and_the_new_one_asked_and_nothing_else_happens(table):
    asked, there = move(table)

    assert there.subject == "Shall Anna get mails from us here?"
    assert there.message["To"].addresses[0].addr_spec == HOME
    assert "anna@club.example" not in there.message.as_string()
    codes = set(CODE.findall(there.text + there.html + there.reply_to))
    told = [about(table.services, f"table+{code}@ohhell.example") for code in codes]
    assert [token.purpose for token in told] == [Purpose.CONFIRM_ADDRESS]
    assert f"send your mails to {HOME}" in table.letter("Anna").text
    assert registered(table) == "anna@club.example"
    assert table.say("Anna", "2", to=asked) == Played("2")
    assert len(table.letters(NEW)) == 1


@pytest.mark.parametrize("give", ["tap", "say"])
def test_yes_from_the_new_address_moves_the_mails_and_the_codes(table, give):
    asked, there = move(table)

    assert getattr(table, give)(NEW, "yes", to=there) == Changed(Change.ADDRESS)
    assert registered(table) == HOME
    welcome, again = table.letters(NEW)[-2:]
    assert "come to this address from now on" in " ".join(welcome.text.split())
    assert "YOUR ADDRESS HAS CHANGED, ANNA" in table.letter("Anna").text
    assert again.choices == asked.choices
    assert table.say("Anna", "2", to=asked) == Held("anna@club.example")
    assert table.letter(NEW).subject == "Did you answer from another address?"
    assert table.say(NEW, "2", to=again) == Played("2")


def test_the_new_address_says_no_and_is_not_written_to_again(table):
    asked, there = move(table)

    assert table.tap(NEW, "no", to=there) == Changed(Change.ADDRESS_REFUSED)
    assert registered(table) == "anna@club.example"
    assert "YOUR ADDRESS STAYS AS IT IS" in table.letter("Anna").text
    assert table.say(NEW, "yes", to=there) == Unchanged(Already.ANSWERED)
    again = table.say("Anna", f"address {HOME}", to=asked, headers="X-Mailer: 2\n")
    assert again == Refused(Why.ADDRESS_TOO_OFTEN)
    assert len(table.letters(NEW)) == 1


def test_the_new_address_says_something_else(table):
    _, there = move(table)

    assert table.say(NEW, "who are you?", to=there) == NotActed(WhyNot.UNCLEAR)
    assert registered(table) == "anna@club.example"
    assert len(table.letters(NEW)) == 1


def test_the_old_address_objects_before_the_change(table):
    _, there = move(table)

    assert table.tap("Anna", "no") == Changed(Change.ADDRESS_OBJECTED)
    assert "YOUR ADDRESS STAYS AS IT IS" in table.letter("Anna").text
    assert table.say(NEW, "yes", to=there) == Unchanged(Already.ANSWERED)
    assert registered(table) == "anna@club.example"
    assert len(table.letters(NEW)) == 1


def test_the_old_address_objects_after_the_change_within_seven_days(table):
    _, there = move(table)
    table.tap(NEW, "yes", to=there)
    stolen, told = table.letter(NEW), table.letter("Anna")
    table.now += timedelta(days=6, hours=23)

    assert table.say("Anna", "no", to=told) == Changed(Change.ADDRESS_OBJECTED)
    assert registered(table) == "anna@club.example"
    asked, kept = sorted(table.letters("Anna")[-2:], key=lambda letter: not letter.choices)
    assert "YOUR ADDRESS STAYS AS IT IS" in kept.text
    assert table.say(NEW, "2", to=stolen) == Held(HOME)
    assert table.say("Anna", "2", to=asked) == Played("2")


def test_after_seven_days_it_is_too_late(table):
    _, there = move(table)
    first = table.letter("Anna")
    table.tap(NEW, "yes", to=there)
    told = table.letter("Anna")
    table.now += timedelta(days=7, hours=1)

    assert table.say("Anna", "no", to=told) == NotActed(WhyNot.TOO_LATE)
    assert table.say("Anna", "no", to=first) == NotActed(WhyNot.TOO_LATE)
    assert registered(table) == HOME


def test_a_confirmation_may_come_too_late(table):
    _, there = move(table)
    table.now += timedelta(days=7, hours=1)

    assert table.say(NEW, "yes", to=there) == NotActed(WhyNot.TOO_LATE)
    assert registered(table) == "anna@club.example"


def test_only_the_address_that_was_asked_confirms_and_only_the_one_that_was_told_objects(table):
    _, there = move(table)
    told, sent = table.letter("Anna"), table.sent

    assert [
        table.say(NEW, "yes", to=there, sender="anna@club.example"),
        table.say(NEW, "yes", to=there, sender="eve@evil.example"),
        table.say("Anna", "no", to=told, sender=HOME),
        table.say("Anna", "no", to=told, sender="eve@evil.example"),
    ] == [
        *[NotActed(WhyNot.NOT_ASKED)] * 2,
        *[NotActed(WhyNot.NOT_ASKED)] * 2,
    ]
    assert (registered(table), table.sent) == ("anna@club.example", sent)


def test_neither_yes_nor_no_from_the_old_address_is_asked_again(table):
    move(table)

    assert table.say("Anna", "hm?") == AskedAgain(Back.MOVE)
    assert table.say("Anna", "yes") == Unchanged(Already.AGREED)
    assert table.say("Anna", "no") == Changed(Change.ADDRESS_OBJECTED)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("anna@club.example", "address already"),
        ("Bruno@club.example", "address not possible"),
        ("table@ohhell.example", "address not possible"),
        ("postmaster@ohhell.example", "address not possible"),
        ("änna@home.example", "address not possible"),
    ],
)
def test_where_mails_cannot_go(table, address, why):
    others = [len(table.letters(name)) for name in ("Bruno", "Ruth", NEW)]

    assert table.say("Anna", f"address {address}") == Refused(why)
    assert registered(table) == "anna@club.example"
    assert [len(table.letters(name)) for name in ("Bruno", "Ruth", NEW)] == others


def test_a_player_asks_three_times_a_day_at_most_and_the_last_counts(table):
    asked = table.letter("Anna")
    for number in range(4):
        table.addresses[f"box {number}"] = f"anna{number}@home.example"
    outcomes = [asks(table, f"anna{n}@home.example", asked) for n in range(4)]

    assert outcomes == [
        *[Changed(Change.ADDRESS_ASKED)] * 3,
        Refused(Why.ADDRESS_TOO_OFTEN),
    ]
    assert table.say("box 0", "yes") == Unchanged(Already.ANSWERED)
    assert table.say("box 2", "yes") == Changed(Change.ADDRESS)


def test_nobody_else_can_ask_for_another_address(table):
    """Not with a stolen code, though the player takes the mail for his own."""
    asked = table.letter("Anna")
    table.say("Anna", f"address {HOME}", to=asked, sender="eve@evil.example")
    assert "does not say anything that we could carry out" in table.letter("Anna").text
    assert table.say("Anna", "yes") == (
        Said(True, To.SENDER, "eve@evil.example"),
        AskedBack(Grave.ADDRESS),
    )
    assert table.letter("Anna").message["To"].addresses[0].addr_spec == "anna@club.example"
    assert f"Your mails would go to {HOME}" in table.letter("Anna").text
    assert table.say("Anna", "no") == Unchanged(Already.STAYS)

    assert registered(table) == "anna@club.example"
    assert table.letters(NEW) == []


def test_who_is_forgotten_leaves_no_change_of_address_behind(table):
    move(table)
    one = table.table.players[table.seat("Anna")]
    with table.services.db.begin() as session:
        registration.add(session, one.address, one.name, "en", table.now)
        forget(session, one.id, table.now)
        left = "select (select count(*) from move) + (select count(*) from signup)"

        assert session.connection().execute(text(left)).scalar() == 0
