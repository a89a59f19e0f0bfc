"""What became of a mail: told to its writer on request, and to the operator once a day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from pbem.domain.outcomes import Parked, Played, Told, restored
from pbem.inbound import route
from pbem.notifications.operator import tell_operator
from pbem.notifications.silence import SILENCE
from pbem.store import bounces, sending
from pbem.store.outbox import Sending
from pbem.store.server import ServerTime, set_server_time
from tests.conversations.test_bounces import stop

OPERATOR = "op@club.example"


def told(club, name):
    """Subjects and sentences of the newest letter, as it lists them."""
    words = club.letter(name).text.partition("\n\n")[2].partition("More: ")[0]
    return [" ".join(part.split()) for part in words.split("\n\n") if part.strip()]


def test_a_player_asks_what_we_got(table):
    name = table.waiting
    letter = table.letter(name)
    table.say(name, "gibberish", headers="Subject: First try\n")
    table.say(name, "2", headers="Auto-Submitted: auto-replied\nSubject: I am away\n", to=letter)
    table.say(name, "2", to=letter, headers="Subject: Second try\n")
    became = table.say(name, "What did you get?")

    assert became == Told("fates")
    assert told(table, name) == [
        "Monday 5 October, 10:00 Second try played: 2",
        "Monday 5 October, 10:00 I am away it looked like an automatic answer, or named no "
        "question: nothing was done",
        "Monday 5 October, 10:00 First try it could not be taken",
    ]


def test_nobody_is_told_of_another_players_mails(table):
    name = table.waiting
    other = next(one for one in table.addresses if one != name)
    table.say(name, "2", headers="Subject: Mine\n")
    table.say(other, "what did you get")

    assert told(table, other) == ["This is the first mail from you that we keep."]


def test_a_mail_that_named_another_players_question_is_not_its_players(table):
    name = table.waiting
    other = next(one for one in table.addresses if one != name)
    table.say(other, "2", to=table.letter(name))
    table.say(name, "what did you get")

    assert told(table, name) == ["This is the first mail from you that we keep."]


@pytest.mark.parametrize(
    "words",
    [
        "what did you get",
        "Was ist angekommen?",
        "qu'avez-vous reçu",
        "cosa è arrivato?",
        "qué ha llegado",
        "wat is aangekomen",
        "ce a sosit",
    ],
)
def test_it_is_asked_in_any_language(table, words):
    name = table.waiting
    language = {"w": "en", "W": "de", "q": "fr", "c": "it"}.get(words[0], "en")
    language = {"qué": "es", "wat": "nl", "ce": "ro"}.get(words.split()[0], language)
    with table.services.db.begin() as session:
        session.connection().execute(text("update player set language = :l"), {"l": language})

    assert table.say(name, words) == Told("fates")


def test_before_the_game_too(club):
    club.open("Anna", "Bruno", "Ruth", invite=True)

    assert club.say("Anna", "what did you get") == Told("fates")
    assert club.letter("Anna").subject == "[Lindy] What we got from you"


def test_ten_mails_are_told_and_no_more(table):
    name = table.waiting
    for number in range(14):
        table.say(name, "help", headers=f"Subject: Number {number}\n")
    table.say(name, "what did you get")

    assert [line.split("10:00 ")[1].split(" you ")[0] for line in told(table, name)] == [
        f"Number {number}" for number in range(13, 3, -1)
    ]


def fails(club, name, monkeypatch):
    """A mail that we cannot think through, whatever is in it."""

    def broken(*_args, **_more):
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patched:
        patched.setattr(route, "run", broken)
        return club.say(name, "2", headers="Subject: Poor mail\n")


def test_a_mail_that_fails_is_parked_with_its_bytes_and_its_writer_can_see_it(table, monkeypatch):
    name = table.waiting
    before = table.game
    became = fails(table, name, monkeypatch)
    table.say(name, "what did you get")

    assert became == Parked("RuntimeError")
    assert table.game == before
    assert told(table, name)[0].endswith(
        "Poor mail it failed because of a fault of ours; a person will look at it"
    )
    with table.services.db.begin() as session:
        kept = text("select length(raw) > 100 from inbound where state = 'parked'")
        assert session.connection().execute(kept).scalars().all() == [1]


OUR_FAULT = {
    "en": "A fault of ours",
    "de": "Ein Fehler von uns",
    "fr": "Une erreur de notre part",
    "it": "Un errore nostro",
    "es": "Un error nuestro",
    "nl": "Een fout van ons",
    "ro": "O greșeală a noastră",
}


@pytest.mark.parametrize("language", OUR_FAULT)
def test_its_player_is_told_in_her_language_that_it_was_us(table, monkeypatch, language):
    name = table.waiting
    with table.services.db.begin() as session:
        session.connection().execute(text("update player set language = :l"), {"l": language})
    letters = {one: len(table.letters(one)) for one in table.addresses}
    fails(table, name, monkeypatch)
    letters[name] += 1

    assert {one: len(table.letters(one)) for one in table.addresses} == letters
    assert table.letter(name).subject == f"[Lindy] {OUR_FAULT[language]}"
    assert table.letter(name).message["To"] == f"{name} <{table.addresses[name]}>"
    assert "Lindy" in table.letter(name).text


@pytest.mark.parametrize("letter", [-1, -2], ids=["that letter", "the one before"])
def test_she_can_answer_again(table, monkeypatch, letter):
    name = table.waiting
    fails(table, name, monkeypatch)

    assert table.say(name, "2 ", to=table.letters(name)[letter]) == Played("2")


def test_who_is_told_of_a_mail_without_a_code_is_the_player_who_writes_from_there(
    table, monkeypatch
):
    def broken(*_args, **_more):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(route, "identify", broken)
    for name, sender in (("Anna", "anna@club.example"), ("Eva", "eva@evil.example")):
        raw = f"From: {name} <{sender}>\nTo: table@ohhell.example\n\nwhere am I?\n".encode()
        assert table.receive(raw, "table@ohhell.example", sender) == Parked("RuntimeError")

    assert table.letter("Anna").subject == "A fault of ours"
    assert "eva@evil.example" not in table.boxes


@pytest.mark.parametrize(
    ("headers", "mail_from"),
    [("Auto-Submitted: auto-replied\n", "a@b.example"), ("", "")],
    ids=["an automatic answer", "a bounce"],
)
def test_no_robot_is_told_that_its_mail_failed(table, monkeypatch, headers, mail_from):
    name = table.waiting

    def broken(*_args, **_more):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(route, "note_robot", broken)
    before = len(table.letters(name))

    assert isinstance(table.say(name, "2", headers=headers, mail_from=mail_from), Parked)
    assert len(table.letters(name)) == before


def test_a_mail_that_failed_twice_is_played_the_third_time(table, monkeypatch):
    name, hear, faults = table.waiting, route.run, [RuntimeError("one"), RuntimeError("two")]

    def seldom(*args, **more):
        if faults:
            raise faults.pop()
        return hear(*args, **more)

    monkeypatch.setattr(route, "run", seldom)

    assert table.say(name, "2") == Played("2")


def test_the_operator_is_told_in_the_morning_if_anything_happened(table, monkeypatch):
    name = table.waiting
    zone = "Europe/Paris"

    def tells():
        written = tell_operator(table.services, OPERATOR, zone, table.now)
        table.deliver()
        return written

    assert not tells()
    table.now += timedelta(minutes=1)
    fails(table, name, monkeypatch)
    stop(table, name)
    hello = b"From: abuse@mail.example\n\nhello\n"
    table.receive(hello, "postmaster@ohhell.example", "ab@mail.example")
    with table.services.db.begin() as session:
        number = bounces.sent_as(session, [table.letters("Anna")[0].message["Message-ID"]]).id
        sending.mark(session, number, Sending.FAILED, table.now, "554 refused")
    table.now += timedelta(minutes=10)
    assert not tells()
    table.now = datetime(2026, 10, 6, 4, 59, tzinfo=UTC)  # 6:59 in Paris
    assert not tells()
    table.now += timedelta(minutes=1)
    assert tells()
    assert not tells()
    letter = table.letter(OPERATOR)
    words = " ".join(letter.text.split())

    assert letter.subject == "Oh Hell! server: something to look at"
    for fact in (
        "was parked: failed three times: RuntimeError. Look at it with: pbem inbox --parked",
        f"Mails to {name} come back; no more are sent there.",
        "came for the postmaster, from ab@mail.example.",
        f"Mail {number} could not be sent: 554 refused.",
    ):
        assert fact in words
    table.now += timedelta(days=1)
    assert not tells()
    assert len(table.letters(OPERATOR)) == 1


def test_the_operator_is_told_at_once_and_once_that_the_server_fell_silent(table):
    tell_operator(table.services, OPERATOR, "UTC", table.now)
    table.now += timedelta(minutes=5)
    with table.services.db.begin() as session:
        set_server_time(session, ServerTime.SILENT, table.now + SILENCE)
    table.now += timedelta(minutes=1)
    first = tell_operator(table.services, OPERATOR, "UTC", table.now)
    table.now += timedelta(minutes=1)
    second = tell_operator(table.services, OPERATOR, "UTC", table.now)
    table.deliver()

    assert (first, second) == (True, False)
    assert "answers nobody for an hour" in " ".join(table.letter(OPERATOR).text.split())


def test_something_became_of_every_mail(table):
    """Whatever comes in, something became of it when the queue is empty."""
    letter = table.letter(table.waiting)
    mails = (b"", b"\0" * 50, b"From: a@b\n\nhi\n", letter.raw, b"\xff" * 500)
    for number, raw in enumerate(mails):
        for recipient in (letter.reply_to, "table@ohhell.example", "postmaster@ohhell.example"):
            table.receive(raw + b"%d" % number, recipient)
    with table.services.db.begin() as session:
        became = session.connection().execute(text("select state, outcomes from inbound")).all()

    assert len(became) == 15
    assert {state for state, _ in became} == {"done"}
    assert all(restored(told) for _, told in became)
    assert all(told.isascii() for _, told in became)
