"""Becoming a player from outside: one mail to confirm, and nothing else before that."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.config.settings import Limits
from pbem.domain.outcomes import AskedBack, Automatic, Changed, NotActed, Unchanged
from pbem.domain.vocabulary import Already, Back, Change, WhyNot
from pbem.store import people
from tests.club import configured

ADA = "ada@far.example"
SILENCE = NotActed(WhyNot.NO_CODE)


@pytest.fixture(name="club")
def _open(club):
    """Registration is open; Ada's mailbox is there."""
    club.services = configured(club.services, open_registration=True, zone="Europe/Rome")
    club.addresses["Ada"] = ADA
    return club


def write(club, text, sender="Ada Byron <ada@far.example>", headers="", subject="hello"):
    """A mail to the mailbox, by somebody who has no code."""
    raw = f"{headers}From: {sender}\nTo: table@ohhell.example\nSubject: {subject}\n\n{text}\n"
    return club.receive(raw.encode(), "table@ohhell.example")


def player(club, address=ADA):
    with club.services.db.begin() as session:
        number = people.owner(session, address)
        return people.player(session, number) if number is not None else None


@pytest.mark.parametrize("give", ["tap", "say"])
def test_a_stranger_asks_confirms_and_is_a_player(club, give):
    assert write(club, "register") == AskedBack(Back.REGISTER)
    [letter] = club.letters("Ada")
    assert letter.subject == "Do you want to play cards by mail?"
    assert "WAS THAT YOU, ADA BYRON?" in letter.text
    assert player(club) is None

    assert getattr(club, give)("Ada", "yes") == Changed(Change.REGISTERED, "Ada Byron")
    assert club.letter("Ada").subject == "Welcome to Oh Hell! by mail"
    one = player(club)
    assert (one.name, one.address, one.language, one.zone) == (
        *("Ada Byron", ADA, "en", "Europe/Rome"),
    )
    assert club.say("Ada", "yes", to=letter, headers="X-Mailer: 2\n") == Unchanged(Already.ANSWERED)
    assert write(club, "register", subject="again") == NotActed(WhyNot.REGISTERED)
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
    club.services = configured(club.services, authserv_id="mx.ours")

    assert isinstance(write(club, text, sender, headers), NotActed | Automatic)
    assert club.sent == 0


def test_nobody_is_registered_where_that_is_closed(club):
    club.services = configured(club.services, open_registration=False)

    assert write(club, "register") == SILENCE
    assert club.sent == 0


def test_an_address_is_asked_once_in_seven_days(club):
    assert write(club, "register") == AskedBack(Back.REGISTER)
    for day in range(7):
        assert write(club, "register", subject=f"day {day}") == (NotActed(WhyNot.ASKED_LATELY))
        club.now += timedelta(days=1)
    assert len(club.letters("Ada")) == 1
    first = club.letter("Ada")
    club.now += timedelta(hours=1)
    assert club.say("Ada", "yes", to=first) == NotActed(WhyNot.TOO_LATE)
    assert write(club, "register", subject="at last") == AskedBack(Back.REGISTER)
    assert club.tap("Ada", "yes") == Changed(Change.REGISTERED, "Ada Byron")


def test_so_many_strangers_an_hour_are_asked_and_no_more(club):
    club.services = configured(club.services, limits=Limits(answers_an_hour=3, answers_a_day=4))

    def ask(number):
        club.addresses[f"stranger {number}"] = f"s{number}@far.example"
        return write(club, "register", f"s{number}@far.example")

    assert [ask(number) for number in range(5)] == [
        *[AskedBack(Back.REGISTER)] * 3,
        *[NotActed(WhyNot.SILENT)] * 2,
    ]
    club.now += timedelta(hours=2)
    assert ask(5) == AskedBack(Back.REGISTER)
    assert ask(6) == NotActed(WhyNot.SILENT)
    assert club.sent == 4


@pytest.mark.parametrize(
    ("text", "sender", "became"),
    [
        ("yes", "eve@evil.example", NotActed(WhyNot.NOT_ASKED)),
        ("what is this?", ADA, NotActed(WhyNot.UNCLEAR)),
        ("no", ADA, Changed(Change.NOT_REGISTERED)),
    ],
)
def test_only_a_yes_from_there_registers(club, text, sender, became):
    write(club, "register")

    assert club.say("Ada", text, sender=sender) == became
    assert player(club) is None
    assert club.sent == 1


def test_no_is_final_for_that_mail(club):
    write(club, "register")
    letter = club.letter("Ada")
    club.tap("Ada", "no")

    assert club.tap("Ada", "yes", to=letter) == Unchanged(Already.ANSWERED)
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
