"""Becoming a player from outside: one mail to confirm, and nothing else before that."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.config import Limits
from pbem.store import people

ADA = "ada@far.example"
SILENCE = "not acted on: it carries no code of ours"


@pytest.fixture(name="club")
def _open(club):
    """Registration is open; Ada's mailbox is there."""
    club.house = replace(club.house, open_registration=True, zone="Europe/Rome")
    club.addresses["Ada"] = ADA
    return club


def write(club, text, sender="Ada Byron <ada@far.example>", headers="", subject="hello"):
    """A mail to the mailbox, by somebody who has no code."""
    raw = f"{headers}From: {sender}\nTo: table@ohhell.example\nSubject: {subject}\n\n{text}\n"
    return club.receive(raw.encode(), "table@ohhell.example")


def player(club, address=ADA):
    with club.house.db.begin() as session:
        number = people.owner(session, address)
        return people.player(session, number) if number is not None else None


@pytest.mark.parametrize("give", ["tap", "say"])
def test_a_stranger_asks_confirms_and_is_a_player(club, give):
    assert write(club, "register") == "asked to confirm a registration"
    [letter] = club.letters("Ada")
    assert letter.subject == "Do you want to play cards by mail?"
    assert "WAS THAT YOU, ADA BYRON?" in letter.text
    assert player(club) is None

    assert getattr(club, give)("Ada", "yes") == "registered: Ada Byron"
    assert club.letter("Ada").subject == "Welcome to Oh Hell! by mail"
    one = player(club)
    assert (one.name, one.address, one.language, one.zone) == (
        *("Ada Byron", ADA, "en", "Europe/Rome"),
    )
    assert club.say("Ada", "yes", to=letter, headers="X-Mailer: 2\n") == "answered already"
    assert write(club, "register", subject="again") == "not acted on: registered already"
    assert len(club.letters("Ada")) == 2


@pytest.mark.parametrize(
    ("text", "subject", "language"),
    [
        ("Register, please", "", "en"),
        ("sign up", "", "en"),
        ("", "register", "en"),
        ("Inscription", "", "fr"),
        ("Anmelden", "", "de"),
        ("mi iscrivo", "", "it"),
        ("inscripción", "", "es"),
        ("aanmelden", "", "nl"),
        ("mă înscriu", "", "ro"),
    ],
)
def test_it_is_asked_for_in_any_language_and_that_is_the_players(club, text, subject, language):
    write(club, text, subject=subject, headers="Content-Type: text/plain; charset=utf-8\n")
    club.tap("Ada", "yes")

    assert player(club).language == language


@pytest.mark.parametrize(
    ("text", "sender", "headers"),
    [
        ("status", ADA, ""),
        ("I would like to register", ADA, ""),
        ("hello\n\n> register", ADA, ""),
        ("register", "ada@far.example <eve@evil.example>", ""),
        ("register", "table@ohhell.example", ""),
        ("register", ADA, "Auto-Submitted: auto-replied\n"),
        ("register", ADA, "List-Id: <cards.far.example>\n"),
        ("register", ADA, "Authentication-Results: mx.ours; dmarc=fail header.from=far.example\n"),
    ],
)
def test_anything_else_from_a_stranger_gets_no_answer(club, text, sender, headers):
    club.house = replace(club.house, authserv_id="mx.ours")

    assert write(club, text, sender, headers).startswith("not acted on: ")
    assert club.sent == 0


def test_nobody_is_registered_where_that_is_closed(club):
    club.house = replace(club.house, open_registration=False)

    assert write(club, "register") == SILENCE
    assert club.sent == 0


def test_an_address_is_asked_once_in_seven_days(club):
    assert write(club, "register") == "asked to confirm a registration"
    for day in range(7):
        assert write(club, "register", subject=f"day {day}") == (
            "not acted on: that address was asked whether to register it"
        )
        club.now += timedelta(days=1)
    assert len(club.letters("Ada")) == 1
    first = club.letter("Ada")
    club.now += timedelta(hours=1)
    assert club.say("Ada", "yes", to=first) == "not acted on: that registration is too old"
    assert write(club, "register", subject="at last") == "asked to confirm a registration"
    assert club.tap("Ada", "yes") == "registered: Ada Byron"


def test_so_many_strangers_an_hour_are_asked_and_no_more(club):
    club.house = replace(club.house, limits=Limits(answers_an_hour=3, answers_a_day=4))

    def ask(number):
        club.addresses[f"stranger {number}"] = f"s{number}@far.example"
        return write(club, "register", f"s{number}@far.example")

    assert [ask(number).partition(":")[0] for number in range(5)] == [
        *["asked to confirm a registration"] * 3,
        *["not acted on"] * 2,
    ]
    club.now += timedelta(hours=2)
    assert ask(5) == "asked to confirm a registration"
    assert ask(6) == "not acted on: too many answers in a day"
    assert club.sent == 4


@pytest.mark.parametrize(
    ("text", "sender", "fate"),
    [
        ("yes", "eve@evil.example", "not acted on: not from the address that was asked"),
        ("what is this?", ADA, "not acted on: neither yes nor no"),
        ("no", ADA, "does not want to be registered"),
    ],
)
def test_only_a_yes_from_there_registers(club, text, sender, fate):
    write(club, "register")

    assert club.say("Ada", text, sender=sender) == fate
    assert player(club) is None
    assert club.sent == 1


def test_no_is_final_for_that_mail(club):
    write(club, "register")
    letter = club.letter("Ada")
    club.tap("Ada", "no")

    assert club.tap("Ada", "yes", to=letter) == "answered already"
    assert player(club) is None


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        ("Ada Byron <ada@far.example>", "Ada Byron"),
        ("=?utf-8?q?Chlo=C3=A9?= <ada@far.example>", "Chloé"),
        ("ada.byron@far.example", "Ada Byron"),
        ('"<b>x</b>" <ada@far.example>', None),
        ('"click http://evil.example" <ada@far.example>', "Ada"),
        ("x{} <ada@far.example>".format("x" * 40), "Ada"),
    ],
)
def test_the_name_is_the_one_beside_the_address_if_it_can_be_one(club, sender, name):
    address = "ada.byron@far.example" if sender.startswith("ada.") else ADA
    club.addresses["Ada"] = address
    write(club, "register", sender)
    if name is None:
        assert club.sent == 0
        return
    club.tap("Ada", "yes")

    assert player(club, address).name == name
